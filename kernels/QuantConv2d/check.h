// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "framework/model/request.h"

namespace npu_cts::kernels::QuantConv2d {

/// Returns why QuantConv2d refuses `request` on `target`, or nothing. The reserved parameters (offset, round_mode,
/// device, dtype) are not looked at; offset_x must be an int8, for it stands among int8 values.
/// Source: 004 and the pages of 7.1.0 to 26.1.0.
std::optional<Refusal> check(const Target& target, const Request& request);

}  // namespace npu_cts::kernels::QuantConv2d
