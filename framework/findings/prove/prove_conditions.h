// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "framework/expand/condition_coverage.h"

namespace npu_cts {

/// Returns `coverage`, of what `options` name, with a word on each way that no planned call shows: proved impossible
/// (no call of the box of any target shows it), or why not. Without a solver, that there is none.
std::vector<ConditionCoverage> prove_open_ways(const Spec& spec, const PlanOptions& options,
                                               std::vector<ConditionCoverage> coverage);

}  // namespace npu_cts
