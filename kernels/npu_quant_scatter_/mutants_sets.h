// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "kernels/mutant.h"
#include "kernels/npu_quant_scatter_/mutants_meeting.h"

namespace npu_cts::mutants::npu_quant_scatter_ {

/// Returns mutants that one data set, or one group of sizes, is there for: numbers and places that Fault does not name.
std::vector<Mutant> mutants_of_sets();

/// Returns those of them that Fault names, each in one path.
std::span<const FaultRow<Meeting>> paths_of_sets();

}  // namespace npu_cts::mutants::npu_quant_scatter_
