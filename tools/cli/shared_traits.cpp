// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/shared_traits.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "reports/traits.h"

namespace npu_cts {
namespace {

constexpr std::size_t fewest_right = 10;  ///< fewer tell nothing, and a run of a few cases shall end at once

/// Cases of an operator, by id, whose values were right, or wrong and like no known mistake: whether they were wrong.
using Judged = std::unordered_map<std::string, bool>;

Judged judged_of(const reports::Report& report, const reports::OpReport& op, const reports::Suspicion& unnamed) {
  Judged judged;
  report.cases([&](const record::PlannedCase& planned, const CaseResult* result) {
    if (planned.op != op.name || result == nullptr || result->outcome != OutcomeKind::completed) return;
    const bool is_wrong = reports::explained_by(op, *result) == &unnamed;
    if (is_wrong || result->status == Status::pass) judged.emplace(planned.id, is_wrong);
  });
  return judged;
}

expand::PlanOptions options_of(const reports::Report& report, const std::string& op, expand::PlanMemory* plans) {
  expand::PlanOptions options{.filters = report.info.filters, .memory = plans};
  options.filters.ops = {op};
  options.filters.tier = std::max(options.filters.tier, Tier::fast);  // that of a smaller one is part of it
  return options;
}

/// Returns the traits of the calls of `plans` that were `judged`.
reports::TraitCounts count_traits(const std::vector<expand::TargetPlan>& plans, const Judged& judged) {
  reports::TraitCounts counts;
  for (const expand::TargetPlan& plan : plans) {
    for (const Case& planned : plan.shared->cases) {
      const auto one = judged.find(expand::id_at(plan, planned));
      if (one == judged.end()) continue;
      const std::vector<reports::Trait> traits = reports::traits_of(*plan.op, planned.call);
      one->second ? counts.add_wrong(traits) : counts.add_right(traits);
    }
  }
  return counts;
}

}  // namespace

reports::Report with_shared_traits(const Spec& spec, reports::Report report, expand::PlanMemory* plans) {
  for (reports::OpReport& op : report.operators) {
    const auto unnamed = std::ranges::find(op.suspicions, "", &reports::Suspicion::wrong);
    if (unnamed == op.suspicions.end() || unnamed->cases < reports::fewest_wrong)
      continue;  // a mistake with a name says itself where it shows
    const Judged judged = judged_of(report, op, *unnamed);
    if (judged.size() < unnamed->cases + fewest_right) continue;
    const auto counts = count_traits(expand::plan_targets(spec, options_of(report, op.name, plans)), judged);
    if (counts.wrong_calls() == unnamed->cases) unnamed->only_with = counts.shared();
  }
  return report;
}

}  // namespace npu_cts
