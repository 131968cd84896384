// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "framework/expand/expand.h"
#include "framework/model/spec.h"

namespace npu_cts::run {

/// A spec, and its digest (see digest_of).
struct DigestedSpec {
  const Spec& spec;
  std::string digest;                   ///< of the files as they are now
  std::string read_digest = {};         ///< of the files as the spec was read; empty: unknown
  expand::PlanMemory* plans = nullptr;  ///< for remember_counts, and for check_plan where it plans again
};

/// How many cases of a tier a spec has.
struct PlanCounts {
  std::size_t by_default = 0;  ///< that a run of the tier plans by default
  std::size_t all = 0;         ///< with all releases

  friend bool operator==(const PlanCounts&, const PlanCounts&) = default;
};

/// The targets at which `filters` plan each operator.
class PlannedTargets {
 public:
  PlannedTargets(const Spec& spec, const Filters& filters);

  [[nodiscard]] bool contains(const std::string& op, const Target& target) const;

 private:
  std::map<std::string, std::set<Target>> targets_;
};

/// Returns the plan of all releases at `tier`: of smoke, which is a part of fast, that of fast.
std::vector<expand::TargetPlan> plan_everything(const Spec& spec, Tier tier, expand::PlanMemory* memory = nullptr);

/// Returns how many cases plan_everything plans; `everything` is what it planned, where that is known already.
PlanCounts count_cases(const Spec& spec, Tier tier, expand::PlanMemory* memory = nullptr);
PlanCounts count_cases(const Spec& spec, const std::vector<expand::TargetPlan>& everything);

/// Returns what count_cases returns of the spec with `digest`, where this very program counted it before. So it has
/// read those bytes whole, and found them right.
std::optional<PlanCounts> recall_counts(const std::string& digest, Tier tier);

/// Returns what recall_counts returns, or counts now, and keeps that where the files are still those that were read.
/// The cache may be forged, so a certificate is compared with a fresh count.
PlanCounts remember_counts(const DigestedSpec& spec, Tier tier);

}  // namespace npu_cts::run
