// SPDX-License-Identifier: Apache-2.0
#include "framework/judge/extent.h"

#include <cstring>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/judge/compare.h"

namespace npu_cts::judging {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

Tensor int8_tensor(const Shape& shape, const std::vector<std::int64_t>& wrong) {
  Tensor tensor{.type = {.dtype = DType::int8, .shape = shape}};
  tensor.values.resize(static_cast<std::size_t>(numel(shape)), std::byte{7});
  for (const std::int64_t index : wrong) tensor.values[static_cast<std::size_t>(index)] = std::byte{4};
  return tensor;
}

struct PatternRow {
  std::string_view name;
  Shape shape;
  std::vector<std::int64_t> wrong;
  std::string_view pattern;
};

void PrintTo(const PatternRow& row, std::ostream* out) { *out << row.name; }

class Pattern : public testing::TestWithParam<PatternRow> {};

TEST_P(Pattern, SaysWhereTheWrongElementsLie) {
  const PatternRow& row = GetParam();
  const auto mismatch = compare("out", int8_tensor(row.shape, row.wrong), int8_tensor(row.shape, {}));
  ASSERT_TRUE(mismatch);
  EXPECT_EQ(mismatch->pattern, row.pattern);
}

INSTANTIATE_TEST_SUITE_P(Extent, Pattern,
                         testing::Values(PatternRow{"Every", {2, 2}, {0, 1, 2, 3}, "every element"},
                                         PatternRow{"One", {2, 2}, {1}, "one element"},
                                         PatternRow{"LastElement", {2, 2}, {3}, "the last element"},
                                         PatternRow{"Row", {3, 4}, {4, 6}, "one row"},
                                         PatternRow{"LastRow", {3, 4}, {8, 9}, "the last row"},
                                         PatternRow{"Column", {3, 4}, {1, 5, 9}, "one column"},
                                         PatternRow{"Batch", {3, 2, 2}, {4, 6, 7}, "one batch"},
                                         PatternRow{"Axis", {2, 3, 2, 2}, {4, 16}, "one index of axis 1"},
                                         PatternRow{"Tail", {2, 4}, {2, 3, 6, 7}, "the tail of the columns"},
                                         PatternRow{"Batches", {4, 2, 2}, {8, 13}, "the tail of the batches"},
                                         PatternRow{"Columns", {2, 4}, {0, 2, 4, 6}, "whole columns"},
                                         PatternRow{"Scattered", {2, 4}, {0, 5, 6, 3}, "scattered elements"}),
                         [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    NoSlice, Pattern,
    testing::Values(PatternRow{"ScatteredInARow", {6}, {0, 2, 4}, "scattered elements"},
                    PatternRow{"EightOfTen", {2, 5}, {0, 1, 2, 3, 5, 6, 8, 9}, "scattered elements"},
                    PatternRow{"NineOfTen", {2, 5}, {0, 1, 2, 3, 4, 5, 6, 8, 9}, "nearly every element"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(Extent, CountsTheElementsAndNamesTheLargestErrorAndTheFirstFive) {
  const std::vector<std::int64_t> wrong{0, 1, 2, 4, 5, 6};
  const Extent extent = extent_of(int8_tensor({2, 4}, wrong), int8_tensor({2, 4}, {}), wrong);
  ASSERT_THAT(extent.details, SizeIs(6));
  EXPECT_EQ(extent.details[0], "6 of 8 elements differ (whole columns), largest error 3");
  EXPECT_EQ(extent.details[5], "[1, 1]: got 4, want 7");
}

TEST(Extent, CountsTheErrorOfFloatsInUnitsInTheLastPlaceAndShowsTheirBits) {
  const std::vector<std::uint16_t> numbers{0x3C02, 0xFC00};  // float16: 2 ULP above 1, and minus infinity
  const std::vector<std::uint16_t> ones{0x3C00, 0x3C00};
  Tensor got{.type = {.dtype = DType::float16, .shape = {2}}, .values = std::vector<std::byte>(4)};
  Tensor want = got;
  std::memcpy(got.values.data(), numbers.data(), 4);
  std::memcpy(want.values.data(), ones.data(), 4);
  EXPECT_THAT(extent_of(got, want, {0, 1}).details,
              ElementsAre("2 of 2 elements differ (every element), largest error 0.001953125 (2 ULP), and some are not "
                          "finite",
                          "[0]: got 1.001953125 (0x3C02), want 1 (0x3C00)", "[1]: got -inf (0xFC00), want 1 (0x3C00)"));
}

TEST(Extent, CountsFromTheSmallestNegativeFloatToTheSmallestPositiveOne) {
  const Tensor got{.type = {.dtype = DType::float16, .shape = {1}}, .values = {std::byte{0x01}, std::byte{0x80}}};
  const Tensor want{.type = {.dtype = DType::float16, .shape = {1}}, .values = {std::byte{0x01}, std::byte{0x00}}};
  EXPECT_THAT(extent_of(got, want, {0}).details[0], testing::EndsWith("(2 ULP)"));
}

}  // namespace
}  // namespace npu_cts::judging
