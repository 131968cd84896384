// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "suites/mutants/bench.h"
#include "suites/spec_under_test.h"

namespace npu_cts::mutants {

/// Returns the bench of `op` up to `last`; every operator is planned once.
inline Bench& bench_of(std::string_view op, Tier last = Tier::fast) {
  static std::map<std::pair<std::string, Tier>, Bench> benches;
  const std::pair key{std::string(op), last};
  const auto known = benches.find(key);
  if (known != benches.end()) return known->second;
  return benches.try_emplace(key, spec_under_test(), op, last).first->second;
}

/// Returns what each of `rows`, each a Mutant or an Oversight, does that no case up to `last` catches.
template <class Row>
std::vector<std::string> missed_by(Tier last, const std::vector<Row>& rows) {
  std::vector<std::string> missed;
  for (const Row& row : rows) {
    const Finding finding = bench_of(row.op, last).examine(row);
    EXPECT_EQ(finding.error, "") << row.op << " that " << row.wrong;
    if (finding.caught_by.empty()) missed.push_back(std::string(row.op) + " that " + std::string(row.wrong));
  }
  return missed;
}

/// Returns the name of a test about something wrong with an operator: a Mutant or an Oversight.
template <class Row>
std::string name_of_test(const testing::TestParamInfo<Row>& row) {
  std::string op;
  for (const char letter : row.param.op) {
    if (letter != '_') op += letter;
  }
  return op + "_" + std::string(row.param.name);
}

}  // namespace npu_cts::mutants
