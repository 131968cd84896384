// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "kernels/mutant.h"

namespace npu_cts::mutants::npu_trans_quant_param {

/// Returns the oversights of argument checks that forgive something only where several choices meet.
std::span<const Oversight> meeting_oversights();

}  // namespace npu_cts::mutants::npu_trans_quant_param
