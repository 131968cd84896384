// SPDX-License-Identifier: Apache-2.0
#include "kernels/npu_quant_matmul/oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "framework/model/half.h"
#include "kernels/common/oracle_testing.h"

namespace npu_cts::kernels::npu_quant_matmul {
namespace {

using Integers = std::vector<std::int64_t>;
using Floats = std::vector<float>;

constexpr std::int64_t bit_46 = std::int64_t{1} << 46;

std::int64_t word_of(float scale, std::int64_t offset) {
  return bit_46 | (offset & 0x1FF) << 37 | std::bit_cast<std::uint32_t>(scale);
}

Shape vector_shape(std::size_t size) { return Shape(1, static_cast<std::int64_t>(size)); }
Tensor vector_of(DType dtype, const Integers& values) { return integers(dtype, vector_shape(values.size()), values); }
Tensor vector_of(const Floats& values, DType dtype = DType::float32) {
  return floats(vector_shape(values.size()), values, dtype);
}

/// A call whose sums are `sums`, one row: they come in through the int32 bias.
Call call_with_sums(const Integers& sums, Tensor scale) {
  const auto n = static_cast<std::int64_t>(sums.size());
  Call call = call_of("npu_quant_matmul", "26.1.0");
  call.arguments["x1"] = integers(DType::int8, {1, 1}, Integers{0});
  call.arguments["x2"] = integers(DType::int8, {1, n}, Integers(sums.size(), 0));
  call.arguments["bias"] = vector_of(DType::int32, sums);
  call.arguments["scale"] = std::move(scale);
  return call;
}

Integers integers_out(const Call& call, const VariantChoice& variants = {}) {
  return integers_of(only(oracle(call, variants)));
}
Floats floats_out(const Call& call, const VariantChoice& variants = {}) {
  return floats_of(only(oracle(call, variants)));
}

// Printed by the float16 graph sample of 7.1.0 and later pages; the sums and the scale are recovered from them.
constexpr std::array<std::int64_t, 25> recovered_sums{109, 112, 119, 120, 122, 124, 125, 126, 127, 128, 129, 130, 131,
                                                      132, 133, 134, 136, 137, 139, 141, 142, 145, 148, 152, 156};
constexpr std::array<float, 25> printed_float16{
    -90.4375F,  -92.9375F, -98.75F,    -99.5625F,  -101.1875F, -102.875F,  -103.6875F, -104.5F,    -105.375F,
    -106.1875F, -107.0F,   -107.875F,  -108.6875F, -109.5F,    -110.3125F, -111.1875F, -112.8125F, -113.625F,
    -115.3125F, -117.0F,   -117.8125F, -120.3125F, -122.75F,   -126.125F,  -129.375F};

TEST(QuantMatmulOracle, GivesTheTwentyFivePrintedFloat16Values) {
  const float scale = float_of(0xBF546000);
  const Integers sums(recovered_sums.begin(), recovered_sums.end());
  const Floats want(printed_float16.begin(), printed_float16.end());
  for (const Tensor& each : {vector_of(DType::int64, {word_of(scale, 0)}), vector_of(Floats{scale}),
                             vector_of(Floats{float_of(0xBF547FFF)})}) {
    Call call = call_with_sums(sums, each);
    call.arguments["output_dtype"] = DType::float16;
    EXPECT_EQ(floats_out(call), want);
  }
}

struct Requantized {
  std::int64_t sum;
  float scale;
  std::int64_t offset;
  std::int64_t s9;
  std::int64_t document;
};
void PrintTo(const Requantized& row, std::ostream* out) { *out << row.sum << '*' << row.scale << '+' << row.offset; }

class Requantize : public testing::TestWithParam<Requantized> {};

TEST_P(Requantize, GivesTheInt8OfEachVariant) {
  const Requantized& row = GetParam();
  const Call call = call_with_sums({row.sum}, vector_of(DType::int64, {word_of(row.scale, row.offset)}));
  EXPECT_EQ(integers_out(call), Integers{row.s9});
  EXPECT_EQ(integers_out(call, choose("requantization", "document")), Integers{row.document});
}

INSTANTIATE_TEST_SUITE_P(Rows, Requantize,
                         testing::Values(Requantized{1000, 1, -200, 55, 127}, Requantized{-1000, 1, 200, -56, -128},
                                         Requantized{300, 1, -200, 55, 100}, Requantized{256, 1, -129, 126, 127},
                                         Requantized{1, 0.5F, 1, 1, 2}, Requantized{3, 0.5F, 1, 3, 2},
                                         Requantized{5, 0.5F, 1, 3, 4}, Requantized{1, 0.5F, 0, 0, 0},
                                         Requantized{3, 0.5F, 0, 2, 2}, Requantized{-3, 0.5F, 0, -2, -2},
                                         Requantized{200, 1, 0, 127, 127}, Requantized{-200, 1, 0, -128, -128},
                                         Requantized{100, 1, 255, 127, 127}, Requantized{0, 1, -256, -128, -128},
                                         Requantized{-256, 1, 255, -1, -1},
                                         Requantized{1, std::numeric_limits<float>::quiet_NaN(), 7, 7, 0}));

TEST(QuantMatmulOracle, TakesTheOffsetThatTheVariantSays) {
  Call call = call_with_sums({0, 0}, vector_of(DType::int64, {word_of(1, 5), word_of(1, -5)}));
  call.arguments["offset"] = vector_of(Floats{7});
  EXPECT_EQ(integers_out(call), (Integers{5, -5}));
  EXPECT_EQ(integers_out(call, choose("offset_source", "tensor")), (Integers{7, 7}));
  EXPECT_EQ(integers_out(call, choose("offset_source", "sum")), (Integers{12, 2}));
}

TEST(QuantMatmulOracle, TakesAnOffsetPerColumnWithOnePackedScale) {
  Call call = call_with_sums({10, 10}, vector_of(DType::int64, {word_of(1, 5)}));
  call.arguments["offset"] = vector_of(Floats{7, 8});
  EXPECT_EQ(integers_out(call, choose("offset_source", "tensor")), (Integers{17, 18}));
}

TEST(QuantMatmulOracle, TakesAFloatOffsetInEveryVariantOfTheSource) {
  Call call = call_with_sums({10, 10}, vector_of(Floats{1}));
  call.arguments["offset"] = vector_of(Floats{2.5F, -300});
  for (const std::string_view source : {"packed", "tensor", "sum"}) {
    EXPECT_EQ(integers_out(call, choose("offset_source", source)), (Integers{12, -128})) << source;
  }
}

TEST(QuantMatmulOracle, GivesTheSameWhetherScaleAndOffsetArePackedFirst) {
  const Integers sums{-700, -31, 0, 1, 5, 13, 99, 12345};
  const Floats scales{1.1F, 3.3F, -0.7F, 0.5F, 0.5F, -2.19921875F, 0.0625F, 0.01F};
  const Floats offsets{0.5F, 1.5F, -200, 1, 255, -256, 3, 17};
  Integers words;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const float cut = float_of(std::bit_cast<std::uint32_t>(scales[i]) & 0xFFFFE000U);
    words.push_back(word_of(cut, static_cast<std::int64_t>(std::nearbyint(offsets[i]))));
  }
  Call direct = call_with_sums(sums, vector_of(scales));
  direct.arguments["offset"] = vector_of(offsets);
  EXPECT_EQ(integers_out(direct), integers_out(call_with_sums(sums, vector_of(DType::int64, words))));
}

TEST(QuantMatmulOracle, AddsAnInt32BiasAsInt32AndWraps) {
  Call call = call_with_sums({std::numeric_limits<std::int32_t>::max(), 41}, vector_of(Floats{0, 0}));
  call.arguments["x1"] = integers(DType::int8, {1, 1}, Integers{1});
  call.arguments["x2"] = integers(DType::int8, {1, 2}, Integers{1, 1});
  call.arguments["output_dtype"] = DType::int32;
  EXPECT_EQ(integers_out(call), (Integers{std::numeric_limits<std::int32_t>::min(), 42}))
      << "the scale takes no part in an int32 result";
}

TEST(QuantMatmulOracle, SumsTheLongestAllowedRowExactly) {
  constexpr std::int64_t k = 65535;
  Call call = call_of("npu_quant_matmul", "26.1.0");
  call.arguments["x1"] = integers(DType::int8, {1, k}, Integers(k, -128));
  call.arguments["x2"] = integers(DType::int8, {k, 1}, Integers(k, -128));
  call.arguments["scale"] = vector_of(Floats{1});
  call.arguments["output_dtype"] = DType::int32;
  EXPECT_EQ(integers_out(call), Integers{16384 * k});
}

Call pertoken_call(const Integers& sums, const Floats& scale, float pertoken, DType output = DType::float16) {
  Call call = call_with_sums(sums, vector_of(scale));
  call.arguments["pertoken_scale"] = vector_of(Floats{pertoken});
  call.arguments["output_dtype"] = output;
  return call;
}

TEST(QuantMatmulOracle, CutsOnlyAScalarFloatScaleToFp19) {
  EXPECT_EQ(floats_out(pertoken_call({930, 930}, {1.1F}, 1)), (Floats{1022.5F, 1022.5F}));
  EXPECT_EQ(floats_out(pertoken_call({930, 930}, {1.1F}, 1), choose("scalar_scale", "full")), (Floats{1023, 1023}));
  EXPECT_EQ(floats_out(pertoken_call({930, 930}, {1.1F, 1.1F}, 1)), (Floats{1023, 1023}));
}

TEST(QuantMatmulOracle, KeepsAScalarScaleWholeBesideAWideBias) {
  for (const DType dtype : {DType::bfloat16, DType::float32, DType::float16}) {
    Call call = pertoken_call({0, 0}, {1.1F}, 1);
    call.arguments["x1"] = integers(DType::int8, {1, 1}, Integers{93});
    call.arguments["x2"] = integers(DType::int8, {1, 2}, Integers{10, 10});
    call.arguments["bias"] = vector_of(Floats{0, 1}, dtype);
    const Floats want = dtype == DType::float16 ? Floats{1022.5F, 1023.5F} : Floats{1023, 1024};
    EXPECT_EQ(floats_out(call), want) << name_of(dtype);
  }
}

TEST(QuantMatmulOracle, RoundsTheSumToFloat32BeforeItIsScaled) {
  const float just_a_tie = 0x1.002p-14F;  // times 2^24 it lies halfway between two float16
  EXPECT_EQ(floats_out(pertoken_call({16777217, 16777216}, {just_a_tie, just_a_tie}, 1)), (Floats{1024, 1024}));
}

struct Ordered {
  std::int64_t sum;
  std::uint32_t scale, pertoken;
  std::uint16_t scale_first, pertoken_first, merged;
};

TEST(QuantMatmulOracle, MultipliesInTheOrderThatTheVariantSays) {
  constexpr std::array rows{Ordered{-3828, 0x3AEF1266, 0x3F44DBCA, 0xC55F, 0xC55F, 0xC55E},
                            Ordered{55359, 0x3A119065, 0x3F3D0154, 0x4DAD, 0x4DAC, 0x4DAC},
                            Ordered{-63375, 0x3A59ADA1, 0x3F0D436B, 0xCF42, 0xCF43, 0xCF42}};
  for (const Ordered& row : rows) {
    const float scale = float_of(row.scale);
    const Call call = pertoken_call({row.sum, row.sum}, {scale, scale}, float_of(row.pertoken));
    EXPECT_EQ(floats_out(call).front(), from_float16(row.scale_first));
    EXPECT_EQ(floats_out(call, choose("scale_order", "pertoken_first")).front(), from_float16(row.pertoken_first));
    EXPECT_EQ(floats_out(call, choose("scale_order", "merged")).front(), from_float16(row.merged));
  }
}

TEST(QuantMatmulOracle, RoundsOnceOrTwiceBeforeAFloatBias) {
  Call call = pertoken_call({0, 0}, {0x1.000002p+0F, 1}, 1);
  call.arguments["x1"] = integers(DType::int8, {1, 1}, Integers{3});
  call.arguments["x2"] = integers(DType::int8, {1, 2}, Integers{1, 1});
  call.arguments["pertoken_scale"] = None{};
  call.arguments["output_dtype"] = DType::bfloat16;
  call.arguments["bias"] = vector_of(Floats{-3, -3});
  EXPECT_EQ(floats_out(call), (Floats{0x1p-21F, 0}));
  EXPECT_EQ(floats_out(call, choose("epilogue", "fused")), (Floats{0x1.8p-22F, 0}));
}

TEST(QuantMatmulOracle, GivesEachRowItsTokenAndEachColumnItsScaleAndBias) {
  Call call = call_of("npu_quant_matmul", "26.1.0");
  call.arguments["x1"] = integers(DType::int8, {2, 2}, Integers{1, 2, 3, -4});
  call.arguments["x2"] = integers(DType::int8, {2, 3}, Integers{1, 0, 5, 0, 1, -6});
  call.arguments["scale"] = vector_of(Floats{1, 2, 0.5F}, DType::bfloat16);
  call.arguments["pertoken_scale"] = vector_of(Floats{2, 4});
  call.arguments["bias"] = vector_of(Floats{0, 100, -100}, DType::bfloat16);
  call.arguments["output_dtype"] = DType::bfloat16;
  const Tensor out = only(oracle(call, {}));
  EXPECT_EQ(out.type.dtype, DType::bfloat16);
  EXPECT_EQ(out.type.shape, (Shape{2, 3}));
  EXPECT_EQ(floats_of(out), (Floats{2, 108, -107, 12, 68, -22}));
}

TEST(QuantMatmulOracle, MakesFloat16BeyondItsRangeInfiniteOrTheLargest) {
  for (const bool per_token : {false, true}) {
    Call call = pertoken_call({70000, -70000}, {1, 1}, 1);
    if (!per_token) call.arguments.erase("pertoken_scale");
    EXPECT_EQ(floats_out(call), (Floats{HUGE_VALF, -HUGE_VALF}));
    EXPECT_EQ(floats_out(call, choose("float16_overflow", "saturate")), (Floats{65504, -65504}));
  }
}

TEST(QuantMatmulOracle, BroadcastsBatchesAndTakesABiasPerMatrix) {
  Call call = call_of("npu_quant_matmul", "26.1.0");
  call.arguments["x1"] = integers(DType::int8, {1, 1, 1}, Integers{2});
  call.arguments["x2"] = integers(DType::int8, {3, 1, 2}, Integers{1, 2, 3, 4, 5, 6});
  call.arguments["scale"] = vector_of(Floats{1});
  call.arguments["bias"] = integers(DType::int32, {3, 1, 2}, Integers{10, 20, 30, 40, 50, 60});
  const Tensor out = only(oracle(call, {}));
  EXPECT_EQ(out.type.dtype, DType::int8);
  EXPECT_EQ(out.type.shape, (Shape{3, 1, 2}));
  EXPECT_EQ(integers_of(out), (Integers{12, 24, 36, 48, 60, 72}));
}

/// int4 operands (2, 16) and (16, 8) in two groups of 8; x1 is all ones, x2's rows count up in each group.
Call grouped_call(const Floats& scale, const Floats& offset, const Floats& pertoken) {
  Call call = call_of("npu_quant_matmul", "7.2.0");
  call.arguments["x1"] = integers(DType::int32, {2, 2}, Integers(4, 0x11111111));
  Integers x2;
  for (std::int64_t k = 0; k < 16; ++k) x2.push_back(k % 8 == 0 ? 0x11111111 : k < 8 ? 0 : 0x22222222);
  call.arguments["x2"] = integers(DType::int32, {16, 1}, x2);  // sums: 1, and 1 + 7·2 = 15
  call.arguments["scale"] = floats({2, 8}, scale);
  call.arguments["offset"] = floats({2, 8}, offset, DType::float16);
  call.arguments["pertoken_scale"] = floats({2, 1}, pertoken);
  call.arguments["output_dtype"] = DType::float16;
  return call;
}

TEST(QuantMatmulOracle, ScalesAndShiftsEachGroupBeforeTheyAreSummed) {
  Floats scale(16, 2);
  Floats offset(16, 0.5F);
  std::fill(scale.begin() + 8, scale.end(), 4.0F);
  std::fill(offset.begin() + 8, offset.end(), -1.0F);
  scale[15] = 0;
  const Floats out = floats_out(grouped_call(scale, offset, {1, -2}));
  // 2·(1 - 8·0.5) + 4·(15 + 8·1) = 86, and without the second group -6
  EXPECT_EQ(out, (Floats{86, 86, 86, 86, 86, 86, 86, -6, -172, -172, -172, -172, -172, -172, -172, 12}));
}

TEST(QuantMatmulOracle, TakesTheOffsetOfAGroupWhereTheVariantSays) {
  const Call call = grouped_call(Floats(16, 2), Floats(16, 1.5F), {1, 1});
  const float first = floats_out(call).front();  // Σ_g 2·(sum_g - 1.5·Σ x1_g)
  const float without = floats_out(grouped_call(Floats(16, 2), Floats(16, 0), {1, 1})).front();
  const float shift = (without - first) / 1.5F;
  EXPECT_EQ(floats_out(call, choose("group_offset", "truncated")).front(), without - shift);
  EXPECT_EQ(floats_out(call, choose("group_offset", "added")).front(), without + 3.0F);
}

TEST(QuantMatmulOracle, AddsTheGroupsInThePrecisionOfTheVariant) {
  Floats scale(16, 0x1p24F);
  std::fill(scale.begin() + 8, scale.end(), 1.0F);
  Call call = grouped_call(scale, Floats(16, 0), {0x1p-24F, 1});
  call.arguments["output_dtype"] = DType::float16;
  EXPECT_EQ(floats_out(call).front(), 1.0F);
  Floats cancels(24, 0x1p24F);  // three groups: 2^24 + 1 - 2^24
  std::fill(cancels.begin() + 8, cancels.begin() + 16, 1.0F);
  std::fill(cancels.begin() + 16, cancels.end(), -0x1p24F);
  call.arguments["x1"] = integers(DType::int32, {1, 3}, Integers(3, 1));
  call.arguments["x2"] = integers(DType::int32, {24, 1}, Integers(24, 0x11111111));
  call.arguments["scale"] = floats({3, 8}, cancels);
  call.arguments["offset"] = floats({3, 8}, Floats(24, 0), DType::float16);
  call.arguments["pertoken_scale"] = floats({1, 1}, Floats{1});
  EXPECT_EQ(floats_out(call), Floats(8, 0));
  EXPECT_EQ(floats_out(call, choose("group_sum", "float64")), Floats(8, 1));
}

TEST(QuantMatmulOracle, TakesTheGroupSizeThatGroupSizesGives) {
  Call call = grouped_call(Floats(16, 1), Floats(16, 0), {1, 1});
  Floats scale(16, 1);
  std::fill(scale.begin() + 8, scale.end(), 0.0F);
  call.arguments["scale"] = floats({2, 8}, scale);
  EXPECT_EQ(floats_out(call).front(), 1.0F);
  call.arguments["group_sizes"] = std::vector<std::int64_t>{0, 0, 9};
  EXPECT_EQ(floats_out(call).front(), 2.0F) << "the ninth row has joined the first group";
}

TEST(QuantMatmulOracleDeathTest, DiesOfAnUnknownVariant) {
  const Call call = call_with_sums({1}, vector_of(DType::int64, {word_of(1, 0)}));
  EXPECT_DEATH(oracle(call, choose("requantization", "s10")), "");
}

}  // namespace
}  // namespace npu_cts::kernels::npu_quant_matmul
