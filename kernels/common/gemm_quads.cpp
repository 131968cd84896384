// SPDX-License-Identifier: Apache-2.0
#include "kernels/common/gemm_quads.h"

#if defined(__x86_64__)

#include <algorithm>
#include <array>
#include <numeric>

namespace npu_cts::kernels::quads {
namespace {

/// Stores four rows of 64 columns so that the four values of a column lie side by side, each plus 128.
NPU_CTS_AVX512 void store_quad(const __m512i (&row)[4], std::byte* to) {
  // unpacking works within 128 bits: the groups of four columns are put where it takes them from
  const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  const __m512i top = _mm512_set1_epi8(-128);
  __m512i x[4];
#pragma GCC unroll 8
  for (std::size_t i = 0; i < 4; ++i) x[i] = _mm512_xor_si512(_mm512_permutexvar_epi32(order, row[i]), top);
  const __m512i low01 = _mm512_unpacklo_epi8(x[0], x[1]);
  const __m512i high01 = _mm512_unpackhi_epi8(x[0], x[1]);
  const __m512i low23 = _mm512_unpacklo_epi8(x[2], x[3]);
  const __m512i high23 = _mm512_unpackhi_epi8(x[2], x[3]);
  _mm512_storeu_si512(to, _mm512_unpacklo_epi16(low01, low23));
  _mm512_storeu_si512(to + 64, _mm512_unpackhi_epi16(low01, low23));
  _mm512_storeu_si512(to + 128, _mm512_unpacklo_epi16(high01, high23));
  _mm512_storeu_si512(to + 192, _mm512_unpackhi_epi16(high01, high23));
}

/// Transposes a 16 x 16 matrix of 32 bits.
NPU_CTS_AVX512 void transpose(__m512i (&x)[16]) {
  __m512i y[16];
#pragma GCC unroll 16
  for (std::size_t i = 0; i < 16; i += 2) {
    y[i] = _mm512_unpacklo_epi32(x[i], x[i + 1]);
    y[i + 1] = _mm512_unpackhi_epi32(x[i], x[i + 1]);
  }
#pragma GCC unroll 16
  for (std::size_t i = 0; i < 16; i += 4) {
#pragma GCC unroll 16
    for (std::size_t j = 0; j < 2; ++j) {
      x[i + 2 * j] = _mm512_unpacklo_epi64(y[i + j], y[i + j + 2]);
      x[i + 2 * j + 1] = _mm512_unpackhi_epi64(y[i + j], y[i + j + 2]);
    }
  }
#pragma GCC unroll 16
  for (std::size_t i = 0; i < 4; ++i) {  // x[4·g + i]: column i of each 4 x 4 block of rows 4·g…
    const __m512i low01 = _mm512_shuffle_i32x4(x[i], x[4 + i], 0x88);
    const __m512i high01 = _mm512_shuffle_i32x4(x[i], x[4 + i], 0xDD);
    const __m512i low23 = _mm512_shuffle_i32x4(x[8 + i], x[12 + i], 0x88);
    const __m512i high23 = _mm512_shuffle_i32x4(x[8 + i], x[12 + i], 0xDD);
    y[i] = _mm512_shuffle_i32x4(low01, low23, 0x88);
    y[8 + i] = _mm512_shuffle_i32x4(low01, low23, 0xDD);
    y[4 + i] = _mm512_shuffle_i32x4(high01, high23, 0x88);
    y[12 + i] = _mm512_shuffle_i32x4(high01, high23, 0xDD);
  }
#pragma GCC unroll 16
  for (std::size_t i = 0; i < 16; ++i) x[i] = y[i];
}

/// Packs the 16 columns from `first` on; the last stands for those that are missing, whose sums are not written.
NPU_CTS_AVX512 void pack_16_columns(const Lines& lines, std::int64_t first, std::byte* to) {
  const __m512i top = _mm512_set1_epi8(-128);
  std::array<const std::int8_t*, 32> starts;  // of these columns, and of the next, which are fetched meanwhile
  for (std::int64_t j = 0; j < 32; ++j) {
    starts[static_cast<std::size_t>(j)] = lines.starts[std::min(first + j, lines.columns - 1)];
  }
  for (std::int64_t k = 0; k < lines.rows; k += 64, to += 16 * quad_bytes) {
    const __mmask64 rows = first_bytes(lines.rows - k);
    __m512i x[16];
#pragma GCC unroll 16
    for (std::size_t j = 0; j < 16; ++j) {
      x[j] = _mm512_xor_si512(_mm512_maskz_loadu_epi8(rows, starts[j] + k), top);
      _mm_prefetch(starts[j + 16] + k, _MM_HINT_T0);
    }
    transpose(x);
#pragma GCC unroll 16
    for (std::size_t q = 0; q < 16; ++q) _mm512_storeu_si512(to + static_cast<std::int64_t>(q) * quad_bytes, x[q]);
  }
}

}  // namespace

bool run_here() {
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
         __builtin_cpu_supports("avx512vl") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
         __builtin_cpu_supports("avx512vnni") != 0;
}

NPU_CTS_AVX512 std::int32_t pack_left(const std::int8_t* row, std::int64_t count, std::byte* to) {
  const __m512i ones = _mm512_set1_epi8(1);
  __m512i sums = _mm512_setzero_si512();
  for (std::int64_t k = 0; k < count; k += 64) {
    const __m512i values = _mm512_maskz_loadu_epi8(first_bytes(count - k), row + k);
    _mm512_storeu_si512(to + k, values);
    sums = _mm512_dpbusd_epi32(sums, ones, values);
  }
  std::array<std::uint32_t, 16> parts;
  _mm512_storeu_si512(parts.data(), sums);
  return static_cast<std::int32_t>(0U - 128U * std::accumulate(parts.begin(), parts.end(), 0U));
}

/// Row after row through all panels: a run along a row is more cache lines than a panel is wide.
NPU_CTS_AVX512 void pack_rows(const Lines& lines, std::byte* to) {
  const std::int64_t last = lines.rows - 1;
  for (std::int64_t k = 0; k <= last; k += 4, to += quad_bytes) {
    std::array<const std::int8_t*, 8> starts;  // of these rows, and of some that are fetched meanwhile
    for (std::int64_t i = 0; i < 4; ++i) {
      starts[static_cast<std::size_t>(i)] = lines.starts[std::min(k + i, last)];
      starts[static_cast<std::size_t>(i + 4)] = lines.starts[std::min(k + i + 8, last)];
    }
    std::byte* panel = to;
    for (std::int64_t j = 0; j < lines.columns; j += panel_columns, panel += lines.panel_bytes) {
      const __mmask64 columns = first_bytes(lines.columns - j);
      __m512i row[4];
#pragma GCC unroll 8
      for (std::size_t i = 0; i < 4; ++i) {  // the left operand has zeros where rows are missing
        row[i] = _mm512_maskz_loadu_epi8(columns, starts[i] + j);
        _mm_prefetch(starts[i + 4] + j, _MM_HINT_T0);
      }
      store_quad(row, panel);
    }
  }
}

NPU_CTS_AVX512 void pack_columns(const Lines& lines, std::byte* to) {
  for (std::int64_t first = 0; first < lines.columns; first += 16) {
    pack_16_columns(lines, first, to + first / panel_columns * lines.panel_bytes + 4 * (first % panel_columns));
  }
}

NPU_CTS_AVX512 void write_sums(const Tile& tile, const std::int32_t* sums) {
  for (std::int64_t i = 0; i < tile.rows; ++i) {
    for (std::int64_t j = 0; j < tile.columns; j += 16) {
      const auto mask = static_cast<__mmask16>(first_bytes(tile.columns - j));
      std::int32_t* place = tile.out + i * tile.out_stride + j;
      const __m512i before =
          tile.start != nullptr ? _mm512_set1_epi32(tile.start[i]) : _mm512_maskz_loadu_epi32(mask, place);
      const __m512i sum = _mm512_loadu_si512(sums + i * panel_columns + j);
      _mm512_mask_storeu_epi32(place, mask, _mm512_add_epi32(before, sum));
    }
  }
}

}  // namespace npu_cts::kernels::quads

#endif
