// SPDX-License-Identifier: Apache-2.0
// What the targets of AVX2 share: panels of 16 columns, which are packed in squares of 16 rows by 16 columns.
#pragma once

#if defined(__x86_64__)

#include <immintrin.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/common/gemm_target.h"

namespace npu_cts::kernels::squares {

constexpr std::int64_t edge = 16;  // rows, and columns, of a square; columns of a panel

/// Returns the values of row `k` in the 16 columns from `first` on, and 0 where there is no column.
inline __m128i load_row(const Lines& lines, std::int64_t k, std::int64_t first) {
  std::array<std::int8_t, edge> row{};
  const std::int8_t* from = lines.starts[k] + first;
  if (lines.columns - first >= edge) return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  std::copy_n(from, lines.columns - first, row.begin());
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(row.data()));
}

/// Packs 16 rows, from `k` on, of 16 columns that begin at `starts`.
using PackSquare = void (*)(const std::int8_t* const* starts, std::int64_t k, std::byte* to);

/// Packs a block whose columns are its lines, in squares of `square_bytes` each. Rows and columns that are missing
/// count as 0.
void pack_columns(const Lines& lines, std::int64_t square_bytes, PackSquare pack, std::byte* to);

/// Adds `sums`, rows of 16, to what each row of the tile begins with, and writes that to its place.
void write_sums(const Tile& tile, const std::int32_t* sums);

}  // namespace npu_cts::kernels::squares

#endif
