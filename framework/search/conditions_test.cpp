// SPDX-License-Identifier: Apache-2.0
#include "framework/search/conditions.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

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
  EXPECT_THAT(names_of(Fixture(), "axis.inside"),
              ElementsAre("boundary true", "negative below", "negative above", "negative just-below",
                          "negative just-above", "negative wraps-8", "negative wraps-16", "negative wraps-32"));
}

TEST(Conditions, OfADivisibilityAreFalseInOneWay) {
  EXPECT_THAT(names_of(Fixture(), "n.even"), ElementsAre("boundary true", "negative false"));
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
  op.symbols.push_back({.name = "deep", .value = parse("dim(x, 1)"), .at = {}});
  const auto names = names_of(Fixture(std::move(op)), "y.shape");
  EXPECT_THAT(names, Contains("negative axis0-as-deep"));
  EXPECT_THAT(names, Not(Contains("negative axis0-as-n"))) << "that is what it is to have, in one of its shapes";
}

TEST(Conditions, OfACountAreFalseWithOneForAllAndWithTwiceAsMany) {
  OpSpec op = small_op();
  op.rules.push_back(rule("y.count", "numel(y) == n", Phase::shape));
  EXPECT_THAT(names_of(Fixture(std::move(op)), "y.count"),
              IsSupersetOf({"negative below", "negative above", "negative one", "negative twice"}));
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
