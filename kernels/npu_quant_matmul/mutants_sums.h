// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/npu_quant_matmul/mutants_operand.h"

namespace npu_cts::mutants::npu_quant_matmul {

/// Rows of all matrices of a result, counted through.
struct RowRange {
  std::int64_t first = 0;
  std::int64_t end = 0;
};

/// Returns the sums of products of `range` of the result [*all, m, n], row-major, but for `fault`.
std::vector<std::int64_t> sums_of(const Operand& x1, const Operand& x2, const Shape& all, RowRange range, Fault fault);

/// Returns whether `fault` leaves the place (row, column) of an m × n matrix uncomputed.
bool leaves_out(std::int64_t row, std::int64_t column, std::int64_t m, std::int64_t n, Fault fault);

}  // namespace npu_cts::mutants::npu_quant_matmul
