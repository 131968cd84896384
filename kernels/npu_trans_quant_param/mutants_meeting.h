// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "kernels/mutant.h"

namespace npu_cts::mutants::npu_trans_quant_param {

/// Returns whether scales are rounded.
bool rounds(const Request& request);

/// Returns whether the tensor `key` is a row of two axes.
bool is_row(const Request& request, std::string_view key);

/// Returns the oversights of argument checks that forgive something only where several choices meet.
std::span<const Oversight> meeting_oversights();

}  // namespace npu_cts::mutants::npu_trans_quant_param
