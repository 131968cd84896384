// SPDX-License-Identifier: Apache-2.0
// The planned cases catch implementations that are wrong in one way each, and let pass those that are right.

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <ostream>
#include <vector>

#include "kernels/mutant.h"
#include "suites/mutants/bench_of.h"

namespace npu_cts::mutants {

void PrintTo(const Mutant& mutant, std::ostream* out) {
  *out << mutant.op << (mutant.wrong.empty() ? " without fault" : " that ") << mutant.wrong;
}

namespace {

std::vector<Mutant> mutants_that(bool (*is_wanted)(const Mutant&)) {
  std::vector<Mutant> wanted;
  std::ranges::copy_if(all_mutants(), std::back_inserter(wanted), is_wanted);
  return wanted;
}

class Wrong : public testing::TestWithParam<Mutant> {};
class Right : public testing::TestWithParam<Mutant> {};

TEST_P(Wrong, IsCaught) {
  const Finding finding = bench_of(GetParam().op).examine(GetParam());
  EXPECT_EQ(finding.error, "");
  EXPECT_NE(finding.caught_by, "") << "none of " << finding.ran << " cases sees that it " << GetParam().wrong;
  RecordProperty("caught_by", finding.caught_by);
  RecordProperty("reason", finding.reason);
}

TEST_P(Right, IsNotCaught) {
  const Finding finding = bench_of(GetParam().op).examine(GetParam());
  EXPECT_EQ(finding.error, "");
  EXPECT_EQ(finding.caught_by, "") << finding.reason << "; it was thought right because " << GetParam().harmless;
  EXPECT_GT(finding.ran, 0U);
  RecordProperty("cases", static_cast<int>(finding.ran));
}

TEST(Meeting, AllButThreeMutantsAreCaught) {
  const std::vector<Mutant> meeting =
      mutants_that([](const Mutant& mutant) { return mutant.meets && !mutant.at_limit && !mutant.needs_full; });
  const auto missed = missed_by(Tier::fast, meeting);
  EXPECT_GE(meeting.size(), 50U);
  EXPECT_LE(missed.size(), 3U) << testing::PrintToString(missed);
}

TEST(Meeting, AllButThreeMutantsAtLimitsAreCaught) {
  const std::vector<Mutant> limits = mutants_that([](const Mutant& mutant) { return mutant.at_limit; });
  const auto missed = missed_by(Tier::fast, limits);
  EXPECT_GE(limits.size(), 22U);
  EXPECT_LE(missed.size(), 3U) << testing::PrintToString(missed);
}

TEST(Meeting, MutantsOfThreeChoicesAreCaughtByTheTierFullAlone) {
  const std::vector<Mutant> threes = mutants_that([](const Mutant& mutant) { return mutant.needs_full; });
  EXPECT_GE(threes.size(), 5U);
  EXPECT_EQ(missed_by(Tier::fast, threes).size(), threes.size());
  EXPECT_THAT(missed_by(Tier::full, threes), testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Mutants, Wrong, testing::ValuesIn(mutants_that([](const Mutant& mutant) {
                           return mutant.harmless.empty() && !mutant.meets;
                         })),
                         name_of_test<Mutant>);
INSTANTIATE_TEST_SUITE_P(Mutants, Right,
                         testing::ValuesIn(mutants_that([](const Mutant& mutant) { return !mutant.harmless.empty(); })),
                         name_of_test<Mutant>);

}  // namespace
}  // namespace npu_cts::mutants
