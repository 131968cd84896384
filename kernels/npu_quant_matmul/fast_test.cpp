// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "framework/model/storage.h"
#include "kernels/common/elements.h"
#include "kernels/common/packed_word.h"
#include "kernels/common/testing.h"
#include "kernels/npu_quant_matmul/check.h"
#include "kernels/npu_quant_matmul/fast.h"

namespace npu_cts::kernels::npu_quant_matmul {
namespace {

using testing::on;
using testing::tensor_of;
using testing::values_of;
using testing::zeros;

Tensor result_of(const Arguments& arguments) {
  Request request = request_of({.op = "npu_quant_matmul", .arguments = arguments});
  const auto refusal = check(on("atlas_a2"), request);
  EXPECT_FALSE(refusal) << refusal->parameter << " " << refusal->reason;
  return run(on("atlas_a2"), request)[0].tensor;
}

Tensor floats(const std::vector<float>& values) {
  return tensor_of(DType::float32, {static_cast<std::int64_t>(values.size())}, values);
}

Tensor words(const std::vector<std::uint64_t>& values) {
  return tensor_of(DType::int64, {static_cast<std::int64_t>(values.size())}, values);
}

/// A call whose sums are the given int32 biases: x1 and x2 are zero.
Arguments with_sums(const std::vector<std::int32_t>& sums) {
  const auto n = static_cast<std::int64_t>(sums.size());
  return {{"x1", zeros(DType::int8, {1, 8})},
          {"x2", zeros(DType::int8, {8, n})},
          {"bias", tensor_of(DType::int32, {n}, sums)}};
}

TEST(RunQuantMatmul, StopsAtNineBitsBeforeTheOffset) {
  struct Row {
    std::int32_t sum;
    float scale, offset;
    std::int8_t want;
  };
  for (const Row& row : {Row{1000, 1, -200, 55}, Row{-1000, 1, 200, -56}, Row{300, 1, -200, 55}, Row{256, 1, -129, 126},
                         Row{1, 0.5F, 1, 1}, Row{3, 0.5F, 1, 3}, Row{5, 0.5F, 1, 3}, Row{-1000, 1, -256, -128}}) {
    Arguments arguments = with_sums({row.sum, row.sum});
    arguments["scale"] = floats({row.scale});
    arguments["offset"] = floats({row.offset});
    EXPECT_EQ(values_of<std::int8_t>(result_of(arguments)), (std::vector<std::int8_t>{row.want, row.want})) << row.sum;
  }
}

TEST(RunQuantMatmul, TakesScaleAndOffsetFromAPackedWord) {
  Arguments arguments = with_sums({10, 20});
  arguments["scale"] = words({packed_scale(2.0F, ScaleRounding::truncate) | packed_offset(-3.0F)});
  EXPECT_EQ(values_of<std::int8_t>(result_of(arguments)), (std::vector<std::int8_t>{17, 37}));
  arguments["offset"] = floats({7.0F});
  EXPECT_EQ(values_of<std::int8_t>(result_of(arguments)), (std::vector<std::int8_t>{17, 37}))
      << "the tensor is not read";
}

TEST(RunQuantMatmul, GivesTheFloat16ValuesThatThePagePrints) {
  Arguments arguments = with_sums({109, 127, 156});
  arguments["scale"] = words({packed_scale(-0.82958984375F, ScaleRounding::truncate)});
  arguments["output_dtype"] = DType::float16;
  EXPECT_THAT(values_of<std::uint16_t>(result_of(arguments)),
              ::testing::ElementsAre(float16_of(-90.4375F), float16_of(-105.375F), float16_of(-129.375F)));
}

TEST(RunQuantMatmul, ScalesRowsThenAddsAFloatBias) {
  const Arguments arguments{{"x1", tensor_of(DType::int8, {2, 1}, std::vector<std::int8_t>{3, 5})},
                            {"x2", tensor_of(DType::int8, {1, 2}, std::vector<std::int8_t>{2, -4})},
                            {"scale", floats({0.5F, 0.25F})},
                            {"pertoken_scale", floats({10.0F, 100.0F})},
                            {"bias", floats({1.0F, -1.0F})},
                            {"output_dtype", DType::bfloat16}};
  EXPECT_THAT(
      values_of<std::uint16_t>(result_of(arguments)),
      ::testing::ElementsAre(bfloat16_of(31.0F), bfloat16_of(-31.0F), bfloat16_of(501.0F), bfloat16_of(-501.0F)));
}

TEST(RunQuantMatmul, CutsALoneFloatScaleButNotAVectorOfThem) {
  Arguments arguments = with_sums({1 << 20, 1 << 20});
  arguments["output_dtype"] = DType::bfloat16;
  const float scale = 1.0F + 0x1p-8F + 0x1p-12F;  // above the tie of bfloat16; its FP19 value is the tie
  arguments["scale"] = floats({scale});
  EXPECT_EQ(values_of<std::uint16_t>(result_of(arguments))[0], bfloat16_of(0x1p20F));
  arguments["scale"] = floats({scale, scale});
  EXPECT_EQ(values_of<std::uint16_t>(result_of(arguments))[0], bfloat16_of(0x1p20F * (1.0F + 0x1p-7F)));
}

TEST(RunQuantMatmul, LeavesIntegerSumsAlone) {
  Arguments arguments = with_sums({-5, 2147483647});
  arguments["x1"] = tensor_of(DType::int8, {1, 8}, std::vector<std::int8_t>(8, 1));
  arguments["x2"] = tensor_of(DType::int8, {8, 2}, std::vector<std::int8_t>(16, 1));
  arguments["scale"] = floats({9.0F});
  arguments["output_dtype"] = DType::int32;
  EXPECT_THAT(values_of<std::int32_t>(result_of(arguments)), ::testing::ElementsAre(3, -2147483641)) << "and wraps";
}

TEST(RunQuantMatmul, ReadsTheLowNibbleFirst) {
  Arguments arguments{{"x1", tensor_of(DType::int32, {1, 1}, std::vector<std::uint32_t>{0xF8765432U})},
                      {"scale", words({packed_scale(1.0F, ScaleRounding::truncate)})},
                      {"output_dtype", DType::float16}};
  const std::vector<std::int32_t> x1{2, 3, 4, 5, 6, 7, -8, -1};
  std::vector<std::uint32_t> rows;
  for (std::uint32_t k = 0; k < 8; ++k) rows.push_back(1U << (4 * k));  // the identity, row by row
  arguments["x2"] = tensor_of(DType::int32, {8, 1}, rows);
  const auto out = values_of<std::uint16_t>(result_of(arguments));
  for (std::size_t j = 0; j < 8; ++j) EXPECT_EQ(float_of_float16(out[j]), static_cast<float>(x1[j])) << j;
}

/// Sums 40 ones in three groups, whose scales are 1, 10 and 100.
float sum_of_groups(const Value& group_sizes) {
  std::vector<float> scales;
  for (const float scale : {1.0F, 10.0F, 100.0F}) scales.insert(scales.end(), 8, scale);
  Request request =
      request_of({.op = "npu_quant_matmul",
                  .arguments = {{"x1", tensor_of(DType::int32, {1, 5}, std::vector<std::uint32_t>(5, 0x11111111U))},
                                {"x2", tensor_of(DType::int32, {40, 1}, std::vector<std::uint32_t>(40, 0x11111111U))},
                                {"scale", tensor_of(DType::float32, {3, 8}, scales)},
                                {"offset", zeros(DType::float16, {3, 8})},
                                {"pertoken_scale", tensor_of(DType::float32, {1, 1}, std::vector<float>{1.0F})},
                                {"group_sizes", group_sizes},
                                {"output_dtype", DType::bfloat16}}});
  const Target target = on("atlas_a2", "26.0.0");
  const auto refusal = check(target, request);
  EXPECT_FALSE(refusal) << refusal->parameter << " " << refusal->reason;
  return float_of_bfloat16(values_of<std::uint16_t>(run(target, request)[0].tensor)[0]);
}

TEST(RunQuantMatmul, TakesTheSizeOfAGroupFromGroupSizesOrFromTheShapes) {
  using Sizes = std::vector<std::int64_t>;
  EXPECT_EQ(sum_of_groups(Sizes{0, 0, 16}), 976.0F) << "16, 160 and 800";
  EXPECT_EQ(sum_of_groups(Sizes{0, 0, 15}), 1168.0F) << "15, 150 and 1000, as bfloat16";
  for (const Value& none : {Value(None{}), Value(Sizes{0, 0, 0}), Value(Sizes{16})})
    EXPECT_EQ(sum_of_groups(none), 1352.0F) << "14, 140 and 1200, as bfloat16";
}

Tensor counting(Shape shape) {
  std::vector<std::int8_t> values(static_cast<std::size_t>(numel(shape)));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int8_t>(i * 37 % 251);
  return tensor_of(DType::int8, std::move(shape), values);
}

TEST(RunQuantMatmul, GivesTheSameInEveryLayoutAndFormat) {
  Arguments arguments{{"x1", counting({2, 1, 5, 40})},
                      {"x2", counting({3, 40, 33})},
                      {"scale", floats({1.0F})},
                      {"output_dtype", DType::int32}};
  const Tensor want = result_of(arguments);
  EXPECT_EQ(want.type.shape, (Shape{2, 3, 5, 33}));
  for (const Layout layout : {Layout::strided, Layout::transposed, Layout::contiguous}) {
    for (const Format format : {Format::nd, Format::blocked}) {
      std::get<Tensor>(arguments["x1"]).type.layout = layout;
      std::get<Tensor>(arguments["x2"]).type.layout = layout;
      std::get<Tensor>(arguments["x2"]).type.format = format;
      EXPECT_EQ(result_of(arguments).values, want.values) << name_of(layout) << " " << name_of(format);
    }
  }
}

}  // namespace
}  // namespace npu_cts::kernels::npu_quant_matmul
