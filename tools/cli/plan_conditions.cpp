// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/plan_conditions.h"

#include <algorithm>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "reports/find_conditions.h"

namespace npu_cts {
namespace {

expand::PlanOptions options_of(const reports::Report& report, const std::string& op, expand::PlanMemory* plans) {
  expand::PlanOptions options{.filters = report.info.filters, .memory = plans};
  options.filters.ops = {op};
  options.filters.tier = std::max(options.filters.tier, Tier::fast);  // that of a smaller one is part of it
  return options;
}

/// The cases of `plans`, which outlive it. It keeps no ids: there may be a million.
class CasesOfPlans {
 public:
  explicit CasesOfPlans(const std::vector<expand::TargetPlan>& plans) {
    for (const expand::TargetPlan& plan : plans) {
      for (const Case& planned : plan.shared->cases) cases_.emplace(hash(expand::id_at(plan, planned)), &planned);
    }
  }

  [[nodiscard]] const Case* find(const std::string& id) const {
    const auto found = cases_.find(hash(id));
    return found == cases_.end() ? nullptr : found->second;
  }

 private:
  static std::size_t hash(const std::string& id) { return std::hash<std::string>()(id); }

  std::unordered_map<std::size_t, const Case*> cases_;
};

}  // namespace

reports::Report with_conditions(const Spec& spec, reports::Report report, expand::PlanMemory* plans) {
  for (reports::OpReport& op : report.operators) {
    const OpSpec* const op_spec = find_operator(spec, op.name);
    if (op_spec == nullptr || !reports::may_have_conditions(op)) continue;
    const auto planned = expand::plan_targets(spec, options_of(report, op.name, plans));
    const CasesOfPlans calls(planned);
    reports::add_conditions(
        *op_spec, report.cases, [&](const std::string& id) { return calls.find(id); }, op);
  }
  return report;
}

}  // namespace npu_cts
