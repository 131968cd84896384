// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "kernels/mutant.h"
#include "kernels/npu_quant_matmul/mutants_paths.h"

namespace npu_cts::mutants::npu_quant_matmul {

/// Returns the faults that show only where several choices of a call meet.
std::span<const FaultRow<Path>> meetings();

/// Returns the oversights of argument checks that forgive something only where several choices meet.
std::span<const Oversight> meeting_oversights();

}  // namespace npu_cts::mutants::npu_quant_matmul
