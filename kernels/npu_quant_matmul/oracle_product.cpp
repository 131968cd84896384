// SPDX-License-Identifier: Apache-2.0
#include "kernels/npu_quant_matmul/oracle_product.h"

#include <algorithm>
#include <array>
#include <span>

namespace npu_cts::kernels::npu_quant_matmul {
namespace {

constexpr std::int64_t high = 16;       // rows of a block of the result
constexpr std::int64_t wide = 256;      // its columns: the sums stay in the first cache
constexpr std::int64_t deep = 1 << 16;  // so many products, of at most 2^14 each, sum up within an int32

constexpr std::int64_t step = 16;
static_assert(wide % step == 0);

/// The rows, columns and part of k of one block.
struct Block {
  Span rows, columns, k;
};

using Sums = std::array<std::int32_t, static_cast<std::size_t>(high* wide)>;

/// Returns the sums of `block`, each row `wide` long; `a` and `b` are the two matrices.
Sums sums_of(const std::int8_t* a, const std::int8_t* b, const SmallMatrices& right, const Block& block) {
  Sums sums{};
  std::array<std::int16_t, wide> row{};
  const std::int64_t columns = block.columns.end - block.columns.begin;
  for (std::int64_t k = block.k.begin; k < block.k.end; ++k) {
    std::copy_n(b + k * right.columns + block.columns.begin, columns, row.begin());
    for (std::int64_t i = block.rows.begin; i < block.rows.end; ++i) {
      const std::int16_t factor = a[i * right.rows + k];
      std::int32_t* sum = sums.data() + (i - block.rows.begin) * wide;
      for (const std::int16_t* value = row.data(); value < row.data() + columns; value += step, sum += step) {
        for (std::int64_t j = 0; j < step; ++j) sum[j] += factor * value[j];  // of a fixed number at a time: vectorized
      }
    }
  }
  return sums;
}

/// Adds the sums of `block` to the `result`, whose rows are `columns` long.
void add(const Sums& sums, const Block& block, std::int64_t columns, std::span<std::int64_t> result) {
  for (std::int64_t i = block.rows.begin; i < block.rows.end; ++i) {
    for (std::int64_t j = block.columns.begin; j < block.columns.end; ++j) {
      result[static_cast<std::size_t>(i * columns + j)] +=
          sums[static_cast<std::size_t>((i - block.rows.begin) * wide + j - block.columns.begin)];
    }
  }
}

/// Returns [0, size) in parts of at most `length`.
std::vector<Span> parts(std::int64_t size, std::int64_t length) {
  std::vector<Span> all;
  for (std::int64_t begin = 0; begin < size; begin += length) {
    all.push_back({.begin = begin, .end = std::min(begin + length, size)});
  }
  return all;
}

}  // namespace

std::vector<std::int64_t> matrix_product(const SmallMatrices& left, const SmallMatrices& right, const RowPlace& first) {
  const std::int8_t* const a = left.values.data() + (first.left_matrix * left.rows + first.row) * left.columns;
  const std::int8_t* const b = right.values.data() + first.right_matrix * right.rows * right.columns;
  std::vector<std::int64_t> result(static_cast<std::size_t>((left.rows - first.row) * right.columns));
  for (const Span columns : parts(right.columns, wide)) {
    for (const Span rows : parts(left.rows - first.row, high)) {
      for (const Span k : parts(left.columns, deep)) {
        const Block block{.rows = rows, .columns = columns, .k = k};
        add(sums_of(a, b, right, block), block, right.columns, result);
      }
    }
  }
  return result;
}

}  // namespace npu_cts::kernels::npu_quant_matmul
