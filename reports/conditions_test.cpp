// SPDX-License-Identifier: Apache-2.0
#include "reports/conditions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

namespace npu_cts::reports {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Trait value(std::string of, std::string is) { return {.of = std::move(of), .is = "== " + std::move(is)}; }
Trait number(std::string of, std::int64_t is) {
  Trait trait = value(std::move(of), std::to_string(is));
  trait.number = is;
  return trait;
}
Trait size(std::string of, std::int64_t is) {
  Trait trait = number(std::move(of), is);
  trait.kind = TraitOf::size;
  return trait;
}
Trait mode(std::string is) {
  Trait trait = value("mode", std::move(is));
  trait.kind = TraitOf::target;
  return trait;
}

/// Cases of one run.
class Cases {
 public:
  /// Adds `count` cases with `traits`, each of a content of its own.
  Cases& wrong(std::size_t count, const std::vector<Trait>& traits, const std::string& stratum = "rows") {
    return add(count, traits, stratum, wrong_);
  }
  Cases& right(std::size_t count, const std::vector<Trait>& traits, const std::string& stratum = "rows") {
    return add(count, traits, stratum, right_);
  }
  /// Adds one case of `content`.
  Cases& one(bool is_right, const std::string& content, const std::vector<Trait>& traits) {
    (is_right ? right_ : wrong_).push_back({.stratum = "rows", .content = content, .traits = numbers_of(traits)});
    return *this;
  }

  [[nodiscard]] Condition condition() const {
    ConditionSearch search;
    for (const CaseTraits& one : wrong_) search.add_wrong(one);
    search.close_wrong(numbers_.all());
    for (const CaseTraits& one : right_) search.add_right(one);
    search.close_right();
    for (const CaseTraits& one : right_) search.look_below(numbers_.all(), one);
    return search.condition();
  }

 private:
  std::vector<std::size_t> numbers_of(const std::vector<Trait>& traits) {
    std::vector<std::size_t> numbers;
    for (const Trait& trait : traits) numbers.push_back(numbers_.of(trait));
    return numbers;
  }
  Cases& add(std::size_t count, const std::vector<Trait>& traits, const std::string& stratum,
             std::vector<CaseTraits>& to) {
    const auto numbers = numbers_of(traits);
    for (std::size_t i = 0; i < count; ++i)
      to.push_back({.stratum = stratum, .content = fmt::format("{}", ++contents_), .traits = numbers});
    return *this;
  }

  TraitNumbers numbers_;
  std::vector<CaseTraits> wrong_;
  std::vector<CaseTraits> right_;
  std::size_t contents_ = 0;
};

TEST(Conditions, AreWhatAllWrongCasesHaveAndNoRightOne) {
  const Condition found =
      Cases().wrong(9, {value("x", "a"), value("y", "c")}).right(50, {value("x", "b"), value("y", "c")}).condition();
  EXPECT_THAT(found.says, ElementsAre("x == a"));
  EXPECT_TRUE(found.is_exact());
}

TEST(Conditions, AreNotExactWhereARightCaseHasThem) {
  Cases cases;
  cases.wrong(9, {value("x", "a")}).right(50, {value("x", "b")}).right(3, {value("x", "a")});
  EXPECT_THAT(cases.condition().says, ElementsAre("x == a"));
  EXPECT_FALSE(cases.condition().is_exact());
}

TEST(Conditions, AreNoneWhereNoCaseIsWrong) {
  EXPECT_TRUE(Cases().right(9, {number("x", 1), size("k", 64)}).condition().is_empty()) << "all were waived";
}

TEST(Conditions, AreNoneWhereFewCasesAreWrong) {
  EXPECT_TRUE(Cases().wrong(2, {value("x", "a")}).right(8, {value("x", "b")}).condition().is_empty());
}

TEST(Conditions, CountCasesThatDifferInTheirTargetAsOne) {
  Cases cases;
  for (int i = 0; i < 9; ++i) cases.one(false, "same", {value("x", "a")});
  EXPECT_TRUE(cases.right(50, {value("x", "b")}).condition().is_empty());
}

TEST(Conditions, CompareCasesOfOneStratumAlone) {
  const std::vector<Trait> usual{value("axis", "1")};
  const std::vector<Trait> other{value("axis", "2")};
  EXPECT_TRUE(Cases().wrong(9, usual, "ties").right(9, usual, "ties").right(200, other, "rows").condition().is_empty())
      << "the cases with ties all have the usual axis";
  EXPECT_THAT(Cases().wrong(9, usual, "ties").right(60, other, "ties").condition().says, ElementsAre("axis == 1"));
}

TEST(Conditions, CompareTargetsByCasesOfOneContent) {
  Cases alone;
  for (int i = 0; i < 9; ++i) alone.one(false, fmt::format("c{}", i), {mode("eager")});
  EXPECT_TRUE(alone.right(200, {mode("graph")}).condition().is_empty()) << "no other mode has these cases";
  Cases paired;
  for (int i = 0; i < 12; ++i) {
    paired.one(false, fmt::format("c{}", i), {mode("eager")});
    paired.one(true, fmt::format("c{}", i), {mode("graph")});
  }
  EXPECT_THAT(paired.condition().says, ElementsAre("mode == eager"));
}

TEST(Conditions, TakeTwoClaimsWhereBothAreNeeded) {
  Cases cases;
  cases.wrong(12, {value("x", "a"), value("y", "c")}).right(60, {value("x", "a"), value("y", "d")});
  cases.right(60, {value("x", "b"), value("y", "c")}).right(60, {value("x", "b"), value("y", "d")});
  EXPECT_THAT(cases.condition().says, ElementsAre("x == a", "y == c"));
}

TEST(Conditions, TakeNoSecondClaimThatSaysNoMore) {
  Cases cases;
  cases.wrong(12, {value("x", "a"), value("y", "c")}).right(60, {value("x", "b"), value("y", "d")});
  EXPECT_THAT(cases.condition().says, ElementsAre("x == a")) << "the two come together";
}

TEST(Conditions, SayWhatNoWrongCaseHas) {
  Cases cases;
  cases.wrong(6, {number("axis", 1)}).wrong(6, {number("axis", -3)}).right(90, {number("axis", -2)});
  EXPECT_THAT(cases.condition().says, ElementsAre("axis != -2"));
}

TEST(Conditions, SayFromWhichNumberOn) {
  Cases cases;
  cases.wrong(6, {number("rank", 6)}).wrong(6, {number("rank", 7)});
  for (int rank = 1; rank < 6; ++rank) cases.right(30, {number("rank", rank)});
  EXPECT_THAT(cases.condition().says, ElementsAre("rank >= 6"));
}

TEST(Conditions, SayFromWhichSizeOnAndWhichWasStillRight) {
  Cases cases;
  cases.wrong(6, {size("k", 1097)}).wrong(6, {size("k", 4096)}).right(60, {size("k", 1)}).right(60, {size("k", 65)});
  const Condition found = cases.condition();
  EXPECT_THAT(found.says, IsEmpty());
  ASSERT_TRUE(found.from);
  EXPECT_EQ(found.from->symbol, "k");
  EXPECT_EQ(found.from->from, 1097);
  EXPECT_EQ(found.from->right_at, 65);
}

TEST(Conditions, LookForTheSizeBesideTheRest) {
  Cases cases;
  cases.wrong(12, {mode("graph"), size("k", 64), value("x", "a")});
  cases.right(60, {mode("graph"), size("k", 63), value("x", "b")});
  cases.right(60, {mode("graph"), size("k", 20), value("x", "a")});
  cases.right(60, {mode("graph"), size("k", 64), value("x", "b")});
  const Condition found = cases.condition();
  EXPECT_THAT(found.says, ElementsAre("x == a"));
  ASSERT_TRUE(found.from);
  EXPECT_EQ(found.from->right_at, 20) << "63 is of calls that are right at any size";
}

TEST(Conditions, TakeNoSizeThatIsLikelierToShowAFault) {
  Cases cases;
  cases.wrong(6, {size("k", 31)}).wrong(6, {size("k", 32)}).right(90, {size("k", 24)}).right(5, {size("k", 40)});
  EXPECT_TRUE(cases.condition().is_empty()) << "24 is near, and 40 is right";
}

TEST(Conditions, TakeNoSizeThatHoldsFewValues) {
  EXPECT_FALSE(Cases().wrong(12, {size("k", 9)}).right(90, {size("k", 2)}).condition().from);
}

TEST(Conditions, SayOfWhichBlocksASizeIsNoMultiple) {
  Cases cases;
  cases.wrong(6, {size("k", 33)}).wrong(6, {size("k", 48)}).wrong(6, {size("k", 5)});
  cases.right(60, {size("k", 32)}).right(60, {size("k", 64)}).right(60, {size("k", 96)});
  EXPECT_THAT(cases.condition().says, ElementsAre("k % 32 != 0"));
}

}  // namespace
}  // namespace npu_cts::reports
