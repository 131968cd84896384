// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "kernels/common/gemm.h"

namespace npu_cts::kernels {

/// A block of the right operand that lies in lines, rows or columns of bytes side by side, and how it is packed: in
/// panels of a few columns, one behind the other.
struct Lines {
  const std::int8_t* const* starts = nullptr;  ///< of each line
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t panel_bytes = 0;  ///< from one panel to the next
};

/// A part of the result that stays in registers while its sums grow.
struct Tile {
  const std::byte* left = nullptr;  ///< packed rows
  std::int64_t left_stride = 0;     ///< in bytes
  const std::byte* panel = nullptr;
  std::int64_t depth = 0;  ///< products of a sum
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  const std::int32_t* start = nullptr;  ///< what the sums of each row begin with; null: with what `out` holds
  std::int32_t* out = nullptr;
  std::int64_t out_stride = 0;
};

/// What an instruction set does of a product. The blocking, which is the same for all, stands in gemm.cpp.
struct GemmTarget {
  std::string_view name;
  bool (*runs_here)();

  std::int64_t tile_rows;      ///< the most rows of a tile
  std::int64_t panel_columns;  ///< columns that are packed side by side, and that a tile has
  std::int64_t left_width;     ///< bytes of a packed value of the left operand
  std::int64_t right_width;    ///< and of the right one

  /// Packs a row of `count` values; the place has room for whole blocks of 64. Returns what the row's sums begin with.
  std::int32_t (*pack_left)(const std::int8_t* row, std::int64_t count, std::byte* to);

  /// Packs a block whose rows, or whose columns, are its lines.
  void (*pack_rows)(const Lines& lines, std::byte* to);
  void (*pack_columns)(const Lines& lines, std::byte* to);

  void (*sum_tile)(const Tile& tile);

  /// Sums the rows of `tile` against the columns that `lines` are, as they lie: nothing is packed, so each is read
  /// once. The tile has all rows, and no panel. Null where the target has no such way.
  void (*sum_lines)(const Lines& lines, const Tile& tile) = nullptr;
};

constexpr std::int64_t depth_of_block = 1024;  // rows of the right operand that are packed at a time

constexpr std::int64_t few_rows = 6;  // with more, packing a column takes less than reading it again for the others

/// The targets, each in a file of its own. None but the last needs to run on this processor.
extern const GemmTarget gemm_amx, gemm_avx512, gemm_avxvnni, gemm_avx2, gemm_scalar;

/// Returns every target, fastest first; the last, plain C++, runs everywhere.
std::span<const GemmTarget* const> gemm_targets();

/// As `multiply` of gemm.h, by `target`.
void multiply_by(const GemmTarget& target, const Int8Matrix& a, const Int8Matrix& b, std::span<std::int32_t> out);

}  // namespace npu_cts::kernels
