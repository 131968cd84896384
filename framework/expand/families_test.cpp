// SPDX-License-Identifier: Apache-2.0
#include "framework/expand/families.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "framework/rule/judge_call.h"
#include "framework/search/search_testing.h"

namespace npu_cts::expand {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::Field;
using testing::Not;
using namespace search::testing_search;

std::vector<Case> foreign_in(const Fixture& it) {
  Families families(it.bound);
  families.add_foreign_dtypes();
  return families.take().cases;
}

auto says(const std::string& content) { return Field(&Case::content, content); }

TEST(ForeignDTypes, StandBesideTheDTypesOfEachRow) {
  const Fixture it(with_rows());
  const auto cases = foreign_in(it);
  EXPECT_THAT(cases, AllOf(Contains(says("x=bool")), Contains(says("x=bool,row=second"))));
  EXPECT_THAT(cases, Not(Contains(says("x=bool,row=first")))) << "it is the one without a row";
  EXPECT_THAT(cases, Contains(says("y=int8,row=second"))) << "a row that leaves y out takes none";
  EXPECT_THAT(cases, Each(Field(&Case::expected, Verdict::reject)));
}

TEST(ForeignDTypes, HaveNoRowWhereTheOperatorHasNone) {
  EXPECT_THAT(foreign_in(Fixture()), AllOf(Contains(says("x=bool")), Not(Contains(says("x=bool,row=")))));
}

TEST(Choices, HaveALayoutThatTheShapeOfNoBaseCanHave) {
  OpSpec op = small_op();
  op.parameters[0].shapes = {shape("vector", "[n]"), shape("matrix", "[n, 4]")};
  const Fixture it(std::move(op));
  Families families(it.bound);
  families.add_choices();
  EXPECT_THAT(families.take().cases, Contains(AllOf(Field(&Case::family, Family::storage), says("x=ND,transposed"))));
}

std::int64_t storage_offset(const Case& one, const char* key) {
  const auto argument = one.call.arguments.find(key);
  return argument == one.call.arguments.end() ? -1 : std::get<Tensor>(argument->second).type.storage_offset;
}

TEST(Choices, BeginEachTensorInsideItsStorageAloneAndAllAtOnce) {
  const Fixture it;
  Families families(it.bound);
  families.add_choices();
  std::map<std::string, std::pair<std::int64_t, std::int64_t>> inside;  // of x and y, by content
  for (const Case& one : families.take().cases) {
    if (one.content.find("inside") != std::string::npos)
      inside[one.content] = {storage_offset(one, "x"), storage_offset(one, "y")};
  }
  constexpr std::int64_t before = search::elements_before;
  const std::pair<std::int64_t, std::int64_t> all(search::elements_far_before, search::elements_far_before);
  EXPECT_EQ(inside.at("x=ND,contiguous,inside").first, before);
  EXPECT_LE(inside.at("x=ND,contiguous,inside").second, 0);
  EXPECT_EQ(inside.at("y=ND,contiguous,inside"), std::pair(std::int64_t{0}, before));
  EXPECT_TRUE(std::ranges::any_of(inside, [&](const auto& one) { return one.second == all; }));
}

TEST(Choices, GiveNoneInWordsWhereAParameterMayBeLeftOut) {
  const Fixture it;
  Families families(it.bound);
  families.add_choices();
  std::vector<std::string> given;
  for (const Case& one : families.take().cases) {
    for (const auto& [key, value] : one.call.arguments) {
      if (std::holds_alternative<None>(value)) given.push_back(one.content);
    }
  }
  EXPECT_EQ(given, std::vector<std::string>{"y=none"}) << "axis has another default, and x is needed";
}

TEST(Rules, OnACountOfOneAreBrokenBesideEachAxisThatItDivides) {
  OpSpec op = small_op();
  op.parameters[y].optional = false;
  op.parameters[y].shapes = {shape("many", "[n]")};
  op.parameters[axis].defaults.front().value = {.value = std::int64_t{1}};
  op.rules[2] = rule("axis.one", "axis == 1");
  op.hints.arguments["axis"] = {std::int64_t{1}};
  const Fixture it(std::move(op));
  Families families(it.bound);
  families.add_rules();
  std::map<std::string, Case> shared;
  for (const Case& one : families.take().cases) {
    if (one.content.find("/shares-") != std::string::npos) shared.emplace(one.content, one);
  }
  ASSERT_TRUE(shared.contains("axis.one/shares-y-axis0"));
  const Case& of_y = shared.at("axis.one/shares-y-axis0");
  const auto count = std::get<std::int64_t>(of_y.call.arguments.at("axis"));
  const Shape& x_shape = std::get<Tensor>(of_y.call.arguments.at("x")).type.shape;
  EXPECT_GT(count, 1);
  EXPECT_EQ(std::get<Tensor>(of_y.call.arguments.at("y")).type.shape, Shape{x_shape[0] / count});
  EXPECT_THAT(of_y.covers, testing::ElementsAre(Field(&Reason::id, "axis.one"), Field(&Reason::id, "y.shape")));
  for (const auto& [content, one] : shared) {
    EXPECT_EQ(judge_rules(it.bound, one.call).broken.size(), 2U) << content;
    EXPECT_EQ(one.covers.front().id, "axis.one") << content;
  }
}

TEST(Rules, OnACountOfOneAreNotBrokenBesideAnAxisWhereNoCountDividesOne) {
  OpSpec op = small_op();
  op.rules[1] = rule("n.odd", "n % 2 == 1");
  op.rules[2] = rule("axis.one", "axis == 1");
  op.parameters[axis].defaults.front().value = {.value = std::int64_t{1}};
  op.hints.symbols = {{"n", {std::int64_t{1}, std::int64_t{11}}}};
  op.hints.arguments["axis"] = {std::int64_t{1}};
  const Fixture it(std::move(op));
  Families families(it.bound);
  families.add_rules();
  for (const Case& one : families.take().cases) EXPECT_EQ(one.content.find("/shares-"), std::string::npos);
}

TEST(Conditions, OfAnArgumentAreBrokenByNumbersWhoseLowBitsAreLegal) {
  const Fixture it;
  Families families(it.bound);
  families.add_rules();
  families.add_conditions();
  std::set<std::int64_t> axes;
  for (const Case& one : families.take().cases) {
    if (one.content.starts_with("axis.inside/alone-wraps-"))
      axes.insert(std::get<std::int64_t>(one.call.arguments.at("axis")) >> 8);
  }
  EXPECT_THAT(axes, testing::ElementsAre(-(1 << 24), -(1 << 8), -1, 1, 1 << 8, 1 << 24));
}

TEST(Conditions, ThatACallShowsBesideAWiderOneHaveNoCaseOfTheirOwn) {
  OpSpec op = small_op();
  op.parameters[1].shapes = {shape("square", "[n, n + 1]")};
  const Fixture it(std::move(op));
  Families families(it.bound);
  families.add_rules();
  families.add_conditions();
  std::vector<std::string> contents;  // up to the hash of the condition
  for (const Case& one : families.take().cases) contents.push_back(one.content.substr(0, one.content.rfind('.')));
  EXPECT_THAT(contents, Contains("y.shape/alone-swapped"));
  EXPECT_THAT(contents, Not(Contains("y.shape/alone-axis0-swapped"))) << "there are no other axes to exchange";
}

TEST(Conditions, OfAShapeReadOffOtherAxesAreShownWhereItsSizesAreOne) {
  OpSpec op = small_op();
  op.parameters[0].shapes = {shape("image", "[loop, axis, n, deep]")};
  op.symbols = {{.name = "loop", .value = testing_rule::parse("dim(x, 0)")},
                {.name = "n", .value = testing_rule::parse("dim(x, 2)")},
                {.name = "deep", .value = testing_rule::parse("dim(x, 3)")}};
  op.hints.symbols = {{"loop", {std::int64_t{2}}}, {"n", {std::int64_t{3}}}, {"deep", {std::int64_t{5}}}};
  op.hints.arguments = {{"axis", {std::int64_t{2}}}};
  op.rules = {};
  op.parameters[1].shapes = {shape("one", "[1]")};
  const Fixture it(std::move(op));
  Families families(it.bound);
  families.add_rules();
  families.add_conditions();
  const auto cases = families.take().cases;
  const auto shows = [](const Case& one) { return one.content == "x.shape/alone-axis0-new"; };
  const auto shown = std::ranges::find_if(cases, shows);
  ASSERT_NE(shown, cases.end());
  EXPECT_EQ(std::get<Tensor>(shown->call.arguments.find("x")->second).type.shape, (Shape{1, 1, 1, 1, 1}));
}

std::vector<Case> data_in(const Fixture& it, Tier tier) {
  Families families(it.bound, tier);
  families.add_data(it.bound);
  return families.take().cases;
}

TEST(DataSets, MeetInFullEachChoiceThatTheyLeaveOpen) {
  const Fixture it;
  const auto cases = data_in(it, Tier::full);
  const auto is_of_long = [](const Case& one) { return one.content.starts_with("long/with/"); };
  std::string all;
  for (const Case& one : cases) {
    if (!is_of_long(one)) continue;
    EXPECT_TRUE(is_legal(SlotCall(it.bound, one.call.arguments))) << one.content;
    EXPECT_EQ(one.data_set, "long");
    EXPECT_EQ(to_text(one.covers.front()), "long") << one.content;
    all += one.content + "\n";
  }
  EXPECT_THAT(all, AllOf(testing::HasSubstr("x=strided"), testing::HasSubstr("x=inside"), testing::HasSubstr("+y")));
  EXPECT_THAT(all, Not(testing::HasSubstr("n="))) << "the set chooses it";
}

TEST(DataSets, KeepBesideOtherChoicesWhatTheyChooseThemselves) {
  OpSpec op = small_op();
  DataSet& set = op.hints.data[1];
  set.when = testing_rule::parse("y is given");
  set.layouts = {{"x", Layout::strided}};
  set.shapes = {{"y", "one"}};
  set.arguments = {{"axis", std::int64_t{1}}};
  std::size_t met = 0;
  for (const Case& one : data_in(Fixture(std::move(op)), Tier::full)) {
    if (!one.content.starts_with("long/with/")) continue;
    ++met;
    const auto& arguments = one.call.arguments;
    EXPECT_EQ(std::get<Tensor>(arguments.at("x")).type.layout, Layout::strided) << one.content;
    EXPECT_EQ(std::get<Tensor>(arguments.at("y")).type.shape, Shape{1}) << one.content;
    EXPECT_EQ(std::get<std::int64_t>(arguments.at("axis")), 1) << one.content;
  }
  EXPECT_GT(met, 0U);
}

TEST(DataSets, MeetNoFurtherChoicesInFast) {
  for (const Case& one : data_in(Fixture(), Tier::fast)) EXPECT_THAT(one.content, Not(testing::HasSubstr("/with/")));
}

/// The small operator, y given, with two groups of sizes: one without a name, and one in another layout.
OpSpec with_groups() {
  OpSpec op = small_op();
  op.hints.sizes.resize(2);
  op.hints.sizes[0].of = {{"n", {std::int64_t{2}, std::int64_t{8}}}, {"axis", {std::int64_t{1}}}};
  SizeGroup& wide = op.hints.sizes[1];
  wide.start = data_set("wide");
  wide.start.when = testing_rule::parse("y is given");
  wide.start.sizes = {{"n", {8}}};
  wide.start.layouts = {{"x", Layout::strided}};
  wide.of = {{"n", {std::int64_t{2}}}, {"x", {Value("contiguous"), Value("vector")}}};
  return op;
}

std::vector<Case> sizes_in(const Fixture& it) {
  Families families(it.bound);
  families.add_size_pairs(it.bound);
  return families.take().cases;
}

TEST(SizeGroups, HaveTheirNamesAndTheirOwnStart) {
  const auto cases = sizes_in(Fixture(with_groups()));
  EXPECT_THAT(cases, Contains(AllOf(says("any,axis=1,n=8"), Field(&Case::data_set, ""))));
  EXPECT_THAT(cases, Contains(AllOf(says("wide/any+y"), Field(&Case::data_set, "wide"))));
  EXPECT_THAT(cases, Contains(says("wide/any+y,n=2,x=vector,x=contiguous")));
  EXPECT_THAT(cases, Not(Contains(says("wide/any"))));
  EXPECT_THAT(cases, Each(Field(&Case::family, Family::size_pairs)));
}

TEST(SizeGroups, MakeNoCasesWhereTheyDoNotHold) {
  OpSpec op = with_groups();
  op.hints.sizes[1].start.applies.modes = {"graph_static"};
  std::vector<std::string> contents;
  for (const Case& one : sizes_in(Fixture(std::move(op)))) contents.push_back(one.content);
  EXPECT_THAT(contents, Contains("any,axis=1,n=8"));
  EXPECT_THAT(contents, Each(Not(testing::StartsWith("wide/"))));
}

}  // namespace
}  // namespace npu_cts::expand
