// SPDX-License-Identifier: Apache-2.0
#include "kernels/QuantConv2d/oracle.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/common/oracle_testing.h"

namespace npu_cts::kernels::QuantConv2d {
namespace {

using Integers = std::vector<std::int64_t>;
using Floats = std::vector<float>;

Call call_with(Tensor input, Tensor weight, const Floats& scale) {
  Call call = call_of("QuantConv2d", "26.1.0", "graph_static");
  call.arguments["quant_conv2d_input"] = std::move(input);
  call.arguments["weight"] = std::move(weight);
  call.arguments["scale"] = floats(Shape(1, static_cast<std::int64_t>(scale.size())), scale);
  return call;
}

Tensor int8(Shape shape, const Integers& values) { return integers(DType::int8, std::move(shape), values); }

Floats out_of(const Call& call, const VariantChoice& variants = {}) { return floats_of(only(oracle(call, variants))); }

/// A call whose result has the one sum `a` · `b`.
Call one_sum(std::int64_t a, std::int64_t b, float scale) {
  return call_with(int8({1, 1, 1, 1}, {a}), int8({1, 1, 1, 1}, {b}), {scale});
}

TEST(QuantConv2dOracle, FillsThePaddingWithOffsetX) {
  Call call = call_with(int8({1, 1, 2, 2}, {2, 2, 2, 2}), int8({1, 1, 1, 1}, {1}), {1});
  call.arguments["padding"] = Integers{1, 1};
  call.arguments["offset_x"] = std::int64_t{1};
  const Tensor out = only(oracle(call, {}));
  EXPECT_EQ(out.type.dtype, DType::float16);
  EXPECT_EQ(out.type.shape, (Shape{1, 1, 4, 4}));
  EXPECT_EQ(floats_of(out), (Floats{1, 1, 1, 1, 1, 2, 2, 1, 1, 2, 2, 1, 1, 1, 1, 1}));
  call.arguments.erase("offset_x");
  EXPECT_EQ(out_of(call).front(), 0.0F) << "zero where offset_x is not given";
}

TEST(QuantConv2dOracle, StridesAndDilatesEachAxisByItsOwn) {
  Integers pixels(5 * 7);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::int64_t>(i);
  Call call = call_with(int8({1, 1, 5, 7}, pixels), int8({1, 1, 2, 2}, {1, 0, 0, 2}), {1});
  call.arguments["stride"] = Integers{2, 3};
  call.arguments["dilation"] = Integers{1, 2};
  const Tensor out = only(oracle(call, {}));
  EXPECT_EQ(out.type.shape, (Shape{1, 1, 2, 2}));
  // x[h, w] + 2·x[h + 1, w + 2] at (0, 0), (0, 3), (2, 0), (2, 3)
  EXPECT_EQ(floats_of(out), (Floats{18, 27, 60, 69}));
}

TEST(QuantConv2dOracle, TakesOneNumberForBothAxes) {
  Integers pixels(36);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::int64_t>(i);
  Call pairs = call_with(int8({1, 1, 6, 6}, pixels), int8({1, 1, 2, 2}, {1, 2, 3, -4}), {0.5F});
  Call numbers = pairs;
  for (const auto& [key, value] : {std::pair{"stride", 2}, {"padding", 1}, {"dilation", 3}}) {
    pairs.arguments[key] = Integers{value, value};
    numbers.arguments[key] = std::int64_t{value};
  }
  EXPECT_EQ(only(oracle(pairs, {})), only(oracle(numbers, {})));
  EXPECT_EQ(only(oracle(pairs, {})).type.shape, (Shape{1, 1, 3, 3}));
}

TEST(QuantConv2dOracle, SumsOverInputChannelsAndKeepsImagesAndOutputsApart) {
  Call call =
      call_with(int8({2, 2, 1, 2}, {1, 2, 3, 4, 5, 6, 7, 8}), int8({3, 2, 1, 1}, {1, 0, 0, 1, 1, 10}), {1, 2, 0.5F});
  const Tensor out = only(oracle(call, {}));
  EXPECT_EQ(out.type.shape, (Shape{2, 3, 1, 2}));
  EXPECT_EQ(floats_of(out), (Floats{1, 2, 6, 8, 15.5F, 21, 5, 6, 14, 16, 37.5F, 43}));
}

TEST(QuantConv2dOracle, AddsTheBiasBeforeOrAfterTheScale) {
  Call call = one_sum(3, 1, 0.5F);
  call.arguments["bias_values"] = integers(DType::int32, {1}, Integers{1});
  EXPECT_EQ(out_of(call), Floats{2});
  EXPECT_EQ(out_of(call, choose("bias_order", "after")), Floats{2.5F});
}

TEST(QuantConv2dOracle, LeavesTheBiasOutWhereTheConstructorSaysSo) {
  Call call = one_sum(3, 1, 0.5F);
  call.arguments["bias_values"] = integers(DType::int32, {1}, Integers{1});
  call.arguments["bias"] = true;
  EXPECT_EQ(out_of(call), Floats{2});
  call.arguments["bias"] = false;
  EXPECT_EQ(out_of(call), Floats{1.5F});
  EXPECT_EQ(out_of(call, choose("bias_order", "after")), Floats{1.5F});
}

TEST(QuantConv2dOracle, KeepsTheSignOfZeroWithoutABiasInBothOrders) {
  for (const std::string_view order : {"before", "after"}) {
    EXPECT_TRUE(std::signbit(out_of(one_sum(0, 1, -1), choose("bias_order", order)).front())) << order;
  }
}

TEST(QuantConv2dOracle, CutsScalesOfBothDtypesToFp19) {
  const VariantChoice full = choose("scale_bits", "full");
  Call call = one_sum(93, 10, 1.1F);
  EXPECT_EQ(out_of(call), Floats{1022.5F});
  EXPECT_EQ(out_of(call, full), Floats{1023});
  constexpr std::int64_t packed = std::int64_t{1} << 46 | std::int64_t{5} << 37;
  call.arguments["scale"] = integers(DType::int64, {1}, Integers{packed | std::bit_cast<std::uint32_t>(1.1F)});
  EXPECT_EQ(out_of(call), Floats{1022.5F}) << "the packed offset takes no part";
  EXPECT_EQ(out_of(call, full), Floats{1023});
}

TEST(QuantConv2dOracle, SumsExactlyWhereFloat32CouldNot) {
  // 1024 · 128 · 128 + 1 + 1 = 2^24 + 2; a sum kept in float32 would lose both ones
  Integers pixels(1026, -128);
  Integers weights(1026, -128);
  pixels[1024] = pixels[1025] = weights[1024] = weights[1025] = 1;
  const Call call = call_with(int8({1, 1026, 1, 1}, pixels), int8({1, 1026, 1, 1}, weights), {0x1.002p-14F});
  EXPECT_EQ(out_of(call, choose("scale_bits", "full")), Floats{1025}) << "2^24 would be a tie, and give 1024";
}

TEST(QuantConv2dOracle, MakesFloat16BeyondItsRangeInfiniteOrTheLargest) {
  for (const float sign : {1.0F, -1.0F}) {
    const Call call = one_sum(100, 7, 100 * sign);
    EXPECT_EQ(out_of(call), Floats{HUGE_VALF * sign});
    EXPECT_EQ(out_of(call, choose("float16_overflow", "saturate")), Floats{65504 * sign});
  }
}

TEST(QuantConv2dOracleDeathTest, DiesOfAnUnknownVariant) {
  EXPECT_DEATH(oracle(one_sum(1, 1, 1), choose("bias_order", "around")), "");
}

}  // namespace
}  // namespace npu_cts::kernels::QuantConv2d
