// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "framework/base/result.h"
#include "kernels/common/gemm_target.h"

namespace npu_cts::kernels {

/// Returns whether `target` multiplies the extremes of int8 exactly: the check of the start.
bool is_exact(const GemmTarget& target);

/// Returns the target called `name`, or with no name the first that runs here and is exact.
/// Errors: no such name; the target does not run here; it is not exact.
Result<const GemmTarget*> find_gemm(std::string_view name);

/// Returns the target that the environment names in NPU_CTS_CPU, or the first that runs here and is exact.
/// Errors: those of find_gemm.
Result<const GemmTarget*> find_chosen_gemm();

/// Returns the same, found once, at the first call. Ends the program with the message where there is an error: drivers
/// call find_chosen_gemm before.
const GemmTarget& chosen_gemm();

}  // namespace npu_cts::kernels
