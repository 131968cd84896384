// SPDX-License-Identifier: Apache-2.0
#include "kernels/common/gemm.h"

#include <sys/mman.h>
#include <unistd.h>

#include <gmock/gmock.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <random>
#include <span>
#include <tuple>
#include <vector>

#include "kernels/common/gemm_choice.h"

namespace npu_cts::kernels {
namespace {

std::vector<std::int8_t> random_bytes(std::size_t count, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::int8_t> bytes(count);
  for (auto& byte : bytes) byte = static_cast<std::int8_t>(static_cast<std::uint8_t>(random() & 0xFFU));
  return bytes;
}

std::vector<std::int32_t> sums_of(const Int8Matrix& a, const Int8Matrix& b) {
  std::vector<std::int32_t> sums;
  for (std::int64_t i = 0; i < a.rows; ++i) {
    for (std::int64_t j = 0; j < b.columns; ++j) {
      std::int64_t sum = 0;
      for (std::int64_t k = 0; k < a.columns; ++k) {
        sum += a.data[i * a.row_stride + k * a.column_stride] * b.data[k * b.row_stride + j * b.column_stride];
      }
      sums.push_back(static_cast<std::int32_t>(static_cast<std::uint32_t>(sum)));
    }
  }
  return sums;
}

struct GemmCase {
  std::int64_t m, k, n;
};

constexpr GemmCase shapes[]{{1, 1, 1},     {1, 512, 128}, {6, 2, 16},   {7, 3, 17}, {5, 33, 15},    {13, 513, 31},
                            {2, 1024, 8},  {0, 5, 3},     {3, 0, 4},    {4, 5, 0},  {200, 47, 270}, {193, 1025, 257},
                            {3, 520, 530}, {5, 1100, 14}, {64, 70, 64}, {4, 70, 6}, {6, 1100, 7}};

/// Every way the strides may lie: rows side by side, columns side by side, neither, columns two apart.
std::vector<std::pair<Int8Matrix, Int8Matrix>> layouts(const std::vector<std::int8_t>& a,
                                                       const std::vector<std::int8_t>& b, const GemmCase& shape) {
  const auto [m, k, n] = shape;
  return {{{a.data(), m, k, k, 1}, {b.data(), k, n, n, 1}},
          {{a.data(), m, k, 1, m}, {b.data(), k, n, 1, k}},
          {{a.data(), m, k, 2 * k, 2}, {b.data(), k, n, 2 * n, 2}},
          {{a.data(), m, k, 2, 2 * m}, {b.data(), k, n, 2, 2 * k}}};
}

std::vector<const GemmTarget*> targets_here() {
  std::vector<const GemmTarget*> here;
  std::ranges::copy_if(gemm_targets(), std::back_inserter(here),
                       [](const auto* target) { return target->runs_here(); });
  return here;
}

TEST(Gemm, EveryTargetSumsExactlyInEveryLayout) {
  for (const GemmCase& shape : shapes) {
    const auto a = random_bytes(static_cast<std::size_t>(2 * shape.m * shape.k), 1);
    const auto b = random_bytes(static_cast<std::size_t>(2 * shape.k * shape.n), 2);
    for (const auto& [left, right] : layouts(a, b, shape)) {
      const auto want = sums_of(left, right);
      for (const GemmTarget* target : targets_here()) {
        std::vector<std::int32_t> out(want.size(), -1);
        multiply_by(*target, left, right, out);
        ASSERT_EQ(out, want) << target->name << " " << shape.m << "x" << shape.k << "x" << shape.n;
      }
    }
  }
}

/// Bytes between two pages that nobody may touch: they end right before the second one, or begin right behind the
/// first.
class Guarded {
 public:
  enum class Side : std::uint8_t { start, end };

  Guarded(std::size_t bytes, Side side) : bytes_(bytes) {
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const std::size_t room = (bytes + page - 1) / page * page;
    mapped_ = room + 2 * page;
    all_ =
        static_cast<std::byte*>(::mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    EXPECT_NE(all_, MAP_FAILED);
    EXPECT_EQ(::mprotect(all_, page, PROT_NONE), 0);
    EXPECT_EQ(::mprotect(all_ + page + room, page, PROT_NONE), 0);
    first_ = all_ + page + (side == Side::end ? room - bytes : 0);
  }
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;
  ~Guarded() { ::munmap(all_, mapped_); }

  template <class T>
  [[nodiscard]] std::span<T> as() const {
    return {reinterpret_cast<T*>(first_), bytes_ / sizeof(T)};
  }

 private:
  std::size_t bytes_;
  std::size_t mapped_;
  std::byte* all_;
  std::byte* first_;
};

/// Multiplies operands and a result that lie on `side` of their pages, by every target, rows as well as columns.
void expect_no_touch_outside(const GemmCase& shape, Guarded::Side side) {
  const auto [m, k, n] = shape;
  const Guarded a(static_cast<std::size_t>(m * k), side);
  const Guarded b(static_cast<std::size_t>(k * n), side);
  const Guarded result(static_cast<std::size_t>(m * n) * sizeof(std::int32_t), side);
  std::ranges::copy(random_bytes(a.as<std::int8_t>().size(), 3), a.as<std::int8_t>().begin());
  std::ranges::copy(random_bytes(b.as<std::int8_t>().size(), 4), b.as<std::int8_t>().begin());
  const std::int8_t* const left = a.as<std::int8_t>().data();
  const std::int8_t* const right = b.as<std::int8_t>().data();
  for (const Int8Matrix& of_a : {Int8Matrix{left, m, k, k, 1}, Int8Matrix{left, m, k, 1, m}}) {
    for (const Int8Matrix& of_b : {Int8Matrix{right, k, n, n, 1}, Int8Matrix{right, k, n, 1, k}}) {
      const auto want = sums_of(of_a, of_b);
      for (const GemmTarget* target : targets_here()) {
        multiply_by(*target, of_a, of_b, result.as<std::int32_t>());
        ASSERT_TRUE(std::ranges::equal(result.as<std::int32_t>(), want)) << target->name << m << "x" << k << "x" << n;
      }
    }
  }
}

TEST(Gemm, TouchesNothingOutsideOfItsOperands) {
  for (const std::int64_t m : {1, 5, 7, 33}) {
    for (const std::int64_t k : {1, 15, 17, 63, 65, 1025}) {
      for (const std::int64_t n : {1, 15, 17, 63, 65, 130, 513}) {
        expect_no_touch_outside({m, k, n}, Guarded::Side::start);
        expect_no_touch_outside({m, k, n}, Guarded::Side::end);
      }
    }
  }
}

/// Copies lines of a matrix whose lines lie one behind the other.
void copy_lines(const Int8Matrix& matrix, const Piece& piece, std::int8_t* to) {
  const bool columns = matrix.row_stride == 1;
  const std::int64_t length = columns ? piece.rows : piece.columns;
  for (std::int64_t i = 0; i < (columns ? piece.columns : piece.rows); ++i) {
    const std::int64_t line = (columns ? piece.column : piece.row) + i;
    const std::int64_t start = line * (columns ? matrix.rows : matrix.columns) + (columns ? piece.row : piece.column);
    std::copy_n(matrix.data + start, length, to + i * length);
  }
}

/// Returns `matrix`, whose lines lie one behind the other, as one that lies in blocks.
Int8Matrix in_blocks(Int8Matrix matrix) {
  const bool rows = matrix.column_stride == 1;
  matrix.row_stride = rows ? 0 : 1;
  matrix.column_stride = rows ? 1 : 0;
  matrix.copy = copy_lines;
  return matrix;
}

void expect_exact_in_blocks(const Int8Matrix& left, const Int8Matrix& right) {
  const auto want = sums_of(left, right);
  for (const GemmTarget* target : targets_here()) {
    std::vector<std::int32_t> out(want.size());
    multiply_by(*target, in_blocks(left), in_blocks(right), out);
    EXPECT_EQ(out, want) << target->name << " " << right.rows << " " << right.columns;
  }
}

TEST(Gemm, ReadsWhatLiesInBlocks) {
  for (const auto& [m, k, n] : {GemmCase{21, 600, 530}, GemmCase{3, 1, 5}, GemmCase{3, 5, 1}}) {
    const auto a = random_bytes(static_cast<std::size_t>(m * k), 1);
    const auto b = random_bytes(static_cast<std::size_t>(k * n), 2);
    expect_exact_in_blocks({a.data(), m, k, k, 1}, {b.data(), k, n, n, 1});
    expect_exact_in_blocks({a.data(), m, k, 1, m}, {b.data(), k, n, 1, k});
  }
}

TEST(Gemm, ReadsRowsThatBeginAnywhere) {
  constexpr std::int64_t m = 21;
  constexpr std::int64_t k = 600;
  constexpr std::int64_t n = 530;
  const auto a = random_bytes(m * k, 1);
  const auto b = random_bytes(k + n, 2);      // the rows overlap
  std::vector<const std::int8_t*> starts(k);  // not one more, which the sanitizers see
  for (std::size_t i = 0; i < k; ++i) starts[i] = b.data() + i;
  const Int8Matrix left{a.data(), m, k, k, 1};
  const auto want = sums_of(left, {b.data(), k, n, 1, 1});
  for (const GemmTarget* target : targets_here()) {
    std::vector<std::int32_t> out(want.size());
    multiply_by(*target, left, {.rows = k, .columns = n, .row_starts = starts.data()}, out);
    EXPECT_EQ(out, want) << target->name;
  }
}

TEST(Gemm, WrapsWhereTheSumLeavesInt32) {
  const std::vector<std::int8_t> a(131072, -128);
  for (const GemmTarget* target : targets_here()) {
    std::vector<std::int32_t> out(1);
    multiply_by(*target, {a.data(), 1, 131072, 131072, 1}, {a.data(), 131072, 1, 1, 1}, out);
    EXPECT_EQ(out[0], INT32_MIN) << target->name;  // 2^17 products of 2^14
  }
}

/// Sums as plain C++ does, but in pairs that stop at the ends of int16.
void sum_saturating(const Tile& tile) {
  const auto product = [&](std::int64_t k, std::int64_t j) {
    if (k >= tile.depth) return 0;
    return static_cast<std::int8_t>(tile.left[k]) *
           static_cast<std::int8_t>(tile.panel[k * gemm_scalar.panel_columns + j]);
  };
  for (std::int64_t j = 0; j < tile.columns; ++j) {
    tile.out[j] = 0;
    for (std::int64_t k = 0; k < tile.depth; k += 2) {
      tile.out[j] += std::clamp(product(k, j) + product(k + 1, j), -32768, 32767);
    }
  }
}

TEST(Gemm, TheCheckOfTheStartRefusesATargetThatSaturatesPairs) {
  GemmTarget saturating = gemm_scalar;
  saturating.sum_tile = sum_saturating;
  EXPECT_FALSE(is_exact(saturating));
  for (const GemmTarget* target : targets_here()) EXPECT_TRUE(is_exact(*target)) << target->name;
}

TEST(Gemm, TheCheckOfTheStartSeesEitherLayoutAlone) {
  GemmTarget wrong = gemm_scalar;
  wrong.pack_rows = [](const Lines& lines, std::byte* to) {
    gemm_scalar.pack_rows(lines, to);
    to[0] ^= std::byte{1};
  };
  EXPECT_FALSE(is_exact(wrong));
  wrong = gemm_scalar;
  wrong.pack_columns = [](const Lines& lines, std::byte* to) {
    gemm_scalar.pack_columns(lines, to);
    to[0] ^= std::byte{1};
  };
  EXPECT_FALSE(is_exact(wrong));
}

/// Sums few rows by gemm_scalar, but the first sum of each is one too many.
void sum_lines_wrongly(const Lines& lines, const Tile& tile) {
  for (std::int64_t i = 0; i < tile.rows; ++i) {
    for (std::int64_t j = 0; j < lines.columns; ++j) {
      std::int32_t sum = j == 0 ? 1 : 0;
      for (std::int64_t k = 0; k < lines.rows; ++k)
        sum += static_cast<std::int8_t>(tile.left[i * tile.left_stride + k]) * lines.starts[j][k];
      tile.out[i * tile.out_stride + j] = tile.start == nullptr ? tile.out[i * tile.out_stride + j] + sum : sum;
    }
  }
}

TEST(Gemm, TheCheckOfTheStartSeesFewRowsAndManyAlone) {
  GemmTarget wrong = gemm_scalar;
  wrong.sum_lines = sum_lines_wrongly;
  EXPECT_FALSE(is_exact(wrong));
  wrong = gemm_scalar;
  wrong.tile_rows = 64;
  wrong.sum_tile = [](const Tile& all) {
    Tile tile = all;
    for (std::int64_t i = 0; i < all.rows; ++i) {
      tile.left = all.left + i * all.left_stride;
      tile.start = all.start == nullptr ? nullptr : all.start + i;
      tile.out = all.out + i * all.out_stride;
      gemm_scalar.sum_tile(tile);
    }
    if (all.rows > 16) ++*all.out;
  };
  EXPECT_FALSE(is_exact(wrong));
}

TEST(Gemm, ChoosesTheFirstTargetThatRunsHereOrTheNamedOne) {
  EXPECT_EQ(*find_gemm(""), targets_here().front());
  for (const GemmTarget* target : targets_here()) EXPECT_EQ(*find_gemm(target->name), target);
}

TEST(Gemm, SaysWhichInstructionSetsThereAreWhereTheNameIsNone) {
  const auto found = find_gemm("avx51");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.diagnostics().front().what, "NPU_CTS_CPU names no instruction set: 'avx51'");
  EXPECT_THAT(found.diagnostics().front().why, ::testing::HasSubstr("avx2, scalar"));
}

}  // namespace
}  // namespace npu_cts::kernels
