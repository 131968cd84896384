// SPDX-License-Identifier: Apache-2.0
#include "kernels/npu_quant_matmul/oracle_operands.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>

#include "framework/base/wide_loop.h"
#include "kernels/common/oracle_values.h"

namespace npu_cts::kernels::npu_quant_matmul {
namespace {

constexpr std::int64_t int4_per_word = 8;

/// Returns the int4 at `position` of `word`, counted from the low bits.
std::int8_t int4_of(std::int64_t word, std::int64_t position) {
  const auto nibble = static_cast<std::int8_t>(word >> (4 * position) & 0xF);
  return static_cast<std::int8_t>(nibble < 8 ? nibble : nibble - 16);
}

SmallMatrices empty_like(const Tensor& tensor) {
  const Shape& shape = tensor.type.shape;
  assert(shape.size() >= 2);
  SmallMatrices matrices;
  matrices.batch.assign(shape.begin(), shape.end() - 2);
  matrices.rows = shape[shape.size() - 2];
  matrices.columns = shape.back();
  return matrices;
}

/// Returns `matrices` with the int8 of `tensor`, taken as they are.
SmallMatrices with_bytes(SmallMatrices matrices, const Tensor& tensor) {
  matrices.values.resize(tensor.values.size());
  if (!tensor.values.empty()) std::memcpy(matrices.values.data(), tensor.values.data(), tensor.values.size());
  return matrices;
}

SmallMatrices unpack_along_columns(SmallMatrices matrices, const Tensor& tensor) {
  matrices.columns *= int4_per_word;
  for (const std::int64_t word : integers_of(tensor)) {
    for (std::int64_t i = 0; i < int4_per_word; ++i) matrices.values.push_back(int4_of(word, i));
  }
  return matrices;
}

SmallMatrices unpack_along_rows(SmallMatrices matrices, const Tensor& tensor) {
  const std::vector<std::int64_t> words = integers_of(tensor);
  const std::int64_t word_rows = numel(matrices.batch) * matrices.rows;  // of all matrices, one below the other
  matrices.rows *= int4_per_word;
  for (std::int64_t row = 0; row < word_rows * int4_per_word; ++row) {
    for (std::int64_t column = 0; column < matrices.columns; ++column) {
      const auto place = static_cast<std::size_t>(row / int4_per_word * matrices.columns + column);
      matrices.values.push_back(int4_of(words[place], row % int4_per_word));
    }
  }
  return matrices;
}

}  // namespace

SmallMatrices read_left(const Tensor& x1) {
  return x1.type.dtype == DType::int32 ? unpack_along_columns(empty_like(x1), x1) : with_bytes(empty_like(x1), x1);
}

SmallMatrices read_right(const Tensor& x2, std::int64_t k) {
  SmallMatrices matrices = empty_like(x2);
  if (x2.type.dtype != DType::int32) return with_bytes(std::move(matrices), x2);
  return matrices.rows == k ? unpack_along_columns(std::move(matrices), x2)
                            : unpack_along_rows(std::move(matrices), x2);
}

Shape broadcast_batch(const Shape& left, const Shape& right) {
  Shape out(std::max(left.size(), right.size()), 1);
  for (std::size_t i = 1; i <= out.size(); ++i) {  // axes counted from the last
    const std::int64_t of_left = i <= left.size() ? left[left.size() - i] : 1;
    const std::int64_t of_right = i <= right.size() ? right[right.size() - i] : 1;
    out[out.size() - i] = of_left == 1 ? of_right : of_left;
  }
  return out;
}

std::int64_t matrix_for(const Shape& batch, const Shape& out, std::int64_t flat) {
  std::int64_t matrix = 0;
  std::int64_t stride = 1;
  for (std::size_t i = 1; i <= batch.size(); ++i) {  // axes counted from the last
    const std::int64_t size = batch[batch.size() - i];
    const std::int64_t index = flat % out[out.size() - i];
    flat /= out[out.size() - i];
    matrix += (size == 1 ? 0 : index) * stride;
    stride *= size;
  }
  return matrix;
}

namespace {

constexpr std::size_t step = 64;  // columns that are summed at a time: a loop of so many is vectorized

/// Adds `factor` times the first `count` numbers of `row` to `sums`.
NPU_CTS_INLINED inline void add_multiples(int factor, const std::int8_t* row, std::size_t count,
                                          std::array<std::int64_t, step>& sums) {
  if (count == step) {
    for (std::size_t j = 0; j < step; ++j) sums[j] += factor * row[j];
  } else {
    for (std::size_t j = 0; j < count; ++j) sums[j] += factor * row[j];
  }
}

}  // namespace

std::vector<std::int64_t> row_product(const SmallMatrices& left, const SmallMatrices& right, const RowPlace& place,
                                      Span part) {
  const std::int8_t* const a = left.values.data() + (place.left_matrix * left.rows + place.row) * left.columns;
  const std::int8_t* const b = right.values.data() + place.right_matrix * right.rows * right.columns;
  std::vector<std::int64_t> row;
  for (std::int64_t first = 0; first < right.columns; first += static_cast<std::int64_t>(step)) {
    const std::size_t columns = std::min(step, static_cast<std::size_t>(right.columns - first));
    std::array<std::int64_t, step> sums{};
    run_wide([&]() NPU_CTS_INLINED {
      for (std::int64_t k = part.begin; k < part.end; ++k)
        add_multiples(a[k], b + k * right.columns + first, columns, sums);
    });
    row.insert(row.end(), sums.begin(), sums.begin() + static_cast<std::ptrdiff_t>(columns));
  }
  return row;
}

}  // namespace npu_cts::kernels::npu_quant_matmul
