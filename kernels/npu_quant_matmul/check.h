// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "framework/model/request.h"

namespace npu_cts::kernels::npu_quant_matmul {

/// The arguments that say of which dtype a tensor is.
inline constexpr std::array<std::string_view, 4> dtype_keys{"x1_dtype", "x2_dtype", "pertoken_scale_dtype",
                                                            "scale_dtype"};

/// Returns why npu_quant_matmul refuses `request` on `target`, or nothing.
/// What 001 lost in extraction is taken from the page of 7.1.0. Group sizes that no page defines are not looked at.
/// Source: 001 and the pages of 7.1.0 to 26.1.0.
std::optional<Refusal> check(const Target& target, const Request& request);

/// Returns what the pages leave open about `request` on `target`, whatever `check` decides there: ids of questions, and
/// the words undefined, unchecked, nondeterministic and unsupported. Of values, only where `request` has them.
std::vector<std::string_view> left_open(const Target& target, const Request& request);

}  // namespace npu_cts::kernels::npu_quant_matmul
