// SPDX-License-Identifier: Apache-2.0
// The int8 product in plain C++: for processors without a target of their own, and to compare the others with.
#include <algorithm>
#include <array>
#include <cstring>

#include "kernels/common/gemm_target.h"

namespace npu_cts::kernels {
namespace {

constexpr std::int64_t panel_columns = 64;

bool runs_everywhere() { return true; }

std::int32_t pack_left(const std::int8_t* row, std::int64_t count, std::byte* to) {
  std::memcpy(to, row, static_cast<std::size_t>(count));
  return 0;
}

/// What a panel holds beyond the columns there are is summed too, and not written.
void clear(const Lines& lines, std::byte* to) {
  const std::int64_t panels = (lines.columns + panel_columns - 1) / panel_columns;
  if (lines.columns % panel_columns != 0) std::memset(to, 0, static_cast<std::size_t>(panels * lines.panel_bytes));
}

void pack_rows(const Lines& lines, std::byte* to) {
  clear(lines, to);
  for (std::int64_t j = 0; j < lines.columns; j += panel_columns, to += lines.panel_bytes) {
    const auto columns = static_cast<std::size_t>(std::min(panel_columns, lines.columns - j));
    for (std::int64_t k = 0; k < lines.rows; ++k) {
      std::memcpy(to + k * panel_columns, lines.starts[k] + j, columns);
    }
  }
}

void pack_columns(const Lines& lines, std::byte* to) {
  clear(lines, to);
  for (std::int64_t j = 0; j < lines.columns; ++j) {
    std::byte* column = to + j / panel_columns * lines.panel_bytes + j % panel_columns;
    for (std::int64_t k = 0; k < lines.rows; ++k) {
      column[k * panel_columns] = static_cast<std::byte>(lines.starts[j][k]);
    }
  }
}

/// Unsigned, so that it wraps.
void sum_tile(const Tile& tile) {
  std::array<std::uint32_t, panel_columns> sums{};
  for (std::int64_t k = 0; k < tile.depth; ++k) {
    const auto left = static_cast<std::uint32_t>(static_cast<std::int8_t>(tile.left[k]));
    const std::byte* row = tile.panel + k * panel_columns;
    for (std::size_t j = 0; j < sums.size(); ++j) {
      sums[j] += left * static_cast<std::uint32_t>(static_cast<std::int8_t>(row[j]));
    }
  }
  for (std::int64_t j = 0; j < tile.columns; ++j) {
    const auto before = static_cast<std::uint32_t>(tile.start == nullptr ? tile.out[j] : *tile.start);
    tile.out[j] = static_cast<std::int32_t>(before + sums[static_cast<std::size_t>(j)]);
  }
}

}  // namespace

constexpr GemmTarget gemm_scalar{.name = "scalar",
                                 .runs_here = runs_everywhere,
                                 .tile_rows = 1,
                                 .panel_columns = panel_columns,
                                 .left_width = 1,
                                 .right_width = 1,
                                 .pack_left = pack_left,
                                 .pack_rows = pack_rows,
                                 .pack_columns = pack_columns,
                                 .sum_tile = sum_tile};

}  // namespace npu_cts::kernels
