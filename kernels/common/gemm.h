#pragma once

#include <cstdint>
#include <functional>
#include <span>

namespace npu_cts::kernels {

/// A part of a matrix: rows [row, row + rows) and columns [column, column + columns).
struct Piece {
  std::int64_t row = 0;
  std::int64_t rows = 0;
  std::int64_t column = 0;
  std::int64_t columns = 0;
};

/// Copies a piece of a matrix row by row, without gaps, to a place.
using CopyPiece = std::function<void(const Piece&, std::int8_t*)>;

/// A matrix of int8 somewhere in memory; strides in elements, of any sign.
struct Int8Matrix {
  const std::int8_t* data = nullptr;  ///< of element (0, 0)
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t row_stride = 0;
  std::int64_t column_stride = 0;
  const CopyPiece* copy = nullptr;  ///< reads what no strides describe; data and strides are not used then
};

/// Writes a·b, summed exactly and kept modulo 2^32, row-major to `out`, by the target that chosen_gemm names.
/// The sums are those of the integers where k < 2^17.
/// Shapes: a (m, k), b (k, n), out m·n; any of them may be 0.
void multiply(const Int8Matrix& a, const Int8Matrix& b, std::span<std::int32_t> out);

}  // namespace npu_cts::kernels
