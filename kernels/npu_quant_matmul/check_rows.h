// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "framework/model/dtype.h"
#include "kernels/common/releases.h"

namespace npu_cts::kernels::npu_quant_matmul {

/// A set of dtypes, and perhaps "none".
using DTypeSet = std::uint32_t;

constexpr DTypeSet just(DType dtype) { return DTypeSet{1} << static_cast<unsigned>(dtype); }
inline constexpr DTypeSet none = DTypeSet{1} << 31;

/// A line of a page's table of dtypes: what goes together.
struct Row {
  Release since;
  Release until;
  DTypeSet x;  ///< of x1 and x2, which are alike
  DTypeSet scale, offset, bias, pertoken_scale, output;

  friend bool operator==(const Row&, const Row&) = default;
};

/// Returns the lines for `product`; those of other releases too.
std::span<const Row> rows_of(std::string_view product);

}  // namespace npu_cts::kernels::npu_quant_matmul
