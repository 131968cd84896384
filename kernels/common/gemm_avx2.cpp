#include "kernels/common/gemm_avx2.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#if defined(__x86_64__)

#include <immintrin.h>

#include <array>
#include <cstring>
#include <vector>

#define NPU_CTS_AVX2 __attribute__((target("avx2")))

namespace npu_cts::kernels {
namespace {

constexpr std::int64_t tile_rows = 4;      // rows of the result kept in registers; with more, GCC 12 spills
constexpr std::int64_t tile_columns = 16;  // its columns: two registers of int32
constexpr std::int64_t depth = 512;        // of a block: panel 16 KiB and tile rows 4 KiB stay in the first cache
constexpr std::int64_t panels = 16;        // packed at a time: 256 KiB, the second cache
constexpr std::int64_t row_block = 192;    // rows of a that meet those panels: 192 KiB
constexpr std::size_t pair_width = 2 * tile_columns;

/// a widened to int16, each row padded with zeros to an even length.
struct WideRows {
  std::vector<std::int16_t> values;
  std::int64_t stride = 0;
};

NPU_CTS_AVX2 void widen_row(const std::int8_t* from, std::int64_t stride, std::int64_t count, std::int16_t* to) {
  std::int64_t k = 0;
  if (stride == 1) {
    for (; k + 16 <= count; k += 16) {
      const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + k));
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + k), _mm256_cvtepi8_epi16(bytes));
    }
  }
  for (; k < count; ++k) to[k] = from[k * stride];
}

WideRows widen(const Int8Matrix& a) {
  WideRows wide{.values = {}, .stride = (a.columns + 1) / 2 * 2};
  wide.values.resize(static_cast<std::size_t>(a.rows * wide.stride));
  for (std::int64_t i = 0; i < a.rows; ++i) {
    widen_row(a.data + i * a.row_stride, a.column_stride, a.columns, wide.values.data() + i * wide.stride);
  }
  return wide;
}

/// A panel: for each pair of rows of b, its 16 columns with the two rows side by side, as int16.
/// Packs `rows` rows (the last pair padded) and `columns` <= 16 columns of b from `from` on.
void pack_any(const std::int8_t* from, const Int8Matrix& b, std::int64_t rows, std::int64_t columns, std::int16_t* to) {
  std::fill_n(to, (rows + 1) / 2 * static_cast<std::int64_t>(pair_width), std::int16_t{0});
  for (std::int64_t k = 0; k < rows; ++k) {
    for (std::int64_t j = 0; j < columns; ++j) {
      to[k / 2 * static_cast<std::int64_t>(pair_width) + 2 * j + k % 2] = from[k * b.row_stride + j * b.column_stride];
    }
  }
}

/// As pack_any, for 16 columns that lie side by side and an even number of rows.
NPU_CTS_AVX2 void pack_rows(const std::int8_t* from, std::int64_t row_stride, std::int64_t rows, std::int16_t* to) {
  for (std::int64_t k = 0; k < rows; k += 2, to += pair_width) {
    const __m128i even = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + k * row_stride));
    const __m128i odd = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + (k + 1) * row_stride));
    const __m256i low = _mm256_cvtepi8_epi16(_mm_unpacklo_epi8(even, odd));
    const __m256i high = _mm256_cvtepi8_epi16(_mm_unpackhi_epi8(even, odd));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), low);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + tile_columns), high);
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

/// As pack_any, for 16 columns whose elements lie side by side along k, and a multiple of 16 rows.
NPU_CTS_AVX2 void pack_columns(const std::int8_t* from, std::int64_t column_stride, std::int64_t rows,
                               std::int16_t* to) {
  for (std::int64_t k = 0; k < rows; k += 16) {
    for (std::int64_t half = 0; half < tile_columns; half += 8) {
      __m128i x[8];
      for (std::size_t j = 0; j < 8; ++j) {
        const std::int8_t* column = from + (half + static_cast<std::int64_t>(j)) * column_stride + k;
        x[j] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(column));
      }
      transpose_pairs(x);
      std::int16_t* pair = to + k / 2 * static_cast<std::int64_t>(pair_width) + 2 * half;
      for (std::size_t p = 0; p < 8; ++p, pair += pair_width) {
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(pair), _mm256_cvtepi8_epi16(x[p]));
      }
    }
  }
}

void pack_panel(const std::int8_t* from, const Int8Matrix& b, std::int64_t rows, std::int64_t columns,
                std::int16_t* to) {
  std::int64_t done = 0;
  if (columns == tile_columns && b.column_stride == 1) {
    done = rows / 2 * 2;
    pack_rows(from, b.row_stride, done, to);
  } else if (columns == tile_columns && b.row_stride == 1) {
    done = rows / 16 * 16;
    pack_columns(from, b.column_stride, done, to);
  }
  if (done == rows) return;
  pack_any(from + done * b.row_stride, b, rows - done, columns, to + done / 2 * static_cast<std::int64_t>(pair_width));
}

using Tile = std::array<std::int32_t, tile_rows * tile_columns>;

/// Sums Rows rows of a against one panel over `pairs` pairs of k.
template <std::size_t Rows>
NPU_CTS_AVX2 void sum_tile(const std::int16_t* a, std::int64_t stride, const std::int16_t* panel, std::int64_t pairs,
                           Tile& tile) {
  __m256i sums[Rows][2];
  for (auto& row : sums) row[0] = row[1] = _mm256_setzero_si256();
  for (std::int64_t p = 0; p < pairs; ++p, a += 2, panel += pair_width) {
    const __m256i left = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(panel));
    const __m256i right = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(panel + tile_columns));
    for (std::size_t i = 0; i < Rows; ++i) {
      std::int32_t pair = 0;
      std::memcpy(&pair, a + static_cast<std::int64_t>(i) * stride, sizeof(pair));
      const __m256i both = _mm256_set1_epi32(pair);
      sums[i][0] = _mm256_add_epi32(sums[i][0], _mm256_madd_epi16(both, left));
      sums[i][1] = _mm256_add_epi32(sums[i][1], _mm256_madd_epi16(both, right));
    }
  }
  for (std::size_t i = 0; i < Rows; ++i) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(&tile[i * tile_columns]), sums[i][0]);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(&tile[i * tile_columns + 8]), sums[i][1]);
  }
}

using SumTile = void (*)(const std::int16_t*, std::int64_t, const std::int16_t*, std::int64_t, Tile&);
constexpr std::array<SumTile, tile_rows> sum_tile_of{sum_tile<1>, sum_tile<2>, sum_tile<3>, sum_tile<4>};

/// Adds the valid part of `tile` to the result, modulo 2^32.
void add_tile(const Tile& tile, std::int64_t rows, std::int64_t columns, std::int32_t* out, std::int64_t stride) {
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < columns; ++j) {
      const auto sum = static_cast<std::uint32_t>(tile[static_cast<std::size_t>(i * tile_columns + j)]);
      std::int32_t& place = out[i * stride + j];
      place = static_cast<std::int32_t>(static_cast<std::uint32_t>(place) + sum);
    }
  }
}

/// The part of the product that one set of packed panels makes: rows [first_k, first_k + k) and columns [first_n, …) of
/// b.
struct Block {
  std::int64_t first_k, k, first_n, n;
};

// NOLINTNEXTLINE(readability-function-size): a block of three matrices
void multiply_block(const WideRows& a, std::int64_t m, const Block& block, const std::int16_t* packed,
                    std::int32_t* out, std::int64_t out_stride) {
  const std::int64_t pairs = (block.k + 1) / 2;
  Tile tile;
  for (std::int64_t first = 0; first < m; first += row_block) {
    const std::int64_t last = std::min(m, first + row_block);
    for (std::int64_t j = 0; j < block.n; j += tile_columns) {
      const std::int16_t* panel = packed + j * 2 * pairs;
      for (std::int64_t i = first; i < last; i += tile_rows) {
        const std::int64_t rows = std::min(tile_rows, last - i);
        const std::int16_t* start = a.values.data() + i * a.stride + block.first_k;
        sum_tile_of[static_cast<std::size_t>(rows - 1)](start, a.stride, panel, pairs, tile);
        std::int32_t* place = out + i * out_stride + block.first_n + j;
        add_tile(tile, rows, std::min(tile_columns, block.n - j), place, out_stride);
      }
    }
  }
}

}  // namespace

bool has_avx2() { return __builtin_cpu_supports("avx2") != 0; }

void multiply_avx2(const Int8Matrix& a, const Int8Matrix& b, std::span<std::int32_t> out) {
  std::ranges::fill(out, 0);
  if (out.empty() || a.columns == 0) return;
  const WideRows wide = widen(a);
  const std::int64_t widest = std::min(b.columns + tile_columns, panels * tile_columns);
  std::vector<std::int16_t> packed(static_cast<std::size_t>(widest * std::min(b.rows + 1, depth)));
  for (std::int64_t n = 0; n < b.columns; n += panels * tile_columns) {
    for (std::int64_t k = 0; k < b.rows; k += depth) {
      const Block block{k, std::min(depth, b.rows - k), n, std::min(panels * tile_columns, b.columns - n)};
      const std::int64_t panel_size = (block.k + 1) / 2 * static_cast<std::int64_t>(pair_width);
      for (std::int64_t j = 0; j < block.n; j += tile_columns) {
        const std::int8_t* from = b.data + k * b.row_stride + (n + j) * b.column_stride;
        pack_panel(from, b, block.k, std::min(tile_columns, block.n - j),
                   packed.data() + j / tile_columns * panel_size);
      }
      multiply_block(wide, a.rows, block, packed.data(), out.data(), b.columns);
    }
  }
}

}  // namespace npu_cts::kernels

#else

namespace npu_cts::kernels {

bool has_avx2() { return false; }

void multiply_avx2(const Int8Matrix&, const Int8Matrix&, std::span<std::int32_t>) { std::abort(); }

}  // namespace npu_cts::kernels

#endif
