// SPDX-License-Identifier: Apache-2.0
// Cases in which one thing that is wrong breaks several rules.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "framework/expand/families.h"
#include "framework/rule/judge_call.h"
#include "framework/search/search_testing.h"

namespace npu_cts::expand {
namespace {

using namespace search::testing_search;
using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::Field;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

TEST(ForeignDTypes, StandInBothOfTwoTensorsThatHaveTheSame) {
  OpSpec op = small_op();
  op.parameters[y].dtypes = op.parameters[x].dtypes;
  const Fixture it(std::move(op));
  Families families(it.bound);
  families.add_foreign_dtypes();
  const auto cases = families.take().cases;
  const auto both = std::ranges::find(cases, "x=bool,y=bool", &Case::content);
  ASSERT_NE(both, cases.end());
  EXPECT_THAT(both->covers, testing::ElementsAre(Field(&Reason::id, "x.dtype"), Field(&Reason::id, "y.dtype")));
  EXPECT_EQ(both->expected, Verdict::reject);
  EXPECT_THAT(judge_rules(it.bound, both->call).broken, SizeIs(2));
  EXPECT_THAT(cases, Not(Contains(Field(&Case::content, "x=float16,y=float16")))) << "that is documented of both";
}

TEST(ForeignDTypes, DoNotStandInBothOfTwoTensorsThatDiffer) {
  const Fixture it;
  Families families(it.bound);
  families.add_foreign_dtypes();
  EXPECT_THAT(families.take().cases, Each(Field(&Case::content, Not(HasSubstr(",y=")))));
}

/// x is [axis, 4] and y [axis]: no rule is broken alone by an axis that is mistaken for another.
OpSpec counted_by_axis() {
  OpSpec op = small_op();
  op.parameters[x].shapes = {shape("matrix", "[axis, 4]")};
  op.parameters[y].optional = false;
  op.parameters[y].shapes = {shape("many", "[axis]")};
  op.rules[2] = rule("axis.inside", "axis in 1..9");
  op.hints.arguments["axis"] = {std::int64_t{4}};
  op.parameters[axis].defaults.front().value = {.value = std::int64_t{4}};
  return op;
}

TEST(MistakenArguments, AreOfArgumentsThatShapesAreBuiltOf) {
  const Fixture it(counted_by_axis());
  Families families(it.bound);
  families.add_mistaken_arguments();
  const auto cases = families.take().cases;
  std::set<std::int64_t> numbers;
  for (const Case& one : cases) {
    numbers.insert(std::get<std::int64_t>(one.call.arguments.at("axis")));
    EXPECT_EQ(std::get<Tensor>(one.call.arguments.at("y")).type.shape, Shape{4}) << one.id;
    EXPECT_EQ(judge_rules(it.bound, one.call).broken.size(), one.covers.size()) << one.id;
  }
  EXPECT_THAT(numbers, testing::ElementsAre(4 - (std::int64_t{1} << 32), 4 - 65536, -252, -4, 260, 4 + 65536,
                                            4 + (std::int64_t{1} << 32)));
  EXPECT_THAT(cases, AllOf(Contains(Field(&Case::content, HasSubstr("/axis-wraps-8"))),
                           Contains(Field(&Case::content, HasSubstr("/axis-opposite")))));
  EXPECT_THAT(cases, Each(Field(&Case::covers, Not(SizeIs(1)))));
}

std::vector<Case> mistaken_in(OpSpec op) {
  const Fixture it(std::move(op));
  Families families(it.bound);
  families.add_mistaken_arguments();
  return families.take().cases;
}

TEST(MistakenArguments, AreNoneWhereNoShapeIsBuiltOfTheArgument) {
  OpSpec op = small_op();
  op.rules.push_back(rule("axis.small", "abs(axis) < 2"));  // so that two rules refuse what is mistaken
  EXPECT_THAT(mistaken_in(std::move(op)), testing::IsEmpty());
}

TEST(MistakenArguments, AreNoneWhereOneRuleRefusesThem) {
  OpSpec op = counted_by_axis();
  op.parameters[y].shapes = {shape("any", "[4]")};
  op.rules[2] = rule("axis.any", "axis == axis");
  EXPECT_THAT(mistaken_in(std::move(op)), testing::IsEmpty());
}

TEST(MistakenArguments, AreTheEntriesOfAPairThatAShapeIsBuiltOf) {
  OpSpec op = counted_by_axis();
  op.parameters[axis] = testing_rule::parameter("kernel", ParameterKind::integer_pair);
  op.parameters[x].shapes = {shape("matrix", "[at(kernel, 0), at(kernel, 1)]")};
  op.parameters[y].shapes = {shape("many", "[at(kernel, 0)]")};
  op.rules[2] = rule("kernel.range", "at(kernel, 0) in 1..9 and at(kernel, 1) in 1..9");
  op.hints.arguments = {{"kernel", {Shape{4, 6}, std::int64_t{2}}}};
  std::map<std::string, Value> kernels;
  for (const Case& one : mistaken_in(std::move(op)))
    kernels.emplace(one.content.substr(one.content.find('/') + 1), one.call.arguments.at("kernel"));
  EXPECT_EQ(kernels.at("kernel-0-wraps-8"), Value(Shape{260, 6}));
  EXPECT_EQ(kernels.at("kernel-1-opposite"), Value(Shape{4, -6}));
  EXPECT_EQ(kernels.at("kernel-both-wraps-8"), Value(std::int64_t{258})) << "of the hint: 4 and 6 are not one number";
}

TEST(MistakenArguments, OfAnUnsupportedPairAreUnsupported) {
  OpSpec op = small_op();
  op.parameters[axis] = testing_rule::parameter("kernel", ParameterKind::integer_pair);
  op.rules[2] = rule("kernel.range", "at(kernel, 0) in 1..9 and at(kernel, 1) in 1..9");
  op.rules[2].on_violation = Verdict::unsupported;
  op.hints.arguments = {{"kernel", {std::int64_t{3}}}};
  EXPECT_THAT(mistaken_in(std::move(op)), AllOf(SizeIs(7), Each(Field(&Case::expected, Verdict::unsupported))));
}

TEST(ForeignDTypes, StandBesideEachCombinationInTheTierFull) {
  const Fixture it;
  Families fast(it.bound);
  fast.add_foreign_dtypes();
  EXPECT_THAT(fast.take().cases, Each(Field(&Case::content, Not(HasSubstr("/")))));
  Families full(it.bound, Tier::full);
  full.add_foreign_dtypes();
  const auto cases = full.take().cases;
  EXPECT_THAT(cases, Contains(Field(&Case::content, HasSubstr("x=bool/y="))));
  std::vector<Call> calls;
  for (const Case& one : cases) {
    EXPECT_EQ(std::ranges::count(calls, one.call), 0) << one.content;
    calls.push_back(one.call);
  }
}

TEST(MistakenArguments, StandForBothOfAPair) {
  OpSpec op = small_op();
  op.parameters[axis] = testing_rule::parameter("kernel", ParameterKind::integer_pair);
  op.rules[2] = rule("kernel.range", "at(kernel, 0) in 1..9 and at(kernel, 1) in 1..9");
  op.hints.arguments = {{"kernel", {std::int64_t{3}}}};
  const Fixture it(std::move(op));
  Families families(it.bound);
  families.add_mistaken_arguments();
  const auto cases = families.take().cases;
  ASSERT_THAT(cases, SizeIs(7));
  for (const Case& one : cases) {
    EXPECT_TRUE(std::holds_alternative<std::int64_t>(one.call.arguments.at("kernel"))) << one.id;
    EXPECT_THAT(one.covers, testing::ElementsAre(Field(&Reason::id, "kernel.range")));
  }
}

TEST(MistakenArguments, AreOfEachEntryOfAList) {
  OpSpec op = small_op();
  op.parameters[axis] = testing_rule::parameter("sizes", ParameterKind::integer_list);
  op.parameters[axis].optional = true;
  op.rules[2] = rule("sizes.range", "sizes is none or all(i in 0..len(sizes) - 1: at(sizes, i) in 0..9)");
  op.hints.arguments = {{"sizes", {None{}, Shape{3}, Shape{1, 2}}}};
  std::map<std::string, Value> sizes;
  for (const Case& one : mistaken_in(std::move(op)))
    sizes.emplace(one.content.substr(one.content.find('/') + 1), one.call.arguments.at("sizes"));
  EXPECT_THAT(sizes, SizeIs(8));
  EXPECT_EQ(sizes.at("sizes-all-negative"), Value(Shape{-1, -1})) << "a list of one is an entry alone";
  EXPECT_EQ(sizes.at("sizes-all-wraps-8"), Value(Shape{257, 258}));
  EXPECT_EQ(sizes.at("sizes-all-opposite"), Value(Shape{-1, -2}));
}

TEST(MistakenArguments, AreTheNextNumbersOfAxesOfTwoTensorsThatRulesRefuse) {
  OpSpec op = small_op();
  op.parameters[y].dtypes = op.parameters[x].dtypes;
  op.parameters[x].shapes = {shape("matrix", "[n, 4]")};
  op.parameters[y].shapes = {shape("matrix", "[n, 3]")};
  std::map<std::string, std::vector<Shape>> shapes;
  const Fixture it(std::move(op));
  Families families(it.bound);
  families.add_mistaken_arguments();
  for (const Case& one : families.take().cases) {
    for (const char* key : {"x", "y"})
      shapes[one.content].push_back(std::get<Tensor>(one.call.arguments.at(key)).type.shape);
    EXPECT_EQ(judge_rules(it.bound, one.call).broken.size(), one.covers.size()) << one.id;
    EXPECT_EQ(one.family, Family::negative);
    EXPECT_THAT(one.covers, SizeIs(testing::Ge(2U)));
  }
  const std::map<std::string, std::vector<Shape>> wanted{{"x.shape/x,y-rank-1", {{4}, {3}}},
                                                         {"x.shape/x,y-rank-3", {{1, 2, 4}, {1, 2, 3}}}};
  EXPECT_EQ(shapes, wanted);
}

TEST(MistakenArguments, AreViewsOfOneKindAndNoElementsOfTwoTensors) {
  OpSpec op = small_op();
  op.parameters[y].dtypes = op.parameters[x].dtypes;
  op.parameters[x].shapes = {shape("matrix", "[n, 4]")};
  op.parameters[y].shapes = {shape("matrix", "[n, 3]")};
  for (const char* key : {"x", "y"}) {
    const std::string name(key);
    op.rules.push_back(rule(name + ".plain", fmt::format("layout({}) != 'transposed'", name)));
    op.rules.push_back(rule(name + ".filled", fmt::format("numel({}) > 0", name)));
  }
  const Fixture it(std::move(op));
  Families families(it.bound);
  families.add_mistaken_arguments();
  std::map<std::string, std::vector<std::string>> broken;
  for (const Case& one : families.take().cases) {
    if (one.content.find("rank") != std::string::npos) continue;
    for (const BoundRule* rule : judge_rules(it.bound, one.call).broken) broken[one.content].push_back(rule->id);
  }
  const std::map<std::string, std::vector<std::string>> wanted{{"x.plain/x,y-transposed", {"x.plain", "y.plain"}},
                                                               {"x.filled/x,y-empty", {"x.filled", "y.filled"}}};
  EXPECT_EQ(broken, wanted);
}

}  // namespace
}  // namespace npu_cts::expand
