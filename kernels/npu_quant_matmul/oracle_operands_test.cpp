// SPDX-License-Identifier: Apache-2.0
#include "kernels/npu_quant_matmul/oracle_operands.h"

#include <gtest/gtest.h>

#include "kernels/common/oracle_testing.h"
#include "kernels/npu_quant_matmul/oracle_product.h"

namespace npu_cts::kernels::npu_quant_matmul {
namespace {

using Integers = std::vector<std::int64_t>;
using Bytes = std::vector<std::int8_t>;

TEST(ReadLeft, TakesTheLowNibbleFirstAndItsSign) {
  const SmallMatrices left = read_left(integers(DType::int32, {1, 2}, Integers{0x76543210, 0xFEDCBA98 - 0x100000000}));
  EXPECT_EQ(left.rows, 1);
  EXPECT_EQ(left.columns, 16);
  EXPECT_EQ(left.values, (Bytes{0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1}));
}

TEST(ReadLeft, TakesInt8AsItIs) {
  EXPECT_EQ(read_left(integers(DType::int8, {2, 2}, Integers{-128, 127, 0, -1})).values, (Bytes{-128, 127, 0, -1}));
}

TEST(ReadRight, UnpacksAlongTheColumnsWhereItHasAllRows) {
  Integers words(8, 0);
  words[1] = 0x00000020;  // row 1, column 1
  const SmallMatrices right = read_right(integers(DType::int32, {8, 1}, words), 8);
  EXPECT_EQ(right.rows, 8);
  EXPECT_EQ(right.columns, 8);
  for (std::size_t i = 0; i < 64; ++i) EXPECT_EQ(right.values[i], i == 9 ? 2 : 0) << i;
}

TEST(ReadRight, UnpacksAlongTheRowsWhereItHasAnEighthOfThem) {
  const SmallMatrices right = read_right(integers(DType::int32, {2, 3}, Integers{0, 0, 0, 0, 0x00000500, 0}), 16);
  EXPECT_EQ(right.rows, 16);
  EXPECT_EQ(right.columns, 3);
  for (std::size_t i = 0; i < 48; ++i) EXPECT_EQ(right.values[i], i == (8 + 2) * 3 + 1 ? 5 : 0) << i;
}

TEST(ReadRight, GivesTheSameMatrixFromBothPackings) {
  Integers by_columns;  // (16, 8): element (k, j) is (k + 3·j) mod 16, taken as a signed nibble
  for (std::uint32_t k = 0; k < 16; ++k) {
    std::uint32_t word = 0;
    for (std::uint32_t j = 0; j < 8; ++j) word |= ((k + 3 * j) % 16) << (4 * j);
    by_columns.push_back(static_cast<std::int32_t>(word));
  }
  Integers by_rows;
  for (std::uint32_t block = 0; block < 2; ++block) {
    for (std::uint32_t j = 0; j < 8; ++j) {
      std::uint32_t word = 0;
      for (std::uint32_t i = 0; i < 8; ++i) word |= ((8 * block + i + 3 * j) % 16) << (4 * i);
      by_rows.push_back(static_cast<std::int32_t>(word));
    }
  }
  EXPECT_EQ(read_right(integers(DType::int32, {16, 1}, by_columns), 16).values,
            read_right(integers(DType::int32, {2, 8}, by_rows), 16).values);
}

TEST(BroadcastBatch, AlignsFromTheLastAxisAndStretchesOnes) {
  EXPECT_EQ(broadcast_batch({}, {}), Shape{});
  EXPECT_EQ(broadcast_batch({2, 1}, {3}), (Shape{2, 3}));
  EXPECT_EQ(broadcast_batch({1}, {31}), Shape{31});
  EXPECT_EQ(broadcast_batch({4, 1, 1, 2}, {3, 1, 2}), (Shape{4, 3, 1, 2}));
}

TEST(MatrixFor, RepeatsTheMatricesOfAStretchedAxis) {
  const Shape out{2, 3};
  const Integers of_left{0, 0, 0, 1, 1, 1};
  const Integers of_right{0, 1, 2, 0, 1, 2};
  for (std::int64_t flat = 0; flat < 6; ++flat) {
    EXPECT_EQ(matrix_for({2, 1}, out, flat), of_left[static_cast<std::size_t>(flat)]);
    EXPECT_EQ(matrix_for({3}, out, flat), of_right[static_cast<std::size_t>(flat)]);
    EXPECT_EQ(matrix_for({2, 3}, out, flat), flat);
    EXPECT_EQ(matrix_for({}, out, flat), 0);
  }
}

TEST(RowProduct, SumsOnlyThePartOfKItIsGiven) {
  const SmallMatrices left{.rows = 2, .columns = 3, .values = {1, 2, 3, 4, 5, 6}};
  const SmallMatrices right{.rows = 3, .columns = 2, .values = {1, 10, 2, 20, 3, 30}};
  const RowPlace second{.left_matrix = 0, .right_matrix = 0, .row = 1};
  EXPECT_EQ(row_product(left, right, second, {.begin = 0, .end = 3}), (Integers{32, 320}));
  EXPECT_EQ(row_product(left, right, second, {.begin = 1, .end = 2}), (Integers{10, 100}));
}

TEST(MatrixProduct, IsThePlainSumOfEveryRow) {
  const auto matrices = [](Shape batch, std::int64_t rows, std::int64_t columns) {
    SmallMatrices all{.batch = std::move(batch), .rows = rows, .columns = columns};
    const std::int64_t count = numel(all.batch) * rows * columns;
    for (std::int64_t i = 0; i < count; ++i) all.values.push_back(static_cast<std::int8_t>(i * i % 257 % 256 - 128));
    return all;
  };
  constexpr std::array<std::array<std::int64_t, 3>, 5> shapes{
      {{1, 1, 1}, {17, 5, 300}, {33, 70, 257}, {3, 40, 228}, {1, 70000, 3}}};
  for (const auto& [m, k, n] : shapes) {
    const SmallMatrices left = matrices({2}, m, k);
    const SmallMatrices right = matrices({3}, k, n);
    Integers want;
    for (std::int64_t row = 0; row < m; ++row) {
      const Integers part = row_product(left, right, {.left_matrix = 1, .right_matrix = 2, .row = row}, {0, k});
      want.insert(want.end(), part.begin(), part.end());
    }
    EXPECT_EQ(matrix_product(left, right, {.left_matrix = 1, .right_matrix = 2, .row = 0}), want) << m << " " << n;
  }
}

TEST(MatrixProduct, IsExactWhereAnInt32WouldNotHoldTheSum) {
  const std::vector<std::int8_t> lowest(1 << 18, -128);
  const SmallMatrices left{.rows = 1, .columns = 1 << 18, .values = lowest};
  const SmallMatrices right{.rows = 1 << 18, .columns = 1, .values = lowest};
  EXPECT_EQ(matrix_product(left, right, {}), Integers{std::int64_t{1} << 32});
}

}  // namespace
}  // namespace npu_cts::kernels::npu_quant_matmul
