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

/// Returns the argument checks that are wrong only where a choice meets a limit, or what is one beyond it.
std::span<const Oversight> limit_oversights();

}  // namespace npu_cts::mutants::npu_trans_quant_param
