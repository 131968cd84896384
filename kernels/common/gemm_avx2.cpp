// SPDX-License-Identifier: Apache-2.0
// The int8 product with AVX2: pairs of k widened to int16 and summed by vpmaddwd, which cannot overflow on widened
// int8. (vpmaddubsw, twice as dense, saturates at int16 and is therefore never exact.)
#include "kernels/common/gemm_squares.h"

#if defined(__x86_64__)

#include <immintrin.h>

#include <algorithm>
#include <array>
#include <cstring>

#define NPU_CTS_AVX2 __attribute__((target("avx2")))

namespace npu_cts::kernels {
namespace {

constexpr std::size_t tile_rows = 6;                    // by two registers of sums: 12 of the 16 there are
constexpr std::int64_t panel_columns = squares::edge;   // two registers of sums
constexpr std::int64_t pair_bytes = 4 * panel_columns;  // of two rows of a panel, as int16

bool runs_here() { return __builtin_cpu_supports("avx2") != 0; }

NPU_CTS_AVX2 std::int32_t pack_left(const std::int8_t* row, std::int64_t count, std::byte* to) {
  std::int64_t k = 0;
  for (; k + 16 <= count; k += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(row + k));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + 2 * k), _mm256_cvtepi8_epi16(bytes));
  }
  std::array<std::int16_t, 16> rest{};
  std::copy(row + k, row + count, rest.begin());
  if (k < count) std::memcpy(to + 2 * k, rest.data(), sizeof(rest));
  return 0;
}

/// Packs two rows of 16 columns: the two values of a column side by side, as int16.
NPU_CTS_AVX2 void store_pair(__m128i even, __m128i odd, std::byte* to) {
  auto* place = reinterpret_cast<__m256i*>(to);
  _mm256_storeu_si256(place, _mm256_cvtepi8_epi16(_mm_unpacklo_epi8(even, odd)));
  _mm256_storeu_si256(place + 1, _mm256_cvtepi8_epi16(_mm_unpackhi_epi8(even, odd)));
}

NPU_CTS_AVX2 void pack_rows(const Lines& lines, std::byte* to) {
  for (std::int64_t k = 0; k < lines.rows; k += 2, to += pair_bytes) {
    std::byte* place = to;
    for (std::int64_t j = 0; j < lines.columns; j += panel_columns, place += lines.panel_bytes) {
      const __m128i odd = k + 1 < lines.rows ? squares::load_row(lines, k + 1, j) : _mm_setzero_si128();
      store_pair(squares::load_row(lines, k, j), odd, place);
    }
  }
}

/// Transposes an 8 x 8 matrix of 16-bit pairs: rows are columns of b, pairs of k run along them.
NPU_CTS_AVX2 void transpose_pairs(__m128i (&x)[8]) {
  __m128i y[8];
  for (std::size_t i = 0; i < 4; ++i) {
    y[2 * i] = _mm_unpacklo_epi16(x[2 * i], x[2 * i + 1]);
    y[2 * i + 1] = _mm_unpackhi_epi16(x[2 * i], x[2 * i + 1]);
  }
  for (std::size_t half = 0; half < 8; half += 4) {
    for (std::size_t i = 0; i < 2; ++i) {
      x[half + 2 * i] = _mm_unpacklo_epi32(y[half + i], y[half + i + 2]);
      x[half + 2 * i + 1] = _mm_unpackhi_epi32(y[half + i], y[half + i + 2]);
    }
  }
  for (std::size_t i = 0; i < 4; ++i) {
    y[2 * i] = _mm_unpacklo_epi64(x[i], x[i + 4]);
    y[2 * i + 1] = _mm_unpackhi_epi64(x[i], x[i + 4]);
  }
  for (std::size_t i = 0; i < 8; ++i) x[i] = y[i];
}

/// Packs 16 rows, from `k` on, of 16 columns that begin at `starts`.
NPU_CTS_AVX2 void pack_square(const std::int8_t* const* starts, std::int64_t k, std::byte* to) {
  for (std::int64_t half = 0; half < panel_columns; half += 8) {
    __m128i x[8];
    for (std::int64_t j = 0; j < 8; ++j) {
      x[j] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(starts[half + j] + k));
    }
    transpose_pairs(x);
    std::byte* pair = to + 4 * half;
    for (std::size_t p = 0; p < 8; ++p, pair += pair_bytes) {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(pair), _mm256_cvtepi8_epi16(x[p]));
    }
  }
}

void pack_columns(const Lines& lines, std::byte* to) {
  squares::pack_columns(lines, panel_columns / 2 * pair_bytes, pack_square, to);
}

using Sums = std::array<std::int32_t, tile_rows * panel_columns>;

/// Sums Rows rows of a against one panel.
template <std::size_t Rows>
NPU_CTS_AVX2 void sum_rows(const Tile& tile, Sums& all) {
  __m256i sums[Rows][2];
#pragma GCC unroll 8
  for (std::size_t i = 0; i < Rows; ++i) sums[i][0] = sums[i][1] = _mm256_setzero_si256();
  const std::byte* left = tile.left;
  const std::byte* panel = tile.panel;
  for (std::int64_t k = 0; k < tile.depth; k += 2, left += 4, panel += pair_bytes) {
    const __m256i first = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(panel));
    const __m256i second = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(panel) + 1);
#pragma GCC unroll 8
    for (std::size_t i = 0; i < Rows; ++i) {
      std::int32_t two = 0;
      std::memcpy(&two, left + static_cast<std::int64_t>(i) * tile.left_stride, sizeof(two));
      const __m256i both = _mm256_set1_epi32(two);
      sums[i][0] = _mm256_add_epi32(sums[i][0], _mm256_madd_epi16(both, first));
      sums[i][1] = _mm256_add_epi32(sums[i][1], _mm256_madd_epi16(both, second));
    }
  }
#pragma GCC unroll 8
  for (std::size_t i = 0; i < Rows; ++i) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(&all[i * panel_columns]), sums[i][0]);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(&all[i * panel_columns + 8]), sums[i][1]);
  }
}

void sum_tile(const Tile& tile) {
  constexpr std::array of_rows{sum_rows<1>, sum_rows<2>, sum_rows<3>, sum_rows<4>, sum_rows<5>, sum_rows<6>};
  Sums sums;
  of_rows[static_cast<std::size_t>(tile.rows - 1)](tile, sums);
  squares::write_sums(tile, sums.data());
}

}  // namespace

constexpr GemmTarget gemm_avx2{.name = "avx2",
                               .runs_here = runs_here,
                               .tile_rows = tile_rows,
                               .panel_columns = panel_columns,
                               .left_width = 2,
                               .right_width = 2,
                               .pack_left = pack_left,
                               .pack_rows = pack_rows,
                               .pack_columns = pack_columns,
                               .sum_tile = sum_tile};

}  // namespace npu_cts::kernels

#endif
