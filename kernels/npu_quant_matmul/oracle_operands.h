// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "framework/model/tensor.h"

namespace npu_cts::kernels::npu_quant_matmul {

/// Matrices of small integers, row-major, the batch axes outside.
struct SmallMatrices {
  Shape batch = {};
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<std::int8_t> values = {};
};

/// Returns x1: int8 as it is, int32 as 8 int4 per word along the last axis, low bits first.
SmallMatrices read_left(const Tensor& x1);

/// Returns x2 with `k` rows: int32 packs along the last axis, or along the rows where only k/8 of them are stored.
SmallMatrices read_right(const Tensor& x2, std::int64_t k);

/// Returns the shape that two batches broadcast to. Precondition: they can.
Shape broadcast_batch(const Shape& left, const Shape& right);

/// Returns which matrix of `batch` serves matrix `flat` of the broadcast batch `out`.
std::int64_t matrix_for(const Shape& batch, const Shape& out, std::int64_t flat);

/// The part of k that is summed: from `begin`, up to but without `end`.
struct Span {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// One row of the product: which matrices meet, and which row of the left one.
struct RowPlace {
  std::int64_t left_matrix = 0;
  std::int64_t right_matrix = 0;
  std::int64_t row = 0;
};

/// Returns the row at `place` of `left` times `right`, summed over `part` of k: exact.
std::vector<std::int64_t> row_product(const SmallMatrices& left, const SmallMatrices& right, const RowPlace& place,
                                      Span part);

}  // namespace npu_cts::kernels::npu_quant_matmul
