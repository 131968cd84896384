#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "framework/expand/expand.h"
#include "framework/model/spec.h"

namespace npu_cts {

/// A spec, and its digest (see digest_of).
struct DigestedSpec {
  const Spec& spec;
  std::string digest;
};

/// How many cases of a tier a spec has.
struct PlanCounts {
  std::size_t by_default = 0;  ///< that a run of the tier plans by default
  std::size_t all = 0;         ///< with all releases

  friend bool operator==(const PlanCounts&, const PlanCounts&) = default;
};

/// The targets at which `options` plan each operator.
class PlannedTargets {
 public:
  PlannedTargets(const Spec& spec, const PlanOptions& options);

  [[nodiscard]] bool contains(const std::string& op, const Target& target) const;

 private:
  std::map<std::string, std::set<Target>> targets_;
};

/// Returns the tier that a run of `tier` is counted against: smoke is a part of fast.
inline Tier counted_tier(Tier tier) { return std::max(tier, Tier::fast); }

/// Returns the plan of all releases at `tier`.
std::vector<TargetPlan> plan_everything(const Spec& spec, Tier tier);

/// Returns how many cases `spec` has, of which `everything` is the plan of all releases.
PlanCounts count_cases(const Spec& spec, const std::vector<TargetPlan>& everything);

/// Returns how many cases of `tier` the spec has, as this very program counted them before, or counts them now. For a
/// line on the screen of whoever runs cases: what judges a journal counts itself (see CountCache).
PlanCounts remember_counts(const DigestedSpec& spec, Tier tier);

}  // namespace npu_cts
