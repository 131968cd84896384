// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "framework/model/request.h"

namespace npu_cts::kernels::npu_quant_scatter_ {

/// Returns why npu_quant_scatter_ refuses `request` on `target`, or nothing. Indices are not looked at: the pages
/// leave those outside of input unchecked.
/// Source: 002 and the pages of 7.1.0 to 26.1.0.
std::optional<Refusal> check(const Target& target, const Request& request);

}  // namespace npu_cts::kernels::npu_quant_scatter_
