// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/planned_cases.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "framework/expand/expand.h"
#include "kernels/mutant.h"

namespace npu_cts::mutants {
namespace {

std::string mode_of(const OpSpec& op) { return op.module_form ? "graph_static" : "eager"; }

}  // namespace

std::vector<TieredCase> cases_up_to(const Spec& spec, std::string_view op, Tier last) {
  std::vector<TieredCase> all;
  std::set<std::string, std::less<>> known;
  for (const Tier tier : every<Tier>) {
    if (tier > last) break;
    const expand::PlanOptions options{.filters = {.ops = {std::string(op)},
                                                  .releases = {spec.releases.back()},
                                                  .modes = {"eager", "graph_static"},
                                                  .tier = tier}};
    for (Case& planned : expand::plan(spec, options).cases) {
      if (!known.insert(planned.id).second) continue;
      const std::int64_t cost = planned.expected == Verdict::accept ? cost_of(planned.call) : 0;
      all.push_back({.planned = std::move(planned), .tier = tier, .cost = cost});
    }
  }
  std::ranges::sort(all, {}, [](const TieredCase& one) { return std::tie(one.tier, one.cost, one.planned.id); });
  return all;
}

bool shows_values(const TieredCase& one, std::int64_t most_cost) {
  return one.planned.expected == Verdict::accept && one.cost <= most_cost;
}

bool is_tried_first(const OpSpec& op, const Target& target) {
  return (target.product == "atlas_a2" || target.product == "atlas_inference") && target.mode == mode_of(op);
}

}  // namespace npu_cts::mutants
