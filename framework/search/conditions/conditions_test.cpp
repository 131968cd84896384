// SPDX-License-Identifier: Apache-2.0
#include "framework/search/conditions/conditions.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "framework/search/conditions/sweep.h"
#include "framework/search/search_testing.h"

namespace npu_cts::search {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsSupersetOf;
using testing::Not;
using testing_rule::parse;
using testing_search::Fixture;
using testing_search::rule;
using testing_search::shape;
using testing_search::small_op;

/// Returns what each way of `id` is called, up to the hash of its condition.
std::vector<std::string> names_of(const Fixture& fixture, std::string_view id) {
  const Decision decision(fixture.bound, *fixture.bound.find_rule(id));
  std::vector<std::string> names;
  for (const ConditionWay& way : decision.ways())
    names.push_back((way.broken ? "negative " : "boundary ") + way.name.substr(0, way.name.find('.')));
  return names;
}

TEST(Conditions, OfARangeAreFalseBelowAndAboveAndRightBesideItsEndsAndWhereItsLowBitsAreInside) {
  EXPECT_THAT(
      names_of(Fixture(), "axis.inside"),
      ElementsAre("boundary true", "negative below", "negative above", "negative just-below", "negative just-above",
                  "negative wraps-8", "negative wraps-down-8", "negative wraps-16", "negative wraps-down-16",
                  "negative wraps-32", "negative wraps-down-32", "negative least", "negative largest"));
}

TEST(Conditions, OfAPositiveNumberAreFalseWithoutItsSign) {
  OpSpec op = small_op();
  op.rules.push_back(rule("axis.few", "axis >= 1 and axis <= 5"));
  const Fixture fixture(std::move(op));
  EXPECT_THAT(names_of(fixture, "axis.inside"), Not(Contains("negative opposite"))) << "it takes negative numbers";
  const Decision decision(fixture.bound, *fixture.bound.find_rule("axis.few"));
  std::vector<std::size_t> opposite;
  for (std::size_t i = 0; i < decision.ways().size(); ++i) {
    if (decision.ways()[i].name.starts_with("opposite")) opposite.push_back(i);
  }
  ASSERT_EQ(opposite.size(), 1U);
  for (const std::int64_t number : {-5, -3, -1, -6, 0, 3}) {
    SlotArguments arguments(3);
    arguments[testing_search::axis] = number;
    const bool is_shown = !decision.shown_by(SlotCall(fixture.bound, arguments), opposite).empty();
    EXPECT_EQ(is_shown, -5 <= number && number <= -1) << number << ": 6 is not legal either";
  }
}

TEST(Conditions, OfADivisibilityAreFalseOfLessThanAWholeOfMoreAndOfHalfOfOne) {
  EXPECT_THAT(names_of(Fixture(), "n.even"), ElementsAre("boundary true", "negative false", "negative less-than-one",
                                                         "negative more-than-one", "negative half"));
}

TEST(Conditions, OfAShapeAreFalseByRankAndByEachAxisThatDoesNotFollowFromIt) {
  const auto names = names_of(Fixture(), "y.shape");
  EXPECT_THAT(names, IsSupersetOf({"negative rank-short", "negative rank-long-front", "negative rank-long-back",
                                   "negative axis0-short", "negative axis0-long", "negative axis0-other"}));
  EXPECT_THAT(names, Not(Contains("negative axis0-one"))) << "[1] is documented too";
}

TEST(Conditions, OfAShapeAreFalseWithEachAxisLeftOutExchangedOrNew) {
  OpSpec op = small_op();
  op.parameters[1].shapes = {shape("square", "[n, n + 1]")};
  EXPECT_THAT(names_of(Fixture(std::move(op)), "y.shape"),
              IsSupersetOf({"negative axis0-dropped", "negative axis1-dropped", "negative axis0-swapped",
                            "negative axis0-new", "negative axis1-new", "negative axis2-new"}));
}

TEST(Conditions, OfAShapeAreFalseWithAHalfALowByteTwoAxesMoreOrFewerAndAxesThatAreOne) {
  OpSpec op = small_op();
  op.parameters[1].shapes = {shape("cube", "[n, 3, n + 1, 4]")};
  EXPECT_THAT(names_of(Fixture(std::move(op)), "y.shape"),
              IsSupersetOf({"negative axis0-half", "negative axis2-wraps-8", "negative rank-two-more",
                            "negative rank-two-fewer", "negative axis0-merged", "negative axis1-merged",
                            "negative axis2-merged", "negative tail-merged"}));
}

TEST(Conditions, OfAShapeThatCountsWhatIsPackedAreFalseWithTheCountOfWords) {
  OpSpec op = small_op();
  op.symbols.push_back({.name = "deep", .value = parse("if(dtype(x) == int8, last(x) * 8, last(x))")});
  op.parameters[1].shapes = {shape("packed", "[deep, n]")};
  const auto names = names_of(Fixture(std::move(op)), "y.shape");
  EXPECT_THAT(names, Contains("negative axis0-packed"));
  EXPECT_THAT(names, Not(Contains("negative axis1-packed"))) << "n is no multiple of a size";
}

TEST(Conditions, OfAShapeThatFollowsFromItselfAreFalseWithANewFirstOrLastAxis) {
  OpSpec op = small_op();
  op.parameters[0].shapes = {shape("matrix", "[n, 4]")};
  const auto names = names_of(Fixture(std::move(op)), "x.shape");
  EXPECT_THAT(names, Contains("negative axis2-new"));
  EXPECT_THAT(names, Contains("negative axis0-new")) << "where n, which is read off another axis then, is 1";
  EXPECT_THAT(names, Not(Contains("negative axis1-new"))) << "n is another number then";
}

TEST(Conditions, OfAShapeAreFalseWithThatOfAnotherTarget) {
  OpSpec op = small_op();
  op.parameters[1].shapes.push_back(shape("rows", "[n, 2]"));
  op.parameters[1].shapes.back().applies.products = {"p2"};
  op.parameters[1].shapes.back().when = parse("dtype(x) == int8");
  const auto names = names_of(Fixture(std::move(op)), "y.shape");
  EXPECT_EQ(std::ranges::count(names, "negative elsewhere-rows"), 1);
}

TEST(Conditions, OfAShapeAreFalseWithTheSizeOfAnotherAxis) {
  OpSpec op = small_op();
  op.parameters[0].shapes = {shape("matrix", "[n, deep]")};
  op.symbols.push_back({.name = "deep", .value = parse("dim(x, 1)")});
  const auto names = names_of(Fixture(std::move(op)), "y.shape");
  EXPECT_THAT(names, Contains("negative axis0-as-deep"));
  EXPECT_THAT(names, Not(Contains("negative axis0-as-n"))) << "that is what it is to have, in one of its shapes";
}

TEST(Conditions, OfACountAreFalseWithOneForAllTwiceAsManyHalfAndSeveralRows) {
  OpSpec op = small_op();
  op.rules.push_back(rule("y.count", "numel(y) == n", Phase::shape));
  EXPECT_THAT(names_of(Fixture(std::move(op)), "y.count"),
              IsSupersetOf({"negative below", "negative above", "negative one", "negative twice", "negative no-axis",
                            "negative half", "negative rows", "negative columns", "negative row-long"}));
}

TEST(Conditions, OfARankAreFalseWithOneElementOrSeveralInTheFirstAxis) {
  OpSpec op = small_op();
  op.rules.push_back(rule("x.rank", "rank(x) in 1..2", Phase::shape));
  op.rules.push_back(rule("same.rank", "rank(y) == rank(x)", Phase::shape));
  const Fixture fixture(std::move(op));
  EXPECT_THAT(names_of(fixture, "x.rank"), IsSupersetOf({"negative first-one", "negative first-many"}));
  EXPECT_THAT(names_of(fixture, "same.rank"), Not(Contains("negative first-one"))) << "of two tensors at once";
}

TEST(Conditions, OfANumberThatCountsFromTheEndAreFalseAWholeTurnAway) {
  OpSpec op = small_op();
  op.symbols.push_back({.name = "deep", .value = parse("if(axis < 0, axis + rank(x), axis)")});
  op.rules.push_back(rule("first", "deep == 0"));
  op.rules.push_back(rule("front", "deep < 1"));
  const Fixture fixture(std::move(op));
  EXPECT_THAT(names_of(fixture, "first"),
              IsSupersetOf({"negative turn-below", "negative turn-above", "negative from-end", "negative wraps-32"}));
  const auto names = names_of(fixture, "front");
  EXPECT_THAT(names, IsSupersetOf({"negative turn-above", "negative wraps-8"}));
  EXPECT_THAT(names, Not(Contains("negative turn-below"))) << "it is below 1 as well";
}

/// Returns whether the way of `id` that begins with `name` is shown by a call with `number` for the axis.
bool is_shown_by(const Fixture& fixture, std::string_view id, std::string_view name, std::int64_t number) {
  SlotArguments arguments(3);
  arguments[testing_search::x] = Tensor{.type = {.dtype = DType::int8, .shape = {2, 4}}};
  arguments[testing_search::axis] = number;
  const SlotCall call(fixture.bound, arguments);
  const Decision decision(fixture.bound, *fixture.bound.find_rule(id));
  std::vector<std::size_t> asked;
  for (std::size_t i = 0; i < decision.ways().size(); ++i) {
    if (decision.ways()[i].name.starts_with(name)) asked.push_back(i);
  }
  return !decision.shown_by(call, asked).empty();
}

TEST(Conditions, OfWhenAndOfEachMemberWrapByThemselves) {
  OpSpec op = small_op();
  op.rules[2] = rule("axis.one", "n == 8");
  op.rules[2].when = parse("axis == 1");
  op.rules.push_back(rule("not.one", "axis != 1"));
  op.rules.push_back(rule("both", "axis >= 0 and axis < 2"));
  const Fixture fixture(std::move(op));
  EXPECT_TRUE(is_shown_by(fixture, "axis.one", "wraps-8", 257)) << "no rule on n then";
  EXPECT_FALSE(is_shown_by(fixture, "axis.one", "wraps-8", 258));
  EXPECT_TRUE(is_shown_by(fixture, "not.one", "wraps-8", 257));
  EXPECT_FALSE(is_shown_by(fixture, "not.one", "wraps-8", 258));
  EXPECT_TRUE(is_shown_by(fixture, "both", "wraps-8", 257));
  EXPECT_FALSE(is_shown_by(fixture, "both", "wraps-8", 255)) << "what it keeps of it is below 0";
}

TEST(Conditions, OfAnIndexThatIsAddedBehindTheNumberOfAxesTurnByThose) {
  OpSpec op = small_op();
  op.symbols.push_back({.name = "deep", .value = parse("if(axis < 0, rank(x) + axis, axis)")});
  op.rules[2] = rule("first", "deep == 0");
  const Fixture fixture(std::move(op));
  EXPECT_TRUE(is_shown_by(fixture, "first", "turn-above", 2));
  EXPECT_TRUE(is_shown_by(fixture, "first", "turn-below", -4));
  EXPECT_FALSE(is_shown_by(fixture, "first", "turn-above", 3));
  EXPECT_TRUE(is_shown_by(fixture, "first", "from-end", -1));
  EXPECT_FALSE(is_shown_by(fixture, "first", "from-end", 1));
  EXPECT_FALSE(is_shown_by(fixture, "first", "from-end", -3));
}

TEST(Conditions, OfAnIndexFromTheEndAreFalseBesideThePlaceThatItMustName) {
  OpSpec op = small_op();
  op.symbols.push_back({.name = "deep", .value = parse("if(axis < 0, rank(x) + axis, axis)")});
  op.rules[2] = rule("third", "deep == 2");
  const Fixture fixture(std::move(op));
  EXPECT_TRUE(is_shown_by(fixture, "third", "from-end", -1));
  EXPECT_FALSE(is_shown_by(fixture, "third", "from-end", -2));
}

TEST(Conditions, OfTheLengthOfAListAreFalseWithoutEntriesOneFewerAndTwiceAsMany) {
  OpSpec op = small_op();
  op.parameters.push_back(testing_rule::parameter("sizes", ParameterKind::integer_list));
  op.rules.push_back(rule("three", "len(sizes) == 3"));
  const auto names = names_of(Fixture(std::move(op)), "three");
  EXPECT_THAT(names, IsSupersetOf({"negative below", "negative above", "negative no-entry", "negative one-fewer",
                                   "negative twice-as-many"}));
}

TEST(Conditions, OfAnInequalityAreFalseByOne) {
  OpSpec op = small_op();
  op.rules.push_back(rule("least", "n >= 2"));
  EXPECT_THAT(names_of(Fixture(std::move(op)), "least"),
              ElementsAre("boundary true", "negative false", "negative just"));
}

TEST(Conditions, OfALimitOfASizeAreFalseWhereTheBitsThatHoldItAreRight) {
  OpSpec op = small_op();
  op.rules.push_back(rule("wide", "last(x) <= 65535", Phase::shape));
  op.rules.push_back(rule("even", "last(x) <= 65536", Phase::shape));
  op.rules.push_back(rule("narrow", "dim(x, 0) in 1..200", Phase::shape));
  const Fixture fixture(std::move(op));
  EXPECT_THAT(names_of(fixture, "wide"),
              ElementsAre("boundary true", "negative false", "negative just", "negative wraps-16"));
  EXPECT_THAT(names_of(fixture, "narrow"), Contains("negative wraps-8"));
  EXPECT_THAT(names_of(fixture, "even"), Contains("negative wraps-32")) << "16 bits do not hold 65,536";
  EXPECT_THAT(names_of(fixture, "n.most"), Not(Contains("negative wraps-8"))) << "n is no axis, but a symbol";
  const Decision decision(fixture.bound, *fixture.bound.find_rule("wide"));
  const auto way = std::ranges::find(decision.ways(), "wraps-16", &ConditionWay::name);
  ASSERT_NE(way, decision.ways().end());
  for (const auto& [size, is_shown] : {std::pair{65536, false}, {65537, true}, {131071, true}, {131072, false}}) {
    SlotArguments arguments(3);
    arguments[testing_search::x] = Tensor{.type = {.dtype = DType::int8, .shape = {2, size}}};
    EXPECT_EQ(way->shows(SlotCall(fixture.bound, arguments)), is_shown) << size;
  }
}

TEST(Conditions, OfAShapeAreFalseWithTheSameTwoLowBytesWhereTheTensorStaysSmall) {
  for (const std::int64_t rows : {4, 40}) {  // 40 of them have over 2^20 elements
    OpSpec op = small_op();
    op.parameters[1].shapes = {shape("matrix", fmt::format("[{}, n]", rows))};
    const Fixture fixture(std::move(op));
    const Decision decision(fixture.bound, *fixture.bound.find_rule("y.shape"));
    const auto is_it = [](const ConditionWay& one) { return one.name.starts_with("axis1-wraps-16"); };
    const auto way = std::ranges::find_if(decision.ways(), is_it);
    ASSERT_NE(way, decision.ways().end());
    SlotArguments arguments(3);
    arguments[testing_search::x] = Tensor{.type = {.dtype = DType::int8, .shape = {6, 4}}};
    arguments[testing_search::y] = Tensor{.type = {.dtype = DType::float32, .shape = {rows, 65542}}};
    EXPECT_EQ(way->shows(SlotCall(fixture.bound, arguments)), rows == 4) << rows;
  }
}

TEST(Conditions, OfAnInequalityAreFalseByLessThanADivisorOfItsLeftSide) {
  OpSpec op = small_op();
  op.symbols.push_back({.name = "loop", .value = parse("n - 3")});
  op.symbols.push_back({.name = "deep", .value = parse("loop // axis + 1")});
  op.rules.push_back(rule("fits", "loop >= 0"));
  op.rules.push_back(rule("full", "loop <= 9"));
  op.rules.push_back(rule("more", "loop >= 2"));
  const Fixture fixture(std::move(op));
  EXPECT_THAT(names_of(fixture, "fits"), Contains("negative rounds"));
  EXPECT_THAT(names_of(fixture, "full"), Not(Contains("negative rounds"))) << "rounding takes nothing over it";
  EXPECT_THAT(names_of(fixture, "more"), Not(Contains("negative rounds"))) << "rounding towards zero makes no 2";
}

TEST(Conditions, OfShapesThatBroadcastAreFalseInEachAxisAloneWhereOneHasFewerAndWhereBothHaveAsMany) {
  OpSpec op = small_op();
  op.rules.push_back(rule("fits", "broadcastable(shape(x), shape(y))", Phase::shape));
  EXPECT_THAT(names_of(Fixture(std::move(op)), "fits"),
              ElementsAre("boundary true", "negative false", "negative axis-1", "negative axis-2", "negative axis-3",
                          "negative axis-4", "negative left-shorter", "negative right-shorter", "negative as-many"));
}

/// Returns small_op with one output of `shape`.
OpSpec with_output(std::string_view shape) {
  OpSpec op = small_op();
  op.outputs = {{.name = "out", .dtype = {}, .shape = {{.value = parse(shape)}}}};
  return op;
}

TEST(Conditions, OfAShapeAreFalseWhereItIsSpreadOverTheResult) {
  EXPECT_THAT(names_of(Fixture(with_output("[2, n, 4]")), "y.shape"),
              IsSupersetOf({"negative as-out", "negative rows-of-out", "negative along-out"}));
  const auto few_axes = names_of(Fixture(with_output("[n + 1]")), "y.shape");
  EXPECT_THAT(few_axes, Contains("negative as-out"));
  EXPECT_THAT(few_axes, Not(Contains("negative along-out"))) << "it has no more axes than y";
  EXPECT_THAT(names_of(Fixture(with_output("shape(y)")), "y.shape"), Not(Contains("negative as-out")))
      << "it is always";
}

TEST(SpreadSteps, GiveATensorTheShapeOfTheResultOfItsRowsAndAlongOneAxis) {
  const Fixture fixture(with_output("[2, dim(x, 0), 4]"));
  SlotArguments arguments(3);
  arguments[testing_search::x] = Tensor{.type = {.dtype = DType::int8, .shape = {6}}};
  const SlotCall call(fixture.bound, arguments);
  std::vector<Shape> shapes;
  for (const MutationStep& step : spread_steps(call, SlotSet(4, true))) shapes.push_back(std::get<Shape>(*step.value));
  EXPECT_THAT(shapes, ElementsAre(Shape{2, 6, 4}, Shape{2, 1, 4}, Shape{1, 6, 1}));
  EXPECT_THAT(spread_steps(call, SlotSet(4, false)), testing::IsEmpty());
}

TEST(FarShapeSteps, HalveWidenMergeAndAddOrDropAxes) {
  const Fixture fixture;
  SlotArguments arguments(3);
  arguments[testing_search::x] = Tensor{.type = {.dtype = DType::int8, .shape = {2, 6}}};
  const SlotCall call(fixture.bound, arguments);
  std::vector<Shape> shapes;
  std::vector<std::int64_t> last_sizes;
  for (const MutationStep& step : far_shape_steps(call, SlotSet(4, true))) {
    if (step.kind == MutationStep::Kind::set_shape) shapes.push_back(std::get<Shape>(*step.value));
    if (step.kind == MutationStep::Kind::set_size && step.position == 1) last_sizes.push_back(step.size);
  }
  EXPECT_THAT(shapes, ElementsAre(Shape{12}, Shape{1, 1, 2, 6}, Shape{1, 1, 1, 2, 6}, Shape{}));
  EXPECT_THAT(last_sizes, ElementsAre(48, 3, 262, 65542));
  EXPECT_THAT(far_shape_steps(call, SlotSet(4, false)), testing::IsEmpty());
  std::get<Tensor>(*arguments[testing_search::x]).type.shape = {40, 6};
  for (const MutationStep& step : far_shape_steps(SlotCall(fixture.bound, arguments), SlotSet(4, true)))
    EXPECT_FALSE(step.kind == MutationStep::Kind::set_size && step.size == 65542) << "over 2^20 elements";
}

TEST(Conditions, ThatContradictEachOtherAreOne) {
  OpSpec op = small_op();
  op.rules.push_back(rule("both", "axis != 1 or n <= 4 and axis == 1"));
  const Fixture fixture(std::move(op));
  const Decision decision(fixture.bound, *fixture.bound.find_rule("both"));
  EXPECT_EQ(decision.conditions().size(), 2U);
}

TEST(Conditions, OfAllAreThoseOfEachMember) {
  OpSpec op = small_op();
  op.rules.push_back(rule("small.axes", "all(d in axes(x) - {0}: dim(x, d) <= 4)", Phase::shape));
  const auto names = names_of(Fixture(std::move(op)), "small.axes");
  EXPECT_EQ(std::ranges::count(names, "negative false"), 7) << "axes 1 to 7";
}

}  // namespace
}  // namespace npu_cts::search
