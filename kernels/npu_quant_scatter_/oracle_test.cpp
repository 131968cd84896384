// SPDX-License-Identifier: Apache-2.0
#include "kernels/npu_quant_scatter_/oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kernels/common/oracle_testing.h"

namespace npu_cts::kernels::npu_quant_scatter_ {
namespace {

constexpr std::int64_t untouched = 99;

Tensor filled(Shape shape) {
  const auto count = static_cast<std::size_t>(numel(shape));
  return integers(DType::int8, std::move(shape), std::vector<std::int64_t>(count, untouched));
}

Call call_with(Shape input, Tensor indices, Tensor updates, Tensor scales) {
  Call call = call_of("npu_quant_scatter_", "26.1.0");
  call.arguments["input"] = filled(std::move(input));
  call.arguments["indices"] = std::move(indices);
  call.arguments["updates"] = std::move(updates);
  call.arguments["quant_scales"] = std::move(scales);
  return call;
}

std::vector<std::int64_t> out_of(const Call& call, const VariantChoice& variants = {}) {
  return integers_of(only(oracle(call, variants)));
}

struct Step {
  std::string_view name;
  float update, scale, zero_point;
  std::int64_t clip, wrap;
};
void PrintTo(const Step& step, std::ostream* out) { *out << step.name; }

class Quantize : public testing::TestWithParam<Step> {};

TEST_P(Quantize, GivesTheStepOfEachVariant) {
  const Step& step = GetParam();
  Call call = call_with({1, 1, 1}, integers(DType::int32, {1}, std::vector<std::int64_t>{0}),
                        floats({1, 1, 1}, std::vector{step.update}), floats({1}, std::vector{step.scale}));
  call.arguments["quant_zero_points"] = floats({1}, std::vector{step.zero_point});
  EXPECT_EQ(out_of(call).at(0), step.clip);
  EXPECT_EQ(out_of(call, choose("saturation", "wrap")).at(0), step.wrap);
}

INSTANTIATE_TEST_SUITE_P(
    Steps, Quantize,
    testing::Values(Step{"HalfGoesToEvenDown", 2.5F, 1, 0, 2, 2}, Step{"HalfGoesToEvenUp", 3.5F, 1, 0, 4, 4},
                    Step{"NegativeHalf", -2.5F, 1, 0, -2, -2}, Step{"ZeroPointComesBeforeRounding", 2.5F, 1, 1, 4, 4},
                    Step{"ScaleDivides", 1, 0.25F, 0, 4, 4},
                    // 49 · (1/49) is below 1 in float32, so that the inverse would give 1
                    Step{"DividesInsteadOfMultiplyingByTheInverse", 49.0F, 49.0F, 0.5F, 2, 2},
                    Step{"Ends", 127.4F, 1, 0, 127, 127}, Step{"LowEnd", -128.4F, 1, 0, -128, -128},
                    Step{"JustAbove", 128, 1, 0, 127, -128}, Step{"JustBelow", -129, 1, 0, -128, 127},
                    Step{"FarAbove", 300, 1, 0, 127, 44}, Step{"BeyondInt16", 65537, 1, 0, 127, 1},
                    Step{"Float16OnTheWay", 3001, 1, 0, 127, -72},  // 3001 becomes 3000 in float16
                    Step{"DivisionByZero", 1, 0, 0, 127, 0}, Step{"Nan", 0, 0, 0, 0, 0}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(QuantScatterOracle, ReadsEveryDocumentedDtypeOfTheParameters) {
  const std::vector<float> update{40, -3};
  for (const DType updates : {DType::float16, DType::bfloat16}) {
    for (const DType scales : {DType::float32, DType::bfloat16}) {
      for (const DType zeros : {DType::int32, DType::bfloat16}) {
        Call call = call_with({1, 1, 2}, integers(DType::int32, {1}, std::vector<std::int64_t>{0}),
                              floats({1, 1, 2}, update, updates), floats({2}, std::vector{2.0F, 1.0F}, scales));
        call.arguments["quant_zero_points"] = zeros == DType::int32
                                                  ? integers(DType::int32, {2}, std::vector<std::int64_t>{3, -4})
                                                  : floats({2}, std::vector{3.0F, -4.0F}, zeros);
        EXPECT_EQ(out_of(call), (std::vector<std::int64_t>{23, -7}));
      }
    }
  }
}

/// A call on input (2, 4, 2) with updates (b, 2, 2) that count up, and `indices`.
Call placing(Tensor indices, std::int64_t entries) {
  std::vector<float> updates(static_cast<std::size_t>(entries * 4));
  for (std::size_t i = 0; i < updates.size(); ++i) updates[i] = static_cast<float>(i);
  return call_with({2, 4, 2}, std::move(indices), floats({entries, 2, 2}, updates),
                   floats({1, 1, 2}, std::vector{1.0F, 1.0F}));
}

TEST(QuantScatterOracle, PutsEntryBAtIndexBOfEntryB) {
  const Call call = placing(integers(DType::int32, {2}, std::vector<std::int64_t>{1, 2}), 2);
  EXPECT_EQ(out_of(call), (std::vector<std::int64_t>{99, 99, 0, 1, 2, 3, 99, 99, 99, 99, 99, 99, 4, 5, 6, 7}));
}

TEST(QuantScatterOracle, TakesTheEntryFromTheFirstOfAPair) {
  const Call call = placing(integers(DType::int32, {1, 2}, std::vector<std::int64_t>{1, 0}), 1);
  EXPECT_EQ(out_of(call), (std::vector<std::int64_t>{99, 99, 99, 99, 99, 99, 99, 99, 0, 1, 2, 3, 99, 99, 99, 99}));
}

TEST(QuantScatterOracle, ReachesTheLastPlaceThatFits) {
  const std::vector<std::int64_t> out = out_of(placing(integers(DType::int32, {1}, std::vector<std::int64_t>{2}), 1));
  EXPECT_EQ(out[3 * 2 + 1], 3);
}

TEST(QuantScatterOracle, WritesAlongAxisCountedFromEitherEnd) {
  for (const std::int64_t axis : {1, -3}) {
    std::vector<float> updates(8);
    for (std::size_t i = 0; i < updates.size(); ++i) updates[i] = static_cast<float>(i);
    Call call = call_with({1, 3, 4, 2}, integers(DType::int32, {1}, std::vector<std::int64_t>{2}),
                          floats({1, 1, 4, 2}, updates), floats({2}, std::vector{1.0F, 1.0F}));
    call.arguments["axis"] = axis;
    const std::vector<std::int64_t> out = out_of(call);
    for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(out[i], untouched);
    for (std::size_t i = 16; i < 24; ++i) EXPECT_EQ(out[i], static_cast<std::int64_t>(i) - 16);
  }
}

TEST(QuantScatterOracle, SurvivesIndicesOutsideInput) {
  for (const std::int64_t start : {-1, 3, 1000}) {
    const std::vector<std::int64_t> out =
        out_of(placing(integers(DType::int32, {1}, std::vector<std::int64_t>{start}), 1));
    EXPECT_GE(std::ranges::count(out, untouched), 14) << start;
  }
}

TEST(QuantScatterOracleDeathTest, DiesOfAnUnknownVariant) {
  const Call call = placing(integers(DType::int32, {1}, std::vector<std::int64_t>{0}), 1);
  EXPECT_DEATH(oracle(call, choose("saturation", "saturate")), "");
}

}  // namespace
}  // namespace npu_cts::kernels::npu_quant_scatter_
