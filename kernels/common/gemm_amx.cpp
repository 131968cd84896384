// SPDX-License-Identifier: Apache-2.0
// The int8 product by the tiles of AMX: 16 rows of 64 signed bytes by 16 columns of as many unsigned ones, summed to
// int32 without saturation. Two tiles of rows meet two of columns at a time, so that each tile is read once for two.
#include "kernels/common/gemm_features.h"
#include "kernels/common/gemm_quads.h"

#if defined(__x86_64__)

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>

#define NPU_CTS_AMX __attribute__((target("amx-tile,amx-int8")))

namespace npu_cts::kernels {
namespace {

using quads::panel_columns;
using quads::quad_bytes;

constexpr std::int64_t edge = 16;         // rows of a tile
constexpr std::int64_t row_bytes = 64;    // of a tile
constexpr std::int64_t pair = 2 * edge;   // rows of two tiles, and columns of two
constexpr std::int64_t tile_rows = 1024;  // the tiles are set up once for all of them

/// Asks Linux for the memory of tiles, for the whole process. It refuses where a stack of signals is too small.
bool ask_for_tiles() {
  constexpr long ask_for_permission = 0x1023;  // ARCH_REQ_XCOMP_PERM, of Linux 5.16
  constexpr long data_of_tiles = 18;           // XFEATURE_XTILEDATA
  return ::syscall(SYS_arch_prctl, ask_for_permission, data_of_tiles) == 0;
}

bool runs_here() {
  constexpr unsigned tiles_of_int8 = 3U << 24U;  // AMX-TILE and AMX-INT8
  return (Features(0).edx & tiles_of_int8) == tiles_of_int8 && quads::run_here() && ask_for_tiles();
}

/// What LDTILECFG reads: tiles 0 to 3 hold sums, 4 and 5 rows of the left operand, 6 and 7 columns of the right one.
struct alignas(64) Shapes {
  std::uint8_t palette = 1;
  std::uint8_t start_row = 0;
  std::array<std::uint8_t, 14> reserved{};
  std::array<std::uint16_t, 16> bytes_of_row{};
  std::array<std::uint8_t, 16> rows{};

  /// For `count` rows, of at most two tiles.
  explicit Shapes(std::int64_t count) {
    const auto upper = static_cast<std::uint8_t>(std::min(count, edge));
    const auto lower = static_cast<std::uint8_t>(std::max<std::int64_t>(count - edge, 1));
    rows = {upper, upper, lower, lower, upper, lower, edge, edge};
    std::fill_n(bytes_of_row.begin(), 8, row_bytes);
  }
};
static_assert(sizeof(Shapes) == 64);

/// Sums at most 32 rows by 32 columns of the panel, which begin at `panel`.
NPU_CTS_AMX void sum_two_by_two(const Tile& tile, const std::byte* panel, std::int32_t* sums) {
  const std::byte* left = tile.left;
  const std::byte* lower = left + edge * tile.left_stride;
  _tile_zero(0);
  _tile_zero(1);
  _tile_zero(2);
  _tile_zero(3);
  for (std::int64_t k = 0; k < tile.depth; k += row_bytes) {
    _tile_loadd(4, left + k, tile.left_stride);
    _tile_loadd(6, panel, quad_bytes);
    _tile_loadd(7, panel + row_bytes, quad_bytes);
    _tile_dpbsud(0, 4, 6);
    _tile_dpbsud(1, 4, 7);
    _tile_loadd(5, lower + k, tile.left_stride);
    _tile_dpbsud(2, 5, 6);
    _tile_dpbsud(3, 5, 7);
    panel += edge * quad_bytes;
  }
  constexpr std::int64_t stride = panel_columns * sizeof(std::int32_t);
  _tile_stored(0, sums, stride);
  _tile_stored(1, sums + edge, stride);
  _tile_stored(2, sums + edge * panel_columns, stride);
  _tile_stored(3, sums + edge * panel_columns + edge, stride);
}

/// As sum_two_by_two, for at most 16 rows.
NPU_CTS_AMX void sum_one_by_two(const Tile& tile, const std::byte* panel, std::int32_t* sums) {
  _tile_zero(0);
  _tile_zero(1);
  for (std::int64_t k = 0; k < tile.depth; k += row_bytes) {
    _tile_loadd(4, tile.left + k, tile.left_stride);
    _tile_loadd(6, panel, quad_bytes);
    _tile_loadd(7, panel + row_bytes, quad_bytes);
    _tile_dpbsud(0, 4, 6);
    _tile_dpbsud(1, 4, 7);
    panel += edge * quad_bytes;
  }
  constexpr std::int64_t stride = panel_columns * sizeof(std::int32_t);
  _tile_stored(0, sums, stride);
  _tile_stored(1, sums + edge, stride);
}

NPU_CTS_AMX void sum_tile(const Tile& tile) {
  if (tile.rows <= gemm_avx512.tile_rows) return gemm_avx512.sum_tile(tile);  // few rows leave most of a tile empty
  alignas(64) std::array<std::int32_t, pair * panel_columns> sums;
  std::int64_t shaped_for = 0;
  Tile part = tile;
  for (std::int64_t i = 0; i < tile.rows; i += pair) {
    part.rows = std::min(pair, tile.rows - i);
    part.left = tile.left + i * tile.left_stride;
    part.start = tile.start == nullptr ? nullptr : tile.start + i;
    part.out = tile.out + i * tile.out_stride;
    if (part.rows != shaped_for) {
      const Shapes shapes(part.rows);
      __asm__ volatile("" : : "m"(shapes));  // GCC 12 believes that the next line reads eight bytes of it
      _tile_loadconfig(&shapes);
      shaped_for = part.rows;
    }
    for (std::int64_t j = 0; j < tile.columns; j += pair) {
      const auto sum = part.rows > edge ? sum_two_by_two : sum_one_by_two;
      sum(part, tile.panel + 4 * j, sums.data() + j);
    }
    quads::write_sums(part, sums.data());
  }
  _tile_release();
}

void sum_lines(const Lines& lines, const Tile& tile) { gemm_avx512.sum_lines(lines, tile); }

}  // namespace

constexpr GemmTarget gemm_amx{.name = "amx",
                              .runs_here = runs_here,
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
