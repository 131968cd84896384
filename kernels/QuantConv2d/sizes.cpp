// SPDX-License-Identifier: Apache-2.0
#include "kernels/QuantConv2d/sizes.h"

#include <vector>

#include "kernels/common/arguments.h"

namespace npu_cts::kernels::QuantConv2d {
namespace {

/// Division that rounds down, also below zero.
std::int64_t floor_divide(std::int64_t value, std::int64_t by) { return (value - (value % by + by) % by) / by; }

}  // namespace

std::optional<Extent> find_extent(const Request& request, std::string_view key, std::int64_t fallback) {
  if (!is_given(request, key)) return Extent{fallback, fallback};
  if (const auto both = find_value<std::int64_t>(request, key)) return Extent{*both, *both};
  const auto pair = find_value<std::vector<std::int64_t>>(request, key);
  if (!pair || pair->size() != 2) return std::nullopt;
  return Extent{(*pair)[0], (*pair)[1]};
}

Extent ConvGeometry::output() const {
  Extent size{};
  for (std::size_t i = 0; i < 2; ++i) {
    const std::int64_t reach = dilation[i] * (kernel[i] - 1) + 1;
    size[i] = floor_divide(input[i] + 2 * padding[i] - reach, stride[i]) + 1;
  }
  return size;
}

ConvGeometry geometry_of(const Request& request) {
  const Shape& input = find_tensor(request, "quant_conv2d_input")->type.shape;
  const Shape& weight = find_tensor(request, "weight")->type.shape;
  return {.input = {input[2], input[3]},
          .kernel = {weight[2], weight[3]},
          .stride = *find_extent(request, "stride", 1),
          .padding = *find_extent(request, "padding", 0),
          .dilation = *find_extent(request, "dilation", 1)};
}

}  // namespace npu_cts::kernels::QuantConv2d
