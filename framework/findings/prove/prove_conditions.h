// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "framework/expand/condition_coverage.h"

namespace npu_cts::findings {

/// Returns `coverage`, of what `options` name, with a word on each way that no planned call shows: proved impossible
/// (no call of the box of any target shows it), or why not. Without a solver, that there is none.
std::vector<expand::ConditionCoverage> prove_open_ways(const Spec& spec, const expand::PlanOptions& options,
                                                       std::vector<expand::ConditionCoverage> coverage);

}  // namespace npu_cts::findings
