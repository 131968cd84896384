// SPDX-License-Identifier: Apache-2.0
#include "kernels/common/gemm.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <iterator>
#include <random>
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

constexpr GemmCase shapes[]{{1, 1, 1},    {1, 512, 128}, {6, 2, 16}, {7, 3, 17}, {5, 33, 15},    {13, 513, 31},
                            {2, 1024, 8}, {0, 5, 3},     {3, 0, 4},  {4, 5, 0},  {200, 47, 270}, {193, 1025, 257}};

/// Every way the strides may lie: rows side by side, columns side by side, neither.
std::vector<std::pair<Int8Matrix, Int8Matrix>> layouts(const std::vector<std::int8_t>& a,
                                                       const std::vector<std::int8_t>& b, const GemmCase& shape) {
  const auto [m, k, n] = shape;
  return {{{a.data(), m, k, k, 1}, {b.data(), k, n, n, 1}},
          {{a.data(), m, k, 1, m}, {b.data(), k, n, 1, k}},
          {{a.data(), m, k, 2 * k, 2}, {b.data(), k, n, 2 * n, 2}}};
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
  const auto b = random_bytes(k + n, 2);  // the rows overlap
  std::vector<const std::int8_t*> starts;
  for (std::int64_t i = 0; i < k; ++i) starts.push_back(b.data() + i);
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
