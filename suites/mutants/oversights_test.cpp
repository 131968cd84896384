// SPDX-License-Identifier: Apache-2.0
// The planned cases catch argument checks that overlook one way of being wrong each.

#include <gtest/gtest.h>

#include <ostream>

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

INSTANTIATE_TEST_SUITE_P(Checks, Overlooks, testing::ValuesIn(all_oversights()), name_of_test<Oversight>);

}  // namespace
}  // namespace npu_cts::mutants
