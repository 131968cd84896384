// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "framework/expand/expand.h"
#include "framework/model/choice_coverage.h"

namespace npu_cts::expand {

/// Returns the coverage of the arrays of `plans`, which are whole, summed over those that differ. The checker of arrays
/// (arrays/check.h) counted it when they were planned.
std::vector<ChoiceCoverage> cover_choices(const std::vector<TargetPlan>& plans);

}  // namespace npu_cts::expand
