// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "framework/model/request.h"

namespace npu_cts::kernels::npu_quant_matmul {

/// Returns why npu_quant_matmul refuses `request` on `target`, or nothing.
/// What 001 lost in extraction is taken from the page of 7.1.0. Group sizes that no page defines are not looked at.
/// Source: 001 and the pages of 7.1.0 to 26.1.0.
std::optional<Refusal> check(const Target& target, const Request& request);

}  // namespace npu_cts::kernels::npu_quant_matmul
