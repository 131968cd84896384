#pragma once

#include <optional>

#include "framework/model/request.h"

namespace npu_cts::kernels {

/// Returns why npu_quant_scatter_ refuses `request` on `target`, or nothing. Indices are not looked at: the pages
/// leave those outside of input unchecked.
/// Source: 002 and the pages of 7.1.0 to 26.1.0.
std::optional<Refusal> check_npu_quant_scatter(const Target& target, const Request& request);

}  // namespace npu_cts::kernels
