// SPDX-License-Identifier: Apache-2.0
#include "kernels/npu_quant_scatter_/axes.h"

#include "kernels/common/arguments.h"

namespace npu_cts::kernels::npu_quant_scatter_ {

Axes axes_of(Release release, const Request& request) {
  const bool from_the_back = release >= Release::v26_1_0;
  const auto rank = static_cast<std::int64_t>(find_tensor(request, "updates")->type.shape.size());
  const std::int64_t axis = find_value<std::int64_t>(request, "axis").value_or(from_the_back ? -2 : 0);
  const std::int64_t quant_axis = find_value<std::int64_t>(request, "quant_axis").value_or(from_the_back ? -1 : 1);
  return {.axis = axis < 0 ? axis + rank : axis, .quant_axis = quant_axis < 0 ? quant_axis + rank : quant_axis};
}

}  // namespace npu_cts::kernels::npu_quant_scatter_
