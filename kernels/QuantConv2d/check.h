// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "framework/model/request.h"

namespace npu_cts::kernels::QuantConv2d {

/// Returns why QuantConv2d refuses `request` on `target`, or nothing. The reserved parameters (offset, round_mode,
/// device, dtype) are not looked at; offset_x must be an int8, for it stands among int8 values.
/// Source: 004 and the pages of 7.1.0 to 26.1.0.
std::optional<Refusal> check(const Target& target, const Request& request);

/// Returns what the pages leave open about `request` on `target`, whatever `check` decides there: ids of questions, and
/// the words undefined, unchecked, nondeterministic and unsupported. Of values, only where `request` has them.
std::vector<std::string_view> left_open(const Target& target, const Request& request);

}  // namespace npu_cts::kernels::QuantConv2d
