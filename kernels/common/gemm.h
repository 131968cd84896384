#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace npu_cts::kernels {

/// A matrix of int8 somewhere in memory; strides in elements, of any sign.
struct Int8Matrix {
  const std::int8_t* data = nullptr;  ///< of element (0, 0)
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t row_stride = 0;
  std::int64_t column_stride = 0;
};

/// Writes a·b, summed exactly and kept modulo 2^32, row-major to `out`.
/// Shapes: a (m, k), b (k, n), out m·n; any of them may be 0.
using Multiply = void (*)(const Int8Matrix& a, const Int8Matrix& b, std::span<std::int32_t> out);

/// A way to multiply, for a kind of processor.
struct GemmTarget {
  std::string_view name;
  Multiply multiply;
  bool (*runs_here)();
};

/// Returns every target, fastest first; the last, plain C++, runs everywhere.
std::span<const GemmTarget> gemm_targets();

/// Returns whether `target` multiplies the extremes of int8 exactly: the self-check of the start.
bool is_exact(const GemmTarget& target);

/// Returns the first target that runs here and is exact. Chosen once, at the first call.
const GemmTarget& chosen_gemm();

}  // namespace npu_cts::kernels
