// SPDX-License-Identifier: Apache-2.0
#include "framework/search/boundary_objectives.h"

#include <gmock/gmock.h>

#include "framework/search/search_testing.h"

namespace npu_cts::search {
namespace {

using testing::ElementsAre;
using testing::MatchesRegex;
using testing::SizeIs;
using testing_search::rule;

/// Returns "at 0", "above! 1" …: side, whether the rule is broken there, and the difference.
std::vector<std::string> sides_of(std::string_view require) {
  std::vector<std::string> sides;
  for (const BoundaryObjective& one : boundary_objectives_of(rule("R", require)))
    sides.push_back(std::string(name_of(one.side)) + one.mark + (one.broken ? "! " : " ") +
                    std::to_string(one.difference));
  return sides;
}

TEST(BoundaryObjectives, OfAnUpperLimitAreAtItAndAbove) {
  EXPECT_THAT(sides_of("n <= 8"), ElementsAre("at 0", "above! 1", "broken! 0"));
}

TEST(BoundaryObjectives, OfAStrictUpperLimitAreOneLower) {
  EXPECT_THAT(sides_of("n < 8"), ElementsAre("at -1", "above! 0", "broken! 0"));
}

TEST(BoundaryObjectives, OfALowerLimitAreAtItAndBelow) {
  EXPECT_THAT(sides_of("n >= 1"), ElementsAre("at 0", "below! -1", "broken! 0"));
}

TEST(BoundaryObjectives, OfAStrictLowerLimitAreOneHigher) {
  EXPECT_THAT(sides_of("n > 1"), ElementsAre("at 1", "below! 0", "broken! 0"));
}

TEST(BoundaryObjectives, OfAnInequalityAreTheValueAndTheNext) {
  EXPECT_THAT(sides_of("n != 3"), ElementsAre("equal! 0", "next 1", "broken! 0"));
}

TEST(BoundaryObjectives, OfAnEqualityAreBothSides) {
  EXPECT_THAT(sides_of("n == 3"), ElementsAre("above! 1", "below! -1", "broken! 0"));
}

TEST(BoundaryObjectives, OfARangeAreBothEndsAndBeyond) {
  EXPECT_THAT(sides_of("n in 1..8"), ElementsAre("low 0", "high 0", "below! -1", "above! 1", "broken! 0"));
}

TEST(BoundaryObjectives, OfADivisibilityAreOnceARemainderAndOneShort) {
  EXPECT_THAT(sides_of("n % 4 == 0"), ElementsAre("once 0", "remainder! 1", "short! -1", "broken! 0"));
}

TEST(BoundaryObjectives, OfSeveralComparisonsCarryAMarkEach) {
  const auto sides = sides_of("n >= 1 and not n > 8");
  ASSERT_THAT(sides, SizeIs(5));
  EXPECT_THAT(sides[0], MatchesRegex("at\\..... 0"));
  EXPECT_THAT(sides[2], MatchesRegex("at\\..... 1"));
  EXPECT_NE(sides[0].substr(0, 7), sides[2].substr(0, 7));
}

TEST(BoundaryObjectives, OfAQuantifierAreABreachAlone) {
  EXPECT_THAT(sides_of("all(i in 0..3: i < n)"), ElementsAre("broken! 0"));
}

TEST(BoundaryObjectives, OfADerivedRuleAreABreachAlone) {
  Rule derived = rule("R", "n <= 8");
  derived.derived = true;
  EXPECT_THAT(boundary_objectives_of(derived), SizeIs(1));
}

}  // namespace
}  // namespace npu_cts::search
