// SPDX-License-Identifier: Apache-2.0
// The int8 product by vpdpbusd, which adds four products of an unsigned and a signed byte to an int32 without
// saturation.
#include "kernels/common/gemm_quads.h"

#if defined(__x86_64__)

#include <immintrin.h>

#include <array>
#include <cstring>

namespace npu_cts::kernels {
namespace {

using quads::panel_columns;
using quads::quad_bytes;

constexpr std::size_t tile_rows = 6;  // by four registers of sums: 24 of the 32 there are

using Sums = std::array<std::int32_t, tile_rows * panel_columns>;

/// Sums Rows rows of a against one panel. Where a loop over registers is not unrolled at once, GCC 12 keeps the array
/// in memory.
template <std::size_t Rows>
NPU_CTS_AVX512 void sum_rows(const Tile& tile, Sums& all) {
  __m512i sums[Rows][4];
  for (auto& row : sums) row[0] = row[1] = row[2] = row[3] = _mm512_setzero_si512();
  const std::byte* left = tile.left;
  const std::byte* panel = tile.panel;
  for (std::int64_t k = 0; k < tile.depth; k += 4, left += 4, panel += quad_bytes) {
    __m512i right[4];
#pragma GCC unroll 8
    for (std::size_t j = 0; j < 4; ++j) right[j] = _mm512_load_si512(panel + 64 * j);
#pragma GCC unroll 8
    for (std::size_t i = 0; i < Rows; ++i) {
      std::int32_t four = 0;
      std::memcpy(&four, left + static_cast<std::int64_t>(i) * tile.left_stride, sizeof(four));
      const __m512i both = _mm512_set1_epi32(four);
#pragma GCC unroll 8
      for (std::size_t j = 0; j < 4; ++j) sums[i][j] = _mm512_dpbusd_epi32(sums[i][j], right[j], both);
    }
  }
#pragma GCC unroll 8
  for (std::size_t i = 0; i < Rows; ++i) {
#pragma GCC unroll 8
    for (std::size_t j = 0; j < 4; ++j) _mm512_storeu_si512(&all[i * panel_columns + 16 * j], sums[i][j]);
  }
}

NPU_CTS_AVX512 void sum_tile(const Tile& tile) {
  constexpr std::array of_rows{sum_rows<1>, sum_rows<2>, sum_rows<3>, sum_rows<4>, sum_rows<5>, sum_rows<6>};
  Sums sums;
  of_rows[static_cast<std::size_t>(tile.rows - 1)](tile, sums);
  quads::write_sums(tile, sums.data());
}

}  // namespace

constexpr GemmTarget gemm_avx512{.name = "avx512",
                                 .runs_here = quads::run_here,
                                 .tile_rows = tile_rows,
                                 .panel_columns = panel_columns,
                                 .left_width = 1,
                                 .right_width = 1,
                                 .pack_left = quads::pack_left,
                                 .pack_rows = quads::pack_rows,
                                 .pack_columns = quads::pack_columns,
                                 .sum_tile = sum_tile};

}  // namespace npu_cts::kernels

#endif
