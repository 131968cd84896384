// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/shared_traits.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "framework/base/find.h"
#include "reports/traits.h"

namespace npu_cts {
namespace {

constexpr std::size_t fewest_right = 10;  ///< fewer tell nothing, and a run of a few cases shall end at once

/// How cases of an operator ended whose values were judged: by id, the suspicion that explains one; null: it was right.
using Judged = std::unordered_map<std::string, const reports::Suspicion*>;

Judged judged_of(const reports::Report& report, const reports::OpReport& op) {
  Judged judged;
  report.cases([&](const record::PlannedCase& planned, const CaseResult* result) {
    if (planned.op != op.name || result == nullptr || result->outcome != OutcomeKind::completed) return;
    const reports::Suspicion* const wrong = reports::explained_by(op, *result);
    if (wrong != nullptr || result->status == Status::pass) judged.emplace(planned.id, wrong);
  });
  return judged;
}

expand::PlanOptions options_of(const reports::Report& report, const std::string& op, expand::PlanMemory* plans) {
  const RunInfo& info = report.info;
  return {.ops = {op},
          .products = info.products,
          .releases = info.releases,
          .modes = info.modes,
          .tier = std::max(info.tier, Tier::fast),  // that of a smaller one is part of it
          .memory = plans};
}

/// Returns the traits of the calls of `plans` that were `judged`, by suspicion.
std::vector<reports::TraitCounts> count_traits(const std::vector<expand::TargetPlan>& plans, const Judged& judged,
                                               const std::vector<reports::Suspicion>& suspicions) {
  std::vector<reports::TraitCounts> counts(suspicions.size());
  for (const expand::TargetPlan& plan : plans) {
    for (const Case& planned : plan.shared->cases) {
      const auto one = judged.find(expand::id_at(plan, planned));
      if (one == judged.end()) continue;
      const std::vector<reports::Trait> traits = reports::traits_of(*plan.op, planned.call);
      if (one->second != nullptr) {
        counts[static_cast<std::size_t>(one->second - suspicions.data())].add_wrong(traits);
      } else {
        for (reports::TraitCounts& of_suspicion : counts) of_suspicion.add_right(traits);
      }
    }
  }
  return counts;
}

}  // namespace

reports::Report with_shared_traits(const Spec& spec, reports::Report report, expand::PlanMemory* plans) {
  for (reports::OpReport& op : report.operators) {
    if (op.suspicions.empty()) continue;
    const Judged judged = judged_of(report, op);
    const auto right = static_cast<std::size_t>(std::ranges::count(judged, nullptr, &Judged::value_type::second));
    if (right < fewest_right) continue;
    const auto planned = expand::plan_targets(spec, options_of(report, op.name, plans));
    const auto counts = count_traits(planned, judged, op.suspicions);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const bool is_named = !op.suspicions[i].wrong.empty();  // a mistake with a name says itself where it shows
      const bool are_all_known = counts[i].wrong_calls() == op.suspicions[i].cases;
      if (!is_named && are_all_known) op.suspicions[i].only_with = counts[i].shared();
    }
  }
  return report;
}

}  // namespace npu_cts
