// SPDX-License-Identifier: Apache-2.0
#include "kernels/common/gemm.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include "kernels/common/gemm_target.h"

namespace npu_cts::kernels {
namespace {

constexpr std::int64_t cache_line = 64;      // of a cache, in bytes
constexpr std::int64_t group_columns = 512;  // packed at a time, so that rows of b are read in long runs
constexpr std::int64_t rows_copied_at_once = 16;

/// Memory that begins on a cache line and holds anything.
class Scratch {
 public:
  explicit Scratch(std::int64_t bytes)
      : all_(std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(bytes + cache_line))) {
    void* place = all_.get();
    auto room = static_cast<std::size_t>(bytes + cache_line);
    data_ = static_cast<std::byte*>(std::align(cache_line, static_cast<std::size_t>(bytes), place, room));
  }
  [[nodiscard]] std::byte* data() const { return data_; }

 private:
  std::unique_ptr<std::byte[]> all_;
  std::byte* data_;
};

std::int64_t round_up(std::int64_t value, std::int64_t to) { return (value + to - 1) / to * to; }

/// Returns whether the lines in which the matrix is read are rows, or columns.
bool has_rows(const Int8Matrix& matrix) { return matrix.row_starts != nullptr || matrix.column_stride == 1; }
bool has_columns(const Int8Matrix& matrix) { return !has_rows(matrix) && matrix.row_stride == 1; }

/// Copies a piece row by row, without gaps, to `to`; reads along the shorter stride.
void copy_rows(Int8Matrix matrix, const Piece& piece, std::int8_t* to) {
  if (matrix.copy != nullptr && has_rows(matrix)) return matrix.copy(matrix, piece, to);
  std::vector<std::int8_t> lines(matrix.copy == nullptr ? 0 : static_cast<std::size_t>(piece.rows * piece.columns));
  if (matrix.copy != nullptr) {
    matrix.copy(matrix, piece, lines.data());
    matrix = {.data = lines.data(), .row_stride = 1, .column_stride = piece.rows};
  } else {
    matrix.data += piece.row * matrix.row_stride + piece.column * matrix.column_stride;
  }
  if (matrix.row_stride == 1) {
    for (std::int64_t j = 0; j < piece.columns; ++j) {
      for (std::int64_t i = 0; i < piece.rows; ++i)
        to[i * piece.columns + j] = matrix.data[i + j * matrix.column_stride];
    }
    return;
  }
  for (std::int64_t i = 0; i < piece.rows; ++i) {
    for (std::int64_t j = 0; j < piece.columns; ++j) {
      *to++ = matrix.data[i * matrix.row_stride + j * matrix.column_stride];
    }
  }
}

const std::int8_t* row_of(const Int8Matrix& matrix, std::int64_t i) {
  return matrix.row_starts != nullptr ? matrix.row_starts[i] : matrix.data + i * matrix.row_stride;
}

/// The left operand, packed row by row, and what the sums of each row begin with.
struct Left {
  std::int64_t stride;  ///< in bytes
  Scratch rows;
  std::vector<std::int32_t> start;

  Left(const GemmTarget& target, const Int8Matrix& a)
      : stride(round_up(a.columns, cache_line) * target.left_width),
        rows(a.rows * stride),
        start(static_cast<std::size_t>(a.rows)) {
    const bool in_rows = has_rows(a) && a.copy == nullptr;
    std::vector<std::int8_t> copied(in_rows ? 0 : static_cast<std::size_t>(rows_copied_at_once * a.columns));
    for (std::int64_t i = 0; i < a.rows; ++i) {
      const std::int64_t part = i % rows_copied_at_once;
      if (!in_rows && part == 0) {
        copy_rows(a, {i, std::min(rows_copied_at_once, a.rows - i), 0, a.columns}, copied.data());
      }
      const std::int8_t* row = in_rows ? row_of(a, i) : copied.data() + part * a.columns;
      start[static_cast<std::size_t>(i)] = target.pack_left(row, a.columns, rows.data() + i * stride);
    }
  }
};

bool lies_in_lines(const Int8Matrix& matrix) {
  return matrix.copy == nullptr && (has_rows(matrix) || has_columns(matrix));
}

/// Returns whether the product is of few rows by columns that lie side by side, which `target` sums as they lie.
bool sums_lines(const GemmTarget& target, const Int8Matrix& a, const Int8Matrix& b) {
  return target.sum_lines != nullptr && a.rows <= few_rows && lies_in_lines(b) && has_columns(b);
}

/// Room for a block of the right operand, packed.
struct Panels {
  std::int64_t depth;  ///< the most rows of a block
  std::int64_t width;  ///< the most columns
  std::int64_t bytes;  ///< of a panel
  Scratch data;
  Scratch copied;  ///< the lines of the block, where it lies in none
  std::vector<const std::int8_t*> starts;

  Panels(const GemmTarget& target, const Int8Matrix& b)
      : depth(std::min(depth_of_block, round_up(b.rows, cache_line))),
        width(std::min(group_columns, round_up(b.columns, target.panel_columns))),
        bytes(depth * target.panel_columns * target.right_width),
        data(width / target.panel_columns * bytes),
        copied(lies_in_lines(b) ? 0 : depth * width),
        starts(static_cast<std::size_t>(std::max(depth, width))) {}
};

/// Writes where the lines of `block` begin to `panels`, copied before where they lie in none.
void find_lines(const Int8Matrix& b, const Piece& block, Panels& panels) {
  const std::int64_t count = has_columns(b) ? block.columns : block.rows;
  if (b.row_starts != nullptr) {
    for (std::int64_t i = 0; i < count; ++i)
      panels.starts[static_cast<std::size_t>(i)] = b.row_starts[block.row + i] + block.column;
    return;
  }
  const std::int8_t* first = reinterpret_cast<const std::int8_t*>(panels.copied.data());
  std::int64_t stride = has_columns(b) ? block.rows : block.columns;
  if (lies_in_lines(b)) {
    first = b.data + block.row * b.row_stride + block.column * b.column_stride;
    stride = has_columns(b) ? b.column_stride : b.row_stride;
  } else if (b.copy != nullptr) {
    b.copy(b, block, reinterpret_cast<std::int8_t*>(panels.copied.data()));
  } else {
    copy_rows(b, block, reinterpret_cast<std::int8_t*>(panels.copied.data()));
  }
  for (std::int64_t i = 0; i < count; ++i) panels.starts[static_cast<std::size_t>(i)] = first + i * stride;
}

void pack_block(const GemmTarget& target, const Int8Matrix& b, const Piece& block, Panels& panels) {
  find_lines(b, block, panels);
  const Lines lines{panels.starts.data(), block.rows, block.columns, panels.bytes};
  if (has_columns(b)) return target.pack_columns(lines, panels.data.data());
  target.pack_rows(lines, panels.data.data());
}

struct Product {
  const GemmTarget& target;
  const Left& left;
  const Int8Matrix& b;
  std::int32_t* out;
};

/// Returns the tile of all rows and columns that a block of the right operand adds to, without a panel.
Tile tile_of(const Product& product, const Piece& block) {
  const auto& [target, left, b, out] = product;
  return {.left = left.rows.data() + block.row * target.left_width,
          .left_stride = left.stride,
          .depth = block.rows,
          .rows = static_cast<std::int64_t>(left.start.size()),
          .columns = block.columns,
          .start = block.row == 0 ? left.start.data() : nullptr,
          .out = out + block.column,
          .out_stride = b.columns};
}

/// Adds to the result what one block of columns makes that are read as they lie.
void sum_block(const Product& product, const Piece& block) {
  const Int8Matrix& b = product.b;
  std::array<const std::int8_t*, group_columns> starts;
  const std::int8_t* first = b.data + block.row * b.row_stride + block.column * b.column_stride;
  for (std::int64_t j = 0; j < block.columns; ++j) starts[static_cast<std::size_t>(j)] = first + j * b.column_stride;
  product.target.sum_lines({.starts = starts.data(), .rows = block.rows, .columns = block.columns},
                           tile_of(product, block));
}

/// Sums `all` in tiles of rows as equal as can be.
void sum_tiles(const GemmTarget& target, const Tile& all) {
  Tile tile = all;
  for (std::int64_t i = 0; i < all.rows; i += tile.rows) {
    const std::int64_t tiles = (all.rows - i + target.tile_rows - 1) / target.tile_rows;
    tile.rows = (all.rows - i + tiles - 1) / tiles;
    tile.left = all.left + i * all.left_stride;
    tile.start = all.start == nullptr ? nullptr : all.start + i;
    tile.out = all.out + i * all.out_stride;
    target.sum_tile(tile);
  }
}

/// Adds to the result what one block of the right operand makes, packed.
void multiply_block(const Product& product, const Piece& block, Panels& panels) {
  const GemmTarget& target = product.target;
  pack_block(target, product.b, block, panels);
  Tile tile = tile_of(product, block);
  tile.panel = panels.data.data();
  for (std::int64_t j = 0; j < block.columns; j += target.panel_columns) {
    tile.columns = std::min(target.panel_columns, block.columns - j);
    sum_tiles(target, tile);
    tile.panel += panels.bytes;
    tile.out += target.panel_columns;
  }
}

template <class Take>
void for_each_block(const Int8Matrix& b, const Take& take) {
  for (std::int64_t n = 0; n < b.columns; n += group_columns) {
    for (std::int64_t k = 0; k < b.rows; k += depth_of_block) {
      take(Piece{k, std::min(depth_of_block, b.rows - k), n, std::min(group_columns, b.columns - n)});
    }
  }
}

constexpr std::array all_targets {
#if defined(__x86_64__)
  &gemm_amx, &gemm_avx512, &gemm_avxvnni, &gemm_avx2,
#endif
      &gemm_scalar
};

}  // namespace

std::span<const GemmTarget* const> gemm_targets() { return all_targets; }

void multiply_by(const GemmTarget& target, const Int8Matrix& a, const Int8Matrix& b, std::span<std::int32_t> out) {
  if (a.columns == 0) std::ranges::fill(out, 0);
  if (out.empty() || a.columns == 0) return;
  const Left left(target, a);
  const Product product{target, left, b, out.data()};
  if (sums_lines(target, a, b)) return for_each_block(b, [&](const Piece& block) { sum_block(product, block); });
  Panels panels(target, b);
  for_each_block(b, [&](const Piece& block) { multiply_block(product, block, panels); });
}

}  // namespace npu_cts::kernels
