#pragma once

#include <cstdint>
#include <vector>

#include "suites/mutants/matmul_operand.h"

namespace npu_cts::mutants {

/// Returns the sums of products of each matrix of the result, [*all, m, n] row-major, but for `fault`.
std::vector<std::int64_t> sums_of(const Operand& x1, const Operand& x2, const Shape& all, MatmulFault fault);

/// Returns whether `fault` leaves the place (row, column) of an m × n matrix uncomputed.
bool leaves_out(std::int64_t row, std::int64_t column, std::int64_t m, std::int64_t n, MatmulFault fault);

}  // namespace npu_cts::mutants
