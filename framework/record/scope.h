// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "framework/model/choice_coverage.h"

namespace npu_cts::record {

/// How many of the cases of a spec a journal plans.
struct CoveredScope {
  std::size_t covered = 0;                   ///< of those that a run plans by default
  std::size_t by_default = 0;                ///< that a run plans by default
  std::size_t covered_beyond = 0;            ///< of those that only a run of all releases plans
  std::size_t all = 0;                       ///< with all releases
  std::vector<ChoiceCoverage> choices = {};  ///< of a journal that selects no cases of its targets; else empty

  friend bool operator==(const CoveredScope&, const CoveredScope&) = default;
};

/// Returns whether nothing is left out that a run plans by default.
inline bool is_whole(const CoveredScope& scope) { return scope.by_default > 0 && scope.covered == scope.by_default; }

}  // namespace npu_cts::record
