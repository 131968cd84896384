#pragma once

#include <cstddef>

namespace npu_cts {

/// How many of the cases of a spec a journal plans.
struct Scope {
  std::size_t covered = 0;         ///< of those that a run plans by default
  std::size_t by_default = 0;      ///< that a run plans by default
  std::size_t covered_beyond = 0;  ///< of those that only a run of all releases plans
  std::size_t all = 0;             ///< with all releases

  friend bool operator==(const Scope&, const Scope&) = default;
};

/// Returns whether nothing is left out that a run plans by default.
inline bool is_whole(const Scope& scope) { return scope.by_default > 0 && scope.covered == scope.by_default; }

}  // namespace npu_cts
