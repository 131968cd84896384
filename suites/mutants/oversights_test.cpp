// SPDX-License-Identifier: Apache-2.0
// The planned cases catch argument checks that overlook one way of being wrong each.

#include <gmock/gmock.h>

#include <ostream>
#include <vector>

#include "kernels/mutant.h"
#include "suites/mutants/bench_of.h"

namespace npu_cts::mutants {

void PrintTo(const Oversight& oversight, std::ostream* out) { *out << oversight.op << ", which " << oversight.wrong; }

namespace {

class Overlooks : public testing::TestWithParam<Oversight> {};

TEST_P(Overlooks, AndIsCaught) {
  const Finding finding = bench_of(GetParam().op).examine(GetParam());
  EXPECT_NE(finding.caught_by, "") << "none of " << finding.ran << " cases sees that it " << GetParam().wrong;
  RecordProperty("caught_by", finding.caught_by);
}

std::vector<Oversight> oversights_that(bool (*are_wanted)(const Oversight&)) {
  std::vector<Oversight> all = all_oversights();
  std::erase_if(all, [&](const Oversight& one) { return !are_wanted(one); });
  return all;
}

TEST(Meeting, AllOversightsAreCaughtByTheTierFull) {
  const std::vector<Oversight> meeting =
      oversights_that([](const Oversight& one) { return one.meets && !one.at_limit; });
  const auto missed = missed_by(Tier::full, meeting);
  EXPECT_GE(meeting.size(), 30U);
  EXPECT_THAT(missed, testing::IsEmpty());
}

TEST(Meeting, AllButTwoChecksAtLimitsAreCaughtByTheTierFull) {
  const std::vector<Oversight> limits = oversights_that([](const Oversight& one) { return one.at_limit; });
  const auto missed = missed_by(Tier::full, limits);
  EXPECT_GE(limits.size(), 24U);
  EXPECT_LE(missed.size(), 2U) << testing::PrintToString(missed);
}

INSTANTIATE_TEST_SUITE_P(Checks, Overlooks,
                         testing::ValuesIn(oversights_that([](const Oversight& one) { return !one.meets; })),
                         name_of_test<Oversight>);

}  // namespace
}  // namespace npu_cts::mutants
