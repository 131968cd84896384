// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "framework/model/request.h"

namespace npu_cts::kernels::QuantConv2d {

/// Height and width.
using Extent = std::array<std::int64_t, 2>;

/// Returns the pair that `key` gives: an integer stands for both. Nothing where it is neither; `fallback` if absent.
std::optional<Extent> find_extent(const Request& request, std::string_view key, std::int64_t fallback);

/// How a convolution moves over its input. The defaults are the page's.
struct ConvGeometry {
  Extent input, kernel, stride, padding, dilation;

  /// Returns the size of the result; less than 1 where the kernel does not fit.
  [[nodiscard]] Extent output() const;
};

/// Returns the geometry of `request`, whose input and weight have four axes and whose pairs are pairs.
ConvGeometry geometry_of(const Request& request);

}  // namespace npu_cts::kernels::QuantConv2d
