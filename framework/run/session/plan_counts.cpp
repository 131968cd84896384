// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/plan_counts.h"

#include <algorithm>
#include <utility>

#include "framework/run/session/cache_files.h"
#include "framework/run/session/count_cache.h"

namespace npu_cts::run {
namespace {

/// Where the counts of a tier of a spec are kept.
struct PlaceOfCounts {
  CountCache cache;
  std::string key;
};

/// Returns nothing where this machine or this program keeps none.
std::optional<PlaceOfCounts> place_of_counts(const std::string& digest, Tier tier) {
  const auto folder = cache_folder();
  std::string program = program_id();
  if (!folder || program.empty()) return std::nullopt;
  if (tier == Tier::full) program += name_of(tier);
  return PlaceOfCounts{.cache = CountCache(*folder / "counts"), .key = CountCache::key_of(digest, program)};
}

}  // namespace

PlannedTargets::PlannedTargets(const Spec& spec, const expand::PlanOptions& options) {
  for (const OpSpec& op : spec.operators) {
    if (!options.ops.empty() && std::ranges::find(options.ops, op.name) == options.ops.end()) continue;
    const auto targets = expand::targets_of(spec, op, options);
    targets_[op.name].insert(targets.begin(), targets.end());
  }
}

bool PlannedTargets::contains(const std::string& op, const Target& target) const {
  const auto found = targets_.find(op);
  return found != targets_.end() && found->second.contains(target);
}

std::vector<expand::TargetPlan> plan_everything(const Spec& spec, Tier tier, expand::PlanMemory* memory) {
  expand::PlanOptions every;
  every.memory = memory;
  every.tier = std::max(tier, Tier::fast);
  every.releases = {"all"};
  return expand::plan_targets(spec, every);
}

PlanCounts count_cases(const Spec& spec, Tier tier, expand::PlanMemory* memory) {
  return count_cases(spec, plan_everything(spec, tier, memory));
}

PlanCounts count_cases(const Spec& spec, const std::vector<expand::TargetPlan>& everything) {
  const PlannedTargets usual(spec, {});
  PlanCounts counts;
  for (const expand::TargetPlan& plan : everything) {
    const std::size_t cases = plan.shared->cases.size();
    counts.all += cases;
    if (usual.contains(plan.op->name, plan.target)) counts.by_default += cases;
  }
  return counts;
}

std::optional<PlanCounts> recall_counts(const std::string& digest, Tier tier) {
  const auto place = place_of_counts(digest, tier);
  return place ? place->cache.find(place->key) : std::nullopt;
}

PlanCounts remember_counts(const DigestedSpec& spec, Tier tier) {
  const bool is_as_read = spec.digest == spec.read_digest;
  const auto place = is_as_read ? place_of_counts(spec.digest, tier) : std::nullopt;
  if (place) {
    if (const auto known = place->cache.find(place->key)) return *known;
  }
  const PlanCounts counts = count_cases(spec.spec, tier, spec.plans);
  if (place) place->cache.keep(place->key, counts);
  return counts;
}

}  // namespace npu_cts::run
