// SPDX-License-Identifier: Apache-2.0
// The int8 product by vpdpbusd, which adds four products of an unsigned and a signed byte to an int32 without
// saturation.
#include "kernels/common/gemm_quads.h"

#if defined(__x86_64__)

#include <algorithm>
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

constexpr std::size_t columns_at_once = 4;

/// Returns the sum of each of four registers, side by side. With masks that take all: GCC 12 warns of the plain forms,
/// as they begin with registers that hold anything (its bug 105593).
NPU_CTS_AVX512 __m128i totals_of(const __m512i (&x)[columns_at_once]) {
  constexpr __mmask16 all = 0xFFFF;
  const __m512i first =
      _mm512_add_epi32(_mm512_maskz_unpacklo_epi32(all, x[0], x[1]), _mm512_maskz_unpackhi_epi32(all, x[0], x[1]));
  const __m512i second =
      _mm512_add_epi32(_mm512_maskz_unpacklo_epi32(all, x[2], x[3]), _mm512_maskz_unpackhi_epi32(all, x[2], x[3]));
  const __m512i four = _mm512_add_epi32(_mm512_maskz_unpacklo_epi64(0xFF, first, second),
                                        _mm512_maskz_unpackhi_epi64(0xFF, first, second));
  const __m256i halves =
      _mm256_add_epi32(_mm512_maskz_extracti64x4_epi64(0xF, four, 0), _mm512_maskz_extracti64x4_epi64(0xF, four, 1));
  return _mm_add_epi32(_mm256_castsi256_si128(halves), _mm256_extracti128_si256(halves, 1));
}

/// Sums Rows rows against four columns, which are fetched from memory while the four before are summed.
template <std::size_t Rows>
NPU_CTS_AVX512 void sum_columns(const Tile& tile, const std::array<const std::int8_t*, 2 * columns_at_once>& starts) {
  const __m512i top = _mm512_set1_epi8(-128);
  __m512i sums[Rows][columns_at_once];
#pragma GCC unroll 8
  for (std::size_t i = 0; i < Rows; ++i) sums[i][0] = sums[i][1] = sums[i][2] = sums[i][3] = _mm512_setzero_si512();
  for (std::int64_t k = 0; k < tile.depth; k += 64) {
    const __mmask64 mask = quads::first_bytes(tile.depth - k);
    __m512i right[columns_at_once];
#pragma GCC unroll 8
    for (std::size_t j = 0; j < columns_at_once; ++j) {
      right[j] = _mm512_xor_si512(_mm512_maskz_loadu_epi8(mask, starts[j] + k), top);
      _mm_prefetch(starts[j + columns_at_once] + k, _MM_HINT_T0);
    }
#pragma GCC unroll 8
    for (std::size_t i = 0; i < Rows; ++i) {
      const __m512i left = _mm512_loadu_si512(tile.left + static_cast<std::int64_t>(i) * tile.left_stride + k);
#pragma GCC unroll 8
      for (std::size_t j = 0; j < columns_at_once; ++j) sums[i][j] = _mm512_dpbusd_epi32(sums[i][j], right[j], left);
    }
  }
  const auto mask = static_cast<__mmask8>((1U << tile.columns) - 1U);
#pragma GCC unroll 8
  for (std::size_t i = 0; i < Rows; ++i) {
    std::int32_t* place = tile.out + static_cast<std::int64_t>(i) * tile.out_stride;
    const __m128i before = tile.start != nullptr ? _mm_set1_epi32(tile.start[i]) : _mm_maskz_loadu_epi32(mask, place);
    _mm_mask_storeu_epi32(place, mask, _mm_add_epi32(before, totals_of(sums[i])));
  }
}

void sum_lines(const Lines& lines, const Tile& all) {
  constexpr std::array of_rows{sum_columns<1>, sum_columns<2>, sum_columns<3>,
                               sum_columns<4>, sum_columns<5>, sum_columns<6>};
  static_assert(of_rows.size() == few_rows);
  constexpr auto step = static_cast<std::int64_t>(columns_at_once);
  Tile tile = all;
  for (std::int64_t j = 0; j < lines.columns; j += step, tile.out += step) {
    std::array<const std::int8_t*, 2 * columns_at_once> starts;  // the last stands for those that are missing
    for (std::int64_t c = 0; c < 2 * step; ++c) {
      starts[static_cast<std::size_t>(c)] = lines.starts[std::min(j + c, lines.columns - 1)];
    }
    tile.columns = std::min(step, lines.columns - j);
    of_rows[static_cast<std::size_t>(tile.rows - 1)](tile, starts);
  }
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
                                 .sum_tile = sum_tile,
                                 .sum_lines = sum_lines};

}  // namespace npu_cts::kernels

#endif
