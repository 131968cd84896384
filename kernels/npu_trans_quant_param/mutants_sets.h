// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "kernels/mutant.h"

namespace npu_cts::mutants::npu_trans_quant_param {

/// Returns the mutants that one data set, or one group of sizes, is there for.
std::vector<Mutant> mutants_of_sets();

}  // namespace npu_cts::mutants::npu_trans_quant_param
