// SPDX-License-Identifier: Apache-2.0
#include "kernels/npu_quant_matmul/oracle_product.h"

#include <algorithm>
#include <array>
#include <span>

#include "framework/base/wide_loop.h"

namespace npu_cts::kernels::npu_quant_matmul {
namespace {

constexpr std::int64_t high = 16;       // rows of a block of the result
constexpr std::int64_t wide = 128;      // its columns
constexpr std::int64_t deep = 1 << 16;  // so many products, of at most 2^14 each, sum up within an int32

constexpr std::int64_t thin = 32;  // so many sum up exactly within the 24 bits of a float, which is faster
constexpr std::int64_t step = 64;  // columns that are summed at a time
static_assert(wide % step == 0);

/// The rows, columns and part of k of one block.
struct Block {
  Span rows, columns, k;
};

using Sums = std::array<std::int32_t, static_cast<std::size_t>(high* wide)>;
using Slice = std::array<float, static_cast<std::size_t>(thin* wide)>;  ///< rows of a block of the right matrix

/// Returns the rows `k` of the columns of `block` of the right matrix `b`; 0 behind them up to a whole `step`, and
/// nothing further on or where there are fewer rows.
NPU_CTS_INLINED inline Slice slice_of(const std::int8_t* b, std::int64_t row_size, const Block& block, Span k) {
  Slice slice;  // NOLINT(cppcoreguidelines-pro-type-member-init): what is read is written
  for (std::int64_t row = k.begin; row < k.end; ++row) {
    const std::int8_t* const from = b + row * row_size + block.columns.begin;
    float* const to = slice.data() + (row - k.begin) * wide;
    const std::int64_t columns = block.columns.end - block.columns.begin;
    std::int64_t j = 0;
    for (; j + step <= columns; j += step) {
      for (std::int64_t i = 0; i < step; ++i) to[j + i] = from[j + i];  // of a fixed number at a time: vectorized
    }
    for (; j < columns; ++j) to[j] = from[j];
    std::fill(to + j, to + (columns + step - 1) / step * step, 0.0F);
  }
  return slice;
}

/// Numbers side by side that operators take one by one; an array of them would not stay in registers.
using Floats [[gnu::vector_size(64), gnu::aligned(4), gnu::may_alias]] = float;
using Integers [[gnu::vector_size(64), gnu::aligned(4), gnu::may_alias]] = std::int32_t;

/// Adds to each of `step` sums the `factors` times a column of the slice, of which the first begins at `value`.
NPU_CTS_INLINED inline void add_products(const std::int8_t* factors, std::int64_t count, const float* value,
                                         std::int32_t* sums) {
  Floats first{}, second{}, third{}, fourth{};
  for (std::int64_t k = 0; k < count; ++k, value += wide) {
    const auto* const row = reinterpret_cast<const Floats*>(value);
    const float factor = factors[k];
    first += factor * row[0];
    second += factor * row[1];
    third += factor * row[2];
    fourth += factor * row[3];
  }
  auto* const to = reinterpret_cast<Integers*>(sums);
  to[0] += __builtin_convertvector(first, Integers);
  to[1] += __builtin_convertvector(second, Integers);
  to[2] += __builtin_convertvector(third, Integers);
  to[3] += __builtin_convertvector(fourth, Integers);
}

/// Returns the sums of `block`, each row `wide` long; `a` and `b` are the two matrices.
Sums sums_of(const std::int8_t* a, const std::int8_t* b, const SmallMatrices& right, const Block& block) {
  Sums sums{};
  run_wide([&]() NPU_CTS_INLINED {
    for (std::int64_t first = block.k.begin; first < block.k.end; first += thin) {
      const Span k{.begin = first, .end = std::min(first + thin, block.k.end)};
      const Slice slice = slice_of(b, right.columns, block, k);
      for (std::int64_t row = 0; row < block.rows.end - block.rows.begin; ++row) {
        const std::int8_t* const factors = a + (block.rows.begin + row) * right.rows + first;
        for (std::int64_t column = 0; column < block.columns.end - block.columns.begin; column += step)
          add_products(factors, k.end - k.begin, slice.data() + column, sums.data() + row * wide + column);
      }
    }
  });
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
