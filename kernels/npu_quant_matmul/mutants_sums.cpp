// SPDX-License-Identifier: Apache-2.0
#include "kernels/npu_quant_matmul/mutants_sums.h"

#include <algorithm>
#include <span>

#include "kernels/common/mutant_values.h"

namespace npu_cts::mutants::npu_quant_matmul {
namespace {

/// Whole blocks of `size`; what is shorter than one block is kept.
std::int64_t whole(std::int64_t length, std::int64_t size) { return length > size ? length / size * size : length; }

std::int64_t summed(std::int64_t k, Fault fault) {
  if (fault == Fault::skips_k_tail_32) return whole(k, 32);
  if (fault == Fault::skips_k_tail_16) return whole(k, 16);
  if (fault == Fault::skips_last_k) return std::max<std::int64_t>(k - 1, 1);
  if (fault == Fault::stops_at_k_32767) return std::min<std::int64_t>(k, 32767);
  return k;
}

SumDType sum_dtype(Fault fault) {
  if (fault == Fault::sum_int16) return SumDType::int16;
  if (fault == Fault::sum_float16) return SumDType::float16;
  if (fault == Fault::sum_bfloat16) return SumDType::bfloat16;
  return fault == Fault::sum_float32 ? SumDType::float32 : SumDType::exact;
}

/// What instructions for unsigned by signed bytes give: x1 is moved up by 128, two products at a time are added in
/// int16, and what the move added is taken away again. `b` steps by `step`.
std::int64_t sum_of_pairs(const std::int64_t* a, const std::int64_t* b, std::int64_t k, std::int64_t step) {
  std::int64_t sum = 0;
  for (std::int64_t p = 0; p < k; p += 2) {
    std::int64_t pair = 0;
    for (std::int64_t q = p; q < std::min(p + 2, k); ++q) {
      pair += (a[q] + 128) * b[q * step];
      sum -= 128 * b[q * step];
    }
    sum += kept_sum(pair, SumDType::int16);
  }
  return sum;
}

std::int64_t as_unsigned(std::int64_t value, Fault fault, Fault guilty) {
  return fault == guilty ? value & 0xFF : value;
}

std::int64_t counted_batch(std::int64_t flat, const Shape& all, const Shape& own, Fault fault) {
  if (fault == Fault::batches_modulo_16) flat %= 16;
  return fault == Fault::batches_counted_round ? flat % numel(own) : batch_of(flat, all, own);
}

/// Adds to `sums` the products of a row of `k` numbers with the columns of a matrix: row by row, as both lie in memory.
void add_products(std::span<std::int64_t> sums, const std::int64_t* row, const std::int64_t* matrix, std::int64_t k,
                  Fault fault) {
  const SumDType dtype = sum_dtype(fault);
  for (std::int64_t p = 0; p < k; ++p, matrix += sums.size()) {
    const std::int64_t a = as_unsigned(row[p], fault, Fault::x1_unsigned);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const std::int64_t product = a * as_unsigned(matrix[i], fault, Fault::x2_unsigned);
      sums[i] = kept_sum(sums[i] + product, dtype);
    }
  }
}

}  // namespace

std::vector<std::int64_t> sums_of(const Operand& x1, const Operand& x2, const Shape& all, RowRange range, Fault fault) {
  const std::int64_t m = x1.rows;
  const std::int64_t n = x2.columns;
  const std::int64_t k = summed(x1.columns, fault);
  std::vector<std::int64_t> sums(static_cast<std::size_t>((range.end - range.first) * n));
  for (std::int64_t flat = range.first; flat < range.end; ++flat) {
    const std::int64_t batch = flat / m;
    const std::int64_t left = fault == Fault::x1_of_batch_0 ? 0 : counted_batch(batch, all, x1.batch, fault);
    const std::int64_t right = fault == Fault::x2_of_batch_0 ? 0 : counted_batch(batch, all, x2.batch, fault);
    const auto* a = x1.values.data() + (left * m + flat % m) * x1.columns;
    const auto* b = x2.values.data() + right * x2.rows * n;
    const auto row =
        std::span(sums).subspan(static_cast<std::size_t>((flat - range.first) * n), static_cast<std::size_t>(n));
    if (fault == Fault::pairs_in_int16) {
      for (std::size_t i = 0; i < row.size(); ++i) row[i] = sum_of_pairs(a, b + i, k, n);
    } else {
      add_products(row, a, b, k, fault);
    }
    if (fault == Fault::sums_through_float32)
      for (std::int64_t& sum : row) sum = kept_sum(sum, SumDType::float32);
  }
  return sums;
}

bool leaves_out(std::int64_t row, std::int64_t column, std::int64_t m, std::int64_t n, Fault fault) {
  if (fault == Fault::skips_n_tail_32) return column >= whole(n, 32);
  if (fault == Fault::skips_n_tail_16) return column >= whole(n, 16);
  if (fault == Fault::skips_m_tail_16) return row >= whole(m, 16);
  if (fault == Fault::skips_rows_from_256) return row >= 256;
  if (fault == Fault::skips_last_column) return n > 1 && column == n - 1;
  if (fault == Fault::skips_corner) return row >= whole(m, 16) && column >= whole(n, 16);
  return fault == Fault::skips_last_row && m > 1 && row == m - 1;
}

}  // namespace npu_cts::mutants::npu_quant_matmul
