// SPDX-License-Identifier: Apache-2.0
#include "framework/expand/choice_coverage.h"

#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "framework/arrays/check.h"

namespace npu_cts {

std::vector<ChoiceCoverage> cover_choices(const std::vector<TargetPlan>& plans) {
  std::map<std::pair<std::string, std::string>, ChoiceCoverage> sums;
  std::set<const Plan*> seen;
  for (const TargetPlan& plan : plans) {
    if (!seen.insert(plan.shared.get()).second) continue;
    for (const PlannedArray& array : plan.shared->arrays) {
      const arrays::Check check = arrays::check(array.model, array.rows, array.strength);
      ChoiceCoverage& sum = sums.try_emplace({plan.op->name, array.family}).first->second;
      sum.met += check.covered;
      sum.missed += check.missed;
      sum.infeasible += check.infeasible;
    }
  }
  std::vector<ChoiceCoverage> all;
  for (auto& [key, sum] : sums) {
    std::tie(sum.op, sum.family) = key;
    all.push_back(std::move(sum));
  }
  return all;
}

}  // namespace npu_cts
