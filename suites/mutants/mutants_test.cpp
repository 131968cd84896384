// SPDX-License-Identifier: Apache-2.0
// The planned cases catch implementations that are wrong in one way each, and let pass those that are right.

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string>

#include "kernels/mutant.h"
#include "suites/mutants/bench.h"
#include "suites/spec_under_test.h"

namespace npu_cts::mutants {

void PrintTo(const Mutant& mutant, std::ostream* out) {
  *out << mutant.op << (mutant.wrong.empty() ? " without fault" : " that ") << mutant.wrong;
}

namespace {

/// Every operator is planned once.
Bench& bench_of(std::string_view op) {
  static std::map<std::string, Bench, std::less<>> benches;
  const auto known = benches.find(op);
  if (known != benches.end()) return known->second;
  return benches.emplace(std::string(op), Bench(spec_under_test(), op)).first->second;
}

std::vector<Mutant> mutants_of(bool (*is_wanted)(const Mutant&)) {
  std::vector<Mutant> wanted;
  std::ranges::copy_if(all_mutants(), std::back_inserter(wanted), is_wanted);
  return wanted;
}

std::string name_of_test(const testing::TestParamInfo<Mutant>& row) {
  std::string op;
  for (const char letter : row.param.op) {
    if (letter != '_') op += letter;
  }
  return op + "_" + std::string(row.param.name);
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

INSTANTIATE_TEST_SUITE_P(Mutants, Wrong,
                         testing::ValuesIn(mutants_of([](const Mutant& mutant) { return mutant.harmless.empty(); })),
                         name_of_test);
INSTANTIATE_TEST_SUITE_P(Mutants, Right,
                         testing::ValuesIn(mutants_of([](const Mutant& mutant) { return !mutant.harmless.empty(); })),
                         name_of_test);

}  // namespace
}  // namespace npu_cts::mutants
