// SPDX-License-Identifier: Apache-2.0
#include "framework/expand/choice_coverage.h"

#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace npu_cts::expand {

std::vector<ChoiceCoverage> cover_choices(const std::vector<TargetPlan>& plans) {
  std::map<std::pair<std::string, Family>, ChoiceCoverage> sums;
  std::set<const Plan*> seen;
  for (const TargetPlan& plan : plans) {
    if (!seen.insert(plan.shared.get()).second) continue;
    for (const ChoiceCoverage& one : plan.shared->choices) {
      ChoiceCoverage& sum = sums.try_emplace({one.op, one.family}).first->second;
      sum.met += one.met;
      sum.missed += one.missed;
      sum.infeasible += one.infeasible;
    }
  }
  std::vector<ChoiceCoverage> all;
  for (auto& [key, sum] : sums) {
    std::tie(sum.op, sum.family) = key;
    all.push_back(std::move(sum));
  }
  return all;
}

}  // namespace npu_cts::expand
