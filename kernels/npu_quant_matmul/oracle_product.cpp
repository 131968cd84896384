#include "kernels/npu_quant_matmul/oracle_product.h"

#include <algorithm>
#include <array>

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

/// Calls `use` with each part of [0, size) of at most `length`.
template <class Use>
void for_each_part(std::int64_t size, std::int64_t length, Use use) {
  for (std::int64_t begin = 0; begin < size; begin += length) {
    use(Span{.begin = begin, .end = std::min(begin + length, size)});
  }
}

}  // namespace

std::vector<std::int64_t> matrix_product(const SmallMatrices& left, const SmallMatrices& right, const RowPlace& first) {
  const std::int8_t* const a = left.values.data() + (first.left_matrix * left.rows + first.row) * left.columns;
  const std::int8_t* const b = right.values.data() + first.right_matrix * right.rows * right.columns;
  std::vector<std::int64_t> result(static_cast<std::size_t>((left.rows - first.row) * right.columns));
  for_each_part(right.columns, wide, [&](Span columns) {
    for_each_part(left.rows - first.row, high, [&](Span rows) {
      for_each_part(left.columns, deep, [&](Span k) {
        const Sums sums = sums_of(a, b, right, {rows, columns, k});
        for (std::int64_t i = rows.begin; i < rows.end; ++i) {
          for (std::int64_t j = columns.begin; j < columns.end; ++j) {
            result[static_cast<std::size_t>(i * right.columns + j)] +=
                sums[static_cast<std::size_t>((i - rows.begin) * wide + j - columns.begin)];
          }
        }
      });
    });
  });
  return result;
}

}  // namespace npu_cts::kernels::npu_quant_matmul
