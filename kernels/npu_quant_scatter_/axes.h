// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "framework/model/request.h"
#include "kernels/common/releases.h"

namespace npu_cts::kernels::npu_quant_scatter_ {

/// The axes of a call, counted from the front; outside of the rank where the call says so.
struct Axes {
  std::int64_t axis = 0;
  std::int64_t quant_axis = 0;
};

/// Returns the axes of `request`. Left out, they are 0 and 1 up to 26.0.0, -2 and -1 since 26.1.0.
/// The request has a tensor `updates`.
Axes axes_of(Release release, const Request& request);

}  // namespace npu_cts::kernels::npu_quant_scatter_
