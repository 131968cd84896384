// SPDX-License-Identifier: Apache-2.0
#include "kernels/common/gemm_squares.h"

#if defined(__x86_64__)

namespace npu_cts::kernels::squares {
namespace {

/// As `pack`, for fewer rows or columns; the rest counts as 0.
void pack_part(PackSquare pack, const std::int8_t* const* starts, const Piece& part, std::byte* to) {
  std::array<std::array<std::int8_t, edge>, edge> square{};
  std::array<const std::int8_t*, edge> lines{};
  for (std::size_t j = 0; j < square.size(); ++j) {
    lines[j] = square[j].data();
    if (static_cast<std::int64_t>(j) < part.columns) std::copy_n(starts[j] + part.row, part.rows, square[j].begin());
  }
  pack(lines.data(), 0, to);
}

}  // namespace

void pack_columns(const Lines& lines, std::int64_t square_bytes, PackSquare pack, std::byte* to) {
  for (std::int64_t first = 0; first < lines.columns; first += edge, to += lines.panel_bytes) {
    const std::int64_t columns = std::min(edge, lines.columns - first);
    for (std::int64_t k = 0; k < lines.rows; k += edge) {
      const std::int64_t rows = std::min(edge, lines.rows - k);
      std::byte* place = to + k / edge * square_bytes;
      if (rows == edge && columns == edge) {
        pack(lines.starts + first, k, place);
      } else {
        pack_part(pack, lines.starts + first, {.row = k, .rows = rows, .columns = columns}, place);
      }
    }
  }
}

void write_sums(const Tile& tile, const std::int32_t* sums) {
  for (std::int64_t i = 0; i < tile.rows; ++i) {
    std::int32_t* row = tile.out + i * tile.out_stride;
    for (std::int64_t j = 0; j < tile.columns; ++j) {
      const auto before = static_cast<std::uint32_t>(tile.start == nullptr ? row[j] : tile.start[i]);
      row[j] = static_cast<std::int32_t>(before + static_cast<std::uint32_t>(sums[i * edge + j]));
    }
  }
}

}  // namespace npu_cts::kernels::squares

#endif
