// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace npu_cts::kernels {

/// A part of a matrix: rows [row, row + rows) and columns [column, column + columns).
struct Piece {
  std::int64_t row = 0;
  std::int64_t rows = 0;
  std::int64_t column = 0;
  std::int64_t columns = 0;
};

struct Int8Matrix;

/// Copies a piece of a matrix line by line, without gaps, to a place.
using CopyLines = void (*)(const Int8Matrix& matrix, const Piece& piece, std::int8_t* to);

/// A matrix of int8 somewhere in memory; strides in elements, of any sign.
struct Int8Matrix {
  const std::int8_t* data = nullptr;  ///< of element (0, 0)
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t row_stride = 0;
  std::int64_t column_stride = 0;
  /// Rows that begin anywhere, each with its columns side by side; data and strides are not used then.
  const std::int8_t* const* row_starts = nullptr;
  /// Reads what lies in blocks. One stride is 1 then, that of the lines it gives, and the other 0.
  CopyLines copy = nullptr;
};

/// Writes a·b, summed exactly and kept modulo 2^32, row-major to `out`, by the target that chosen_gemm names.
/// The sums are those of the integers where k < 2^17.
/// Shapes: a (m, k), b (k, n), out m·n; any of them may be 0.
void multiply(const Int8Matrix& a, const Int8Matrix& b, std::span<std::int32_t> out);

}  // namespace npu_cts::kernels
