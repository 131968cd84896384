// SPDX-License-Identifier: Apache-2.0
// What the pages leave open: written from them, as the argument check is.
#include <array>

#include "kernels/QuantConv2d/check.h"
#include "kernels/QuantConv2d/sizes.h"
#include "kernels/common/arguments.h"

namespace npu_cts::kernels::QuantConv2d {
namespace {

/// Returns whether the result is one column wide, where `request` has sizes that say so.
bool is_one_column(const Request& request) {
  for (const std::string_view key : {"quant_conv2d_input", "weight"}) {
    const StoredTensor* const tensor = find_tensor(request, key);
    if (tensor == nullptr || tensor->type.shape.size() != 4) return false;
  }
  constexpr std::int64_t most = 1 << 30;  // beyond, there is no result of one column, and products may overflow
  const auto is_small = [](std::int64_t number) { return number >= -most && number <= most; };
  const auto kernel = find_extent(request, "kernel_size", 1);
  if (!kernel || !is_small((*kernel)[1])) return false;
  for (const std::string_view key : {"stride", "padding", "dilation"}) {
    const auto extent = find_extent(request, key, 1);
    if (!extent || !is_small((*extent)[0]) || !is_small((*extent)[1])) return false;
    if (key == "stride" && ((*extent)[0] < 1 || (*extent)[1] < 1)) return false;
  }
  const ConvGeometry geometry = geometry_of(request);
  const std::int64_t room = geometry.input[1] + 2 * geometry.padding[1] - geometry.dilation[1] * ((*kernel)[1] - 1) - 1;
  return room >= 0 && room / geometry.stride[1] == 0;
}

}  // namespace

std::vector<std::string_view> left_open(const Target& target, const Request& request) {
  constexpr std::array<std::string_view, 4> tensors{"quant_conv2d_input", "weight", "scale", "bias_values"};
  std::vector<std::string_view> open;
  for (const std::string_view key : {"quant_conv2d_input", "weight"}) {
    const StoredTensor* const tensor = find_tensor(request, key);
    if (tensor != nullptr && numel(tensor->type.shape) == 0) open.emplace_back("empty-images");
  }
  if (has_gaps(request, tensors)) open.emplace_back("layouts");
  const std::int64_t pad = find_value<std::int64_t>(request, "offset_x").value_or(0);
  if (pad < -128 || pad > 127) open.emplace_back("offset-x-range");
  if (target.product == "atlas_inference" && is_one_column(request)) open.emplace_back("unsupported");
  return open;
}

}  // namespace npu_cts::kernels::QuantConv2d
