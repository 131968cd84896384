// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "framework/expand/expand.h"
#include "framework/model/choice_coverage.h"

namespace npu_cts {

/// Returns the coverage of the arrays of `plans`, which are whole, counted by the checker of arrays (arrays/check.h).
std::vector<ChoiceCoverage> cover_choices(const std::vector<TargetPlan>& plans);

}  // namespace npu_cts
