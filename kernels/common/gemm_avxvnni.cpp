// SPDX-License-Identifier: Apache-2.0
// The int8 product by the vpdpbusd of AVX-VNNI, for processors that have it without AVX-512: as gemm_quads.h says, with
// registers of half the length.
#include "kernels/common/gemm_features.h"
#include "kernels/common/gemm_squares.h"

#if defined(__x86_64__)

#include <cstring>
#include <numeric>

#define NPU_CTS_AVXVNNI __attribute__((target("avx2,avxvnni")))

namespace npu_cts::kernels {
namespace {

constexpr std::size_t tile_rows = 6;                    // by two registers of sums: 12 of the 16 there are
constexpr std::int64_t panel_columns = squares::edge;   // two registers of sums
constexpr std::int64_t quad_bytes = 4 * panel_columns;  // of four rows of a panel

bool runs_here() {
  constexpr unsigned avx_vnni = 1U << 4U;
  return __builtin_cpu_supports("avx2") != 0 && (Features(1).eax & avx_vnni) != 0;
}

NPU_CTS_AVXVNNI std::int32_t pack_left(const std::int8_t* row, std::int64_t count, std::byte* to) {
  const std::int64_t whole = (count + 31) / 32 * 32;
  std::memcpy(to, row, static_cast<std::size_t>(count));
  std::memset(to + count, 0, static_cast<std::size_t>(whole - count));
  __m256i sums = _mm256_setzero_si256();
  for (std::int64_t k = 0; k < whole; k += 32) {
    sums = _mm256_dpbusd_avx_epi32(sums, _mm256_set1_epi8(1),
                                   _mm256_loadu_si256(reinterpret_cast<const __m256i*>(to + k)));
  }
  std::array<std::uint32_t, 8> parts;
  std::memcpy(parts.data(), &sums, sizeof(parts));
  return static_cast<std::int32_t>(0U - 128U * std::accumulate(parts.begin(), parts.end(), 0U));
}

/// Stores 16 values, each plus 128.
void store_raised(__m128i values, std::byte* to) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm_xor_si128(values, _mm_set1_epi8(-128)));
}

void pack_rows(const Lines& lines, std::byte* to) {
  const std::int64_t last = lines.rows - 1;  // stands for rows that are missing, where the left operand has zeros
  for (std::int64_t k = 0; k <= last; k += 4, to += quad_bytes) {
    std::byte* place = to;
    for (std::int64_t j = 0; j < lines.columns; j += panel_columns, place += lines.panel_bytes) {
      const __m128i first = squares::load_row(lines, k, j);
      const __m128i second = squares::load_row(lines, std::min(k + 1, last), j);
      const __m128i third = squares::load_row(lines, std::min(k + 2, last), j);
      const __m128i fourth = squares::load_row(lines, std::min(k + 3, last), j);
      const __m128i low12 = _mm_unpacklo_epi8(first, second);
      const __m128i high12 = _mm_unpackhi_epi8(first, second);
      const __m128i low34 = _mm_unpacklo_epi8(third, fourth);
      const __m128i high34 = _mm_unpackhi_epi8(third, fourth);
      store_raised(_mm_unpacklo_epi16(low12, low34), place);
      store_raised(_mm_unpackhi_epi16(low12, low34), place + 16);
      store_raised(_mm_unpacklo_epi16(high12, high34), place + 32);
      store_raised(_mm_unpackhi_epi16(high12, high34), place + 48);
    }
  }
}

/// The quads of four columns at a time: a matrix of 4 by 4 words, transposed.
void pack_square(const std::int8_t* const* starts, std::int64_t k, std::byte* to) {
  for (std::int64_t j = 0; j < squares::edge; j += 4) {
    __m128i x[4];
    for (std::int64_t i = 0; i < 4; ++i) {
      x[i] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(starts[j + i] + k));
    }
    const __m128i low12 = _mm_unpacklo_epi32(x[0], x[1]);
    const __m128i high12 = _mm_unpackhi_epi32(x[0], x[1]);
    const __m128i low34 = _mm_unpacklo_epi32(x[2], x[3]);
    const __m128i high34 = _mm_unpackhi_epi32(x[2], x[3]);
    std::byte* place = to + 4 * j;
    store_raised(_mm_unpacklo_epi64(low12, low34), place);
    store_raised(_mm_unpackhi_epi64(low12, low34), place + quad_bytes);
    store_raised(_mm_unpacklo_epi64(high12, high34), place + 2 * quad_bytes);
    store_raised(_mm_unpackhi_epi64(high12, high34), place + 3 * quad_bytes);
  }
}

void pack_columns(const Lines& lines, std::byte* to) {
  squares::pack_columns(lines, panel_columns / 4 * quad_bytes, pack_square, to);
}

using Sums = std::array<std::int32_t, tile_rows * panel_columns>;

/// Sums Rows rows of a against one panel.
template <std::size_t Rows>
NPU_CTS_AVXVNNI void sum_rows(const Tile& tile, Sums& all) {
  __m256i sums[Rows][2];
#pragma GCC unroll 8
  for (std::size_t i = 0; i < Rows; ++i) sums[i][0] = sums[i][1] = _mm256_setzero_si256();
  const std::byte* left = tile.left;
  const std::byte* panel = tile.panel;
  for (std::int64_t k = 0; k < tile.depth; k += 4, left += 4, panel += quad_bytes) {
    const __m256i first = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(panel));
    const __m256i second = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(panel) + 1);
#pragma GCC unroll 8
    for (std::size_t i = 0; i < Rows; ++i) {
      std::int32_t four = 0;
      std::memcpy(&four, left + static_cast<std::int64_t>(i) * tile.left_stride, sizeof(four));
      const __m256i both = _mm256_set1_epi32(four);
      sums[i][0] = _mm256_dpbusd_avx_epi32(sums[i][0], first, both);
      sums[i][1] = _mm256_dpbusd_avx_epi32(sums[i][1], second, both);
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

constexpr GemmTarget gemm_avxvnni{.name = "avxvnni",
                                  .runs_here = runs_here,
                                  .tile_rows = tile_rows,
                                  .panel_columns = panel_columns,
                                  .left_width = 1,
                                  .right_width = 1,
                                  .pack_left = pack_left,
                                  .pack_rows = pack_rows,
                                  .pack_columns = pack_columns,
                                  .sum_tile = sum_tile};

}  // namespace npu_cts::kernels

#endif
