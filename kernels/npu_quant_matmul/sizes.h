// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "framework/model/request.h"

namespace npu_cts::kernels::npu_quant_matmul {

/// One operand's last two sizes, in values: an int32 of a packed operand holds 8 of 4 bits.
struct MatrixSizes {
  std::int64_t rows = 0;
  std::int64_t columns = 0;

  friend bool operator==(const MatrixSizes&, const MatrixSizes&) = default;
};

/// Returns the sizes of x1 or x2; rank >= 2. A packed operand is packed along its last axis as it lies in memory, so
/// that a transposed view is packed along its rows.
MatrixSizes matrix_sizes(const TensorType& type);

/// Returns the axes of `x1` and `x2` before the last two, broadcast against each other, if they can be.
std::optional<Shape> batch_of_product(const Shape& x1, const Shape& x2);

/// Returns the dtype that the call asks for: int8 where it says nothing.
DType output_dtype_of(const Request& request);

}  // namespace npu_cts::kernels::npu_quant_matmul
