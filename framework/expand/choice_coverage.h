#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "framework/expand/expand.h"

namespace npu_cts {

/// What the arrays of one family of an operator show, summed over the groups of its targets.
struct ChoiceCoverage {
  std::string op;
  std::string family;
  std::size_t met = 0;         ///< combinations of choices that a planned call has
  std::size_t missed = 0;      ///< that a legal call could have, and none has
  std::size_t infeasible = 0;  ///< that no legal call was found for
};

/// Returns the coverage of the arrays of `plans`, which are whole, counted by the checker of arrays (arrays/check.h).
std::vector<ChoiceCoverage> cover_choices(const std::vector<TargetPlan>& plans);

}  // namespace npu_cts
