// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "framework/model/request.h"

namespace npu_cts::kernels::npu_trans_quant_param {

/// The tensors of a call.
inline constexpr std::array<std::string_view, 2> tensors{"scale", "offset"};

/// Returns why npu_trans_quant_param refuses `request` on `target`, or nothing.
/// Shapes: scale and offset (1,), (n,) or (1, n); scale alone also (g,), (g, 1), (g, n) since 7.1.0-initial.
/// Source: 000, 003, and the pages of 7.1.0 to 26.1.0. Sizes that only a consumer knows (n, g) are not looked at.
std::optional<Refusal> check(const Target& target, const Request& request);

/// Returns what the pages leave open about `request` on `target`, whatever `check` decides there: ids of questions, and
/// the words undefined, unchecked, nondeterministic and unsupported. Of values, only where `request` has them.
std::vector<std::string_view> left_open(const Target& target, const Request& request);

}  // namespace npu_cts::kernels::npu_trans_quant_param
