// SPDX-License-Identifier: Apache-2.0
#include "framework/expand/condition_coverage.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "framework/expand/families.h"
#include "framework/search/search_testing.h"

namespace npu_cts::expand {
namespace {

using search::testing_search::Fixture;
using search::testing_search::rule;
using search::testing_search::small_op;
using testing::Contains;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;

/// The small operator with `kernel`, a pair of integers that is 1 where it is left out, and a rule on it.
OpSpec op_with_kernel(std::string_view require) {
  OpSpec op = small_op();
  Parameter kernel = testing_rule::parameter("kernel", ParameterKind::integer_pair);
  kernel.defaults = {{.value = {.value = std::int64_t{1}}}};
  op.parameters.push_back(std::move(kernel));
  op.rules.push_back(rule("kernel.range", require));
  op.hints.arguments.emplace("kernel", std::vector<Value>{std::int64_t{1}});
  return op;
}

/// Returns the cases of rules and of their conditions whose content begins with `start`.
std::vector<Case> cases_of(const Fixture& fixture, const std::string& start) {
  Families families(fixture.bound);
  families.add_rules();
  families.add_conditions();
  std::vector<Case> cases = families.take().cases;
  std::erase_if(cases, [&](const Case& one) { return !one.content.starts_with(start); });
  return cases;
}

/// As above, of those the negative ones.
std::vector<Case> negatives_of(const Fixture& fixture, const std::string& start) {
  std::vector<Case> cases = cases_of(fixture, start);
  std::erase_if(cases, [](const Case& one) { return one.family != Family::negative; });
  return cases;
}

TEST(Conditions, EachDecideACallOfTheirOwn) {
  const Fixture fixture(op_with_kernel("at(kernel, 0) in 1..63 and at(kernel, 1) in 1..63"));
  std::vector<Value> broken;
  for (const Case& one : cases_of(fixture, "kernel.range/alone-")) {
    if (one.family == Family::negative) broken.push_back(one.call.arguments.at("kernel"));
  }
  using Pair = std::vector<std::int64_t>;
  EXPECT_THAT(broken, IsSupersetOf({Value(Pair{-3, 1}), Value(Pair{64, 1}), Value(Pair{1, -3}), Value(Pair{1, 64})}));
}

TEST(Conditions, HaveCasesThatBreakTheirRuleAlone) {
  const Fixture fixture(op_with_kernel("at(kernel, 0) in 1..63 and at(kernel, 1) in 1..63"));
  for (const Case& one : cases_of(fixture, "kernel.range/alone-")) {
    const Judgement judgement = judge_rules(fixture.bound, one.call);
    EXPECT_EQ(judgement.broken.size(), one.family == Family::negative ? 1U : 0U) << one.id;
  }
}

TEST(Conditions, OfAShapeAreReachedFromALegalCallOfAnotherSize) {
  std::vector<std::string> ids;
  for (const Case& one : cases_of(Fixture(), "y.shape/alone-")) ids.push_back(one.id);
  EXPECT_THAT(ids, Contains(testing::HasSubstr("negative/y.shape/alone-axis0-short"))) << "of 2 it would be [1]";
}

TEST(Conditions, OfAShapeAreReachedWhereAnotherTensorMustChangeWithIt) {
  OpSpec op = small_op();
  op.parameters[1].optional = false;
  op.parameters[1].shapes = {search::testing_search::shape("same", "shape(x)")};
  const auto cases = negatives_of(Fixture(std::move(op)), "x.shape/alone-axis1-wraps-8");
  ASSERT_EQ(cases.size(), 1U);
  const auto& arguments = cases.front().call.arguments;
  const Shape& wide = std::get<Tensor>(arguments.at("x")).type.shape;
  EXPECT_EQ(wide.at(1), 4 + 256);
  EXPECT_EQ(std::get<Tensor>(arguments.at("y")).type.shape, wide);
}

TEST(Conditions, OfOneShapeAreReachedFromACallOfAnotherWhereMuchWouldHaveToChangeWithIt) {
  using search::testing_search::shape;
  OpSpec op = small_op();
  op.parameters[0].shapes = {shape("vector", "[n]"), shape("matrix", "[n, 4]")};
  op.parameters[0].shapes.back().when = testing_rule::parse("dtype(x) == float16");
  op.parameters[1].optional = false;
  op.parameters[1].shapes = {shape("many", "[n]"), shape("row", "[1, n]")};
  op.parameters[1].shapes.front().when = testing_rule::parse("rank(x) != 2");
  op.parameters[1].shapes.back().when = testing_rule::parse("rank(x) == 2");
  op.symbols = {{.name = "n", .value = testing_rule::parse("last(y)")}};
  op.rules.push_back(rule("axis.of", "if(rank(x) == 2, axis == 1, axis == 0)"));
  std::vector<std::size_t> ranks;
  for (const Case& one : negatives_of(Fixture(std::move(op)), "x.shape/alone-rank-two-more"))
    ranks.push_back(std::get<Tensor>(one.call.arguments.at("x")).type.shape.size());
  EXPECT_THAT(ranks, Contains(4U)) << "two more than the matrix has, from a float16 vector";
}

TEST(Conditions, OfAListAreReachedByEachEntry) {
  OpSpec op = small_op();
  Parameter sizes = testing_rule::parameter("sizes", ParameterKind::integer_list);
  sizes.optional = true;
  op.parameters.push_back(std::move(sizes));
  op.rules.push_back(rule("sizes.none", "sizes is none or all(i in 0..len(sizes) - 1: at(sizes, i) <= 0)"));
  op.hints.arguments.emplace("sizes", std::vector<Value>{None{}, Shape{0, 0}});
  std::vector<Value> broken;
  for (const Case& one : cases_of(Fixture(std::move(op)), "sizes.none/alone-")) {
    if (one.family == Family::negative) broken.push_back(one.call.arguments.at("sizes"));
  }
  EXPECT_THAT(broken, IsSupersetOf({Value(Shape{1, 0}), Value(Shape{0, 1})}));
}

TEST(Conditions, OfAPairAreThatItHasTwoEntries) {
  std::vector<Value> broken;
  for (const Case& one : negatives_of(Fixture(op_with_kernel("at(kernel, 0) > 0")), "kernel.pair"))
    broken.push_back(one.call.arguments.at("kernel"));
  EXPECT_THAT(broken, testing::UnorderedElementsAre(Value(Shape{}), Value(Shape{1}), Value(Shape{1, 1, 1}),
                                                    Value(Shape{1, 1, 1, 1})));
}

TEST(Conditions, ThatFailByLessThanADivisorAreReachedWhereOneIsChosen) {
  OpSpec op = op_with_kernel("at(kernel, 0) in 1..63");
  op.symbols.push_back({.name = "loop", .value = testing_rule::parse("n - at(kernel, 0)")});
  op.symbols.push_back({.name = "deep", .value = testing_rule::parse("loop // axis + 1")});
  op.rules.push_back(rule("fits", "loop >= 0"));
  op.hints.arguments["axis"] = {std::int64_t{1}, std::int64_t{3}};
  op.rules[2] = rule("axis.inside", "axis in 1..3");
  const Fixture fixture(std::move(op));
  const auto cases = negatives_of(fixture, "fits/alone-rounds");
  ASSERT_EQ(cases.size(), 1U);
  const Arguments& given = cases[0].call.arguments;
  EXPECT_EQ(given.at("axis"), Value(std::int64_t{3}));
  EXPECT_EQ(judge_rules(fixture.bound, cases[0].call).broken.size(), 1U);
}

TEST(ConditionCoverage, CountsWhatDecidesBothWays) {
  const Fixture fixture(op_with_kernel("at(kernel, 0) in 1..63 and at(kernel, 1) in 1..63"));
  const auto covered = cover_conditions(fixture.spec, {});
  ASSERT_EQ(covered.size(), 1U);
  EXPECT_GT(covered[0].decide, 2U);
  EXPECT_EQ(std::ranges::find(covered[0].open, "kernel.range", &OpenWay::rule), covered[0].open.end());
}

TEST(ConditionCoverage, NamesTheWayThatNoCallShows) {
  const Fixture fixture(op_with_kernel("at(kernel, 0) in 1..63 and at(kernel, 0) <= 70"));
  const auto covered = cover_conditions(fixture.spec, {});
  ASSERT_EQ(covered.size(), 1U);
  ASSERT_THAT(covered[0].open, Not(IsEmpty()));
  const auto hopeless = std::ranges::find(covered[0].open, "at(kernel, 0) <= 70", &OpenWay::condition);
  ASSERT_NE(hopeless, covered[0].open.end());
  EXPECT_EQ(hopeless->rule, "kernel.range");
}

}  // namespace
}  // namespace npu_cts::expand
