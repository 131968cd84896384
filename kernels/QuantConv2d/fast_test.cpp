// SPDX-License-Identifier: Apache-2.0
#include "kernels/QuantConv2d/fast.h"

#include <gmock/gmock.h>

#include "framework/model/storage.h"
#include "kernels/QuantConv2d/check.h"
#include "kernels/QuantConv2d/sizes.h"
#include "kernels/common/elements.h"
#include "kernels/common/packed_word.h"
#include "kernels/common/testing.h"

namespace npu_cts::kernels::QuantConv2d {
namespace {

using testing::CheckCase;
using testing::on;
using testing::tensor_of;
using testing::values_of;
using testing::zeros;

const Target target = on("atlas_a2", "26.1.0", "graph_static");

Arguments conv(Shape input, Shape weight) {
  return {
      {"in_channels", weight[1]},
      {"out_channels", weight[0]},
      {"kernel_size", std::vector<std::int64_t>{weight[2], weight[3]}},
      {"output_dtype", DType::float16},
      {"quant_conv2d_input", zeros(DType::int8, std::move(input))},
      {"weight", zeros(DType::int8, weight)},
      {"scale", tensor_of(DType::float32, {weight[0]}, std::vector<float>(static_cast<std::size_t>(weight[0]), 1.0F))},
      {"bias_values", zeros(DType::int32, {weight[0]})}};
}

std::vector<float> values_under(const Arguments& arguments) {
  Request request = request_of({.op = "QuantConv2d", .arguments = arguments});
  const auto refusal = check(target, request);
  EXPECT_FALSE(refusal) << refusal->parameter << " " << refusal->reason;
  std::vector<float> reals;
  for (const auto half : values_of<std::uint16_t>(run(target, request)[0].tensor)) {
    reals.push_back(float_of_float16(half));
  }
  return reals;
}

using Words = std::vector<std::string_view>;

Words open_words(const Target& on_what, const Arguments& arguments) {
  return left_open(on_what, request_of({.op = "QuantConv2d", .arguments = arguments}));
}

/// Sizes along the columns, and whether the result has one column.
struct ColumnsRow {
  std::int64_t image, kernel, stride, padding, dilation;
  bool is_one;
};

TEST(LeftOpen, IsAResultOfOneColumnOnInferenceProducts) {
  const std::int64_t huge = std::int64_t{1} << 62;
  const std::int64_t large = 1 << 30;  // the largest that is computed with
  for (const ColumnsRow& row :
       {ColumnsRow{3, 3, 1, 0, 1, true}, ColumnsRow{4, 3, 1, 0, 1, false}, ColumnsRow{4, 3, 2, 0, 1, true},
        ColumnsRow{5, 3, 2, 0, 1, false}, ColumnsRow{1, 3, 1, 1, 1, true}, ColumnsRow{2, 3, 1, 1, 1, false},
        ColumnsRow{3, 2, 1, 0, 2, true}, ColumnsRow{4, 2, 1, 0, 2, false}, ColumnsRow{2, 2, 1, 0, 2, false},
        ColumnsRow{3, 3, 0, 0, 1, false}, ColumnsRow{3, 3, -1, 0, 1, false}, ColumnsRow{3, 3, 1, huge, 1, false},
        ColumnsRow{3, 3, huge, 0, 1, false}, ColumnsRow{3, 3, 1, 0, -huge, false}, ColumnsRow{3, 3, large, 0, 1, true},
        ColumnsRow{1, 1, 1, 0, -large, true}}) {
    Arguments arguments = conv({1, 1, 9, row.image}, {1, 1, 2, row.kernel});
    arguments["stride"] = std::vector<std::int64_t>{1, row.stride};
    arguments["padding"] = std::vector<std::int64_t>{0, row.padding};
    arguments["dilation"] = std::vector<std::int64_t>{1, row.dilation};
    EXPECT_EQ(open_words(on("atlas_inference"), arguments), row.is_one ? Words{"unsupported"} : Words{})
        << row.image << " " << row.kernel << " " << row.stride << " " << row.padding << " " << row.dilation;
    EXPECT_EQ(open_words(on("atlas_a2"), arguments), Words{});
    arguments["stride"] = std::vector<std::int64_t>{huge, row.stride};
    EXPECT_EQ(open_words(on("atlas_inference"), arguments), Words{});
  }
}

TEST(LeftOpen, IsNothingOfColumnsThatNoSizesSay) {
  const Target inference = on("atlas_inference");
  for (const std::string_view key : {"quant_conv2d_input", "weight"}) {
    Arguments arguments = conv({1, 1, 9, 3}, {1, 1, 2, 3});
    ASSERT_EQ(open_words(inference, arguments), Words{"unsupported"});
    arguments.insert_or_assign(std::string(key), zeros(DType::int8, {1, 1, 3}));
    EXPECT_EQ(open_words(inference, arguments), Words{}) << key;
    arguments.erase(std::string(key));
    EXPECT_EQ(open_words(inference, arguments), Words{}) << key;
  }
}

TEST(LeftOpen, IsAnOffsetXBeyondInt8) {
  Arguments arguments = conv({1, 1, 2, 2}, {1, 1, 1, 1});
  for (const std::int64_t inside : {-128, 0, 127}) {
    arguments["offset_x"] = inside;
    EXPECT_EQ(open_words(target, arguments), Words{}) << inside;
  }
  for (const std::int64_t outside : {-129, 128}) {
    arguments["offset_x"] = outside;
    EXPECT_EQ(open_words(target, arguments), Words{"offset-x-range"}) << outside;
  }
}

TEST(CheckQuantConv2d, SaysHowManyChannelsThereAreAndHowManyThereMustBe) {
  Arguments arguments = conv({1, 3, 9, 9}, {4, 2, 1, 1});
  const auto refusal = check(target, request_of({.op = "QuantConv2d", .arguments = arguments}));
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->reason, "has 3 channels, not 2");
}

TEST(RunQuantConv2d, SeesOffsetXInThePadding) {
  Arguments arguments = conv({1, 1, 2, 2}, {1, 1, 1, 1});
  arguments["quant_conv2d_input"] = tensor_of(DType::int8, {1, 1, 2, 2}, std::vector<std::int8_t>(4, 2));
  arguments["weight"] = tensor_of(DType::int8, {1, 1, 1, 1}, std::vector<std::int8_t>{1});
  arguments["padding"] = std::int64_t{1};
  arguments["offset_x"] = std::int64_t{1};
  EXPECT_THAT(values_under(arguments), ::testing::ElementsAre(1, 1, 1, 1, 1, 2, 2, 1, 1, 2, 2, 1, 1, 1, 1, 1));
}

TEST(RunQuantConv2d, AddsTheBiasBeforeItScales) {
  Arguments arguments = conv({1, 1, 1, 1}, {2, 1, 1, 1});
  arguments["scale"] = tensor_of(DType::float32, {2}, std::vector<float>{0.5F, 2.0F});
  arguments["bias_values"] = tensor_of(DType::int32, {2}, std::vector<std::int32_t>{10, -3});
  EXPECT_THAT(values_under(arguments), ::testing::ElementsAre(5.0F, -6.0F));
  arguments["bias"] = false;
  arguments["bias_values"] = None{};
  EXPECT_THAT(values_under(arguments), ::testing::ElementsAre(0.0F, 0.0F));
}

TEST(RunQuantConv2d, GivesNothingForNoImages) {
  EXPECT_THAT(values_under(conv({0, 1, 2, 2}, {1, 1, 1, 1})), ::testing::IsEmpty());
}

TEST(RunQuantConv2d, TakesTheScaleOfAPackedWord) {
  Arguments arguments = conv({1, 1, 1, 1}, {1, 1, 1, 1});
  arguments["bias_values"] = tensor_of(DType::int32, {1}, std::vector<std::int32_t>{3});
  arguments["scale"] =
      tensor_of(DType::int64, {1}, std::vector<std::uint64_t>{packed_scale(0.25F, ScaleRounding::truncate)});
  EXPECT_THAT(values_under(arguments), ::testing::ElementsAre(0.75F));
}

struct ConvCase {
  Extent stride, padding, dilation;
};

std::int64_t direct_sum(const Tensor& input, const Tensor& weight, const ConvCase& c, const Shape& at,
                        std::int64_t pad) {
  const auto x = values_of<std::int8_t>(input);
  const auto w = values_of<std::int8_t>(weight);
  const Shape& in = input.type.shape;
  const Shape& filter = weight.type.shape;
  std::int64_t sum = 0;
  std::size_t tap = static_cast<std::size_t>(at[1] * filter[1] * filter[2] * filter[3]);
  for (std::int64_t ci = 0; ci < filter[1]; ++ci) {
    for (std::int64_t i = 0; i < filter[2]; ++i) {
      for (std::int64_t j = 0; j < filter[3]; ++j, ++tap) {
        const std::int64_t y = at[2] * c.stride[0] + i * c.dilation[0] - c.padding[0];
        const std::int64_t z = at[3] * c.stride[1] + j * c.dilation[1] - c.padding[1];
        const bool inside = y >= 0 && y < in[2] && z >= 0 && z < in[3];
        sum += w[tap] * (inside ? x[static_cast<std::size_t>(((at[0] * in[1] + ci) * in[2] + y) * in[3] + z)] : pad);
      }
    }
  }
  return sum;
}

Tensor counting(Shape shape, int factor) {
  std::vector<std::int8_t> values(static_cast<std::size_t>(numel(shape)));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<std::int8_t>(static_cast<int>(i) * factor % 9 - 4);
  return tensor_of(DType::int8, std::move(shape), values);
}

TEST(RunQuantConv2d, IsTheDirectSumForEveryStridePaddingAndDilation) {
  for (const ConvCase& c : {ConvCase{{1, 1}, {0, 0}, {1, 1}}, ConvCase{{2, 3}, {3, 1}, {2, 1}},
                            ConvCase{{1, 2}, {9, 9}, {1, 3}}, ConvCase{{5, 1}, {0, 2}, {3, 2}}}) {
    for (const Layout layout : every<Layout>) {
      Arguments arguments = conv({2, 3, 9, 8}, {4, 3, 2, 3});
      Tensor input = counting({2, 3, 9, 8}, 7);
      const Tensor weight = counting({4, 3, 2, 3}, 5);
      input.type.layout = layout;
      arguments["quant_conv2d_input"] = input;
      arguments["weight"] = weight;
      arguments["stride"] = std::vector<std::int64_t>{c.stride[0], c.stride[1]};
      arguments["padding"] = std::vector<std::int64_t>{c.padding[0], c.padding[1]};
      arguments["dilation"] = std::vector<std::int64_t>{c.dilation[0], c.dilation[1]};
      arguments["offset_x"] = std::int64_t{-7};
      const auto out = values_under(arguments);
      const Extent size = ConvGeometry{{9, 8}, {2, 3}, c.stride, c.padding, c.dilation}.output();
      ASSERT_EQ(out.size(), static_cast<std::size_t>(8 * size[0] * size[1]));
      for (std::size_t i = 0; i < out.size(); ++i) {
        const auto at = static_cast<std::int64_t>(i);
        const Shape place{at / (4 * size[0] * size[1]), at / (size[0] * size[1]) % 4, at / size[1] % size[0],
                          at % size[1]};
        ASSERT_EQ(out[i], static_cast<float>(direct_sum(input, weight, c, place, -7))) << i << name_of(layout);
      }
    }
  }
}

TEST(ConvGeometry, RoundsDownBelowZeroToo) {
  EXPECT_EQ((ConvGeometry{{1, 2}, {3, 3}, {2, 2}, {0, 0}, {1, 1}}.output()), (Extent{0, 0}));
  EXPECT_EQ((ConvGeometry{{7, 7}, {3, 2}, {2, 2}, {1, 0}, {1, 3}}.output()), (Extent{4, 2}));
}

auto set(std::string key, Value value) {
  return [key = std::move(key), value = std::move(value)](Arguments& arguments) { arguments[key] = value; };
}

std::vector<CheckCase> support_cases() {
  const auto nothing = [](Arguments&) {};
  return {{"Plain", target, nothing, "accepted"},
          {"OnA3", on("atlas_a3", "7.1.0", "graph_static"), nothing, "accepted"},
          {"OnInference", on("atlas_inference", "7.1.0", "graph_static"), nothing, "accepted"},
          {"WidthOneOnInference", on("atlas_inference", "7.1.0", "graph_static"),
           set("quant_conv2d_input", zeros(DType::int8, {1, 2, 9, 3})), ""},
          {"WidthOne", target, set("quant_conv2d_input", zeros(DType::int8, {1, 2, 9, 3})), "accepted"},
          {"HeightOneOnInference", on("atlas_inference", "7.1.0", "graph_static"),
           set("quant_conv2d_input", zeros(DType::int8, {1, 2, 3, 9})), "accepted"},
          {"Eager", on("atlas_a2", "26.1.0"), nothing, ""},
          {"Dynamic", on("atlas_a2", "26.1.0", "graph_dynamic"), nothing, ""},
          {"NoProduct", on("atlas_a9", "26.1.0", "graph_static"), nothing, ""},
          {"NoPage", on("atlas_a2", "6.0.0", "graph_static"), nothing, ""},
          {"Reserved", target, set("offset", true), "accepted"},
          {"ReservedWord", target, set("round_mode", std::string("floor")), "accepted"},
          {"ReservedDtype", target, set("dtype", DType::int8), "accepted"},
          {"Stranger", target, set("padding_mode", std::string("zeros")), "padding_mode"}};
}

using Pair = std::vector<std::int64_t>;

std::vector<CheckCase> attribute_cases() {
  return {{"KernelOther", target, set("kernel_size", std::int64_t{2}), "weight"},
          {"KernelZero", target, set("kernel_size", std::int64_t{0}), "kernel_size"},
          {"Kernel256", target, set("kernel_size", Pair{3, 256}), "kernel_size"},
          {"KernelTriple", target, set("kernel_size", Pair{3, 3, 3}), "kernel_size"},
          {"KernelMissing", target, set("kernel_size", None{}), "kernel_size"},
          {"StrideZero", target, set("stride", std::int64_t{0}), "stride"},
          {"Stride63", target, set("stride", std::int64_t{63}), "accepted"},
          {"Stride64", target, set("stride", Pair{1, 64}), "stride"},
          {"StrideWord", target, set("stride", std::string("1")), "stride"},
          {"Padding255", target, set("padding", std::int64_t{255}), "accepted"},
          {"Padding256", target, set("padding", Pair{256, 0}), "padding"},
          {"PaddingNegative", target, set("padding", std::int64_t{-1}), "padding"},
          {"Dilation2", target, set("dilation", std::int64_t{2}), "accepted"},
          {"DilationZero", target, set("dilation", Pair{1, 0}), "dilation"},
          {"Dilation256", target, set("dilation", std::int64_t{256}), "dilation"},
          {"DilationBeyondInput", target, set("dilation", std::int64_t{255}), "kernel_size"},
          {"GroupsTwo", target, set("groups", std::int64_t{2}), "groups"},
          {"OutputInt32", target, set("output_dtype", DType::int32), "output_dtype"},
          {"OutputWord", target, set("output_dtype", std::string("float16")), "output_dtype"},
          {"BiasNumber", target, set("bias", std::int64_t{1}), "bias"},
          {"OffsetX", target, set("offset_x", std::int64_t{-128}), "accepted"},
          {"OffsetXSmall", target, set("offset_x", std::int64_t{-129}), "offset_x"},
          {"OffsetXLarge", target, set("offset_x", std::int64_t{128}), "offset_x"},
          {"ChannelsZero", target, set("in_channels", std::int64_t{0}), "in_channels"},
          {"ChannelsOther", target, set("in_channels", std::int64_t{3}), "weight"},
          {"OutChannelsOther", target, set("out_channels", std::int64_t{3}), "weight"}};
}

std::vector<CheckCase> tensor_cases() {
  return {{"InputRank3", target, set("quant_conv2d_input", zeros(DType::int8, {2, 9, 9})), "quant_conv2d_input"},
          {"InputChannels", target, set("quant_conv2d_input", zeros(DType::int8, {1, 3, 9, 9})), "quant_conv2d_input"},
          {"InputUint8", target, set("quant_conv2d_input", zeros(DType::uint8, {1, 2, 9, 9})), "quant_conv2d_input"},
          {"InputNchw", target,
           set("quant_conv2d_input", zeros(DType::int8, {1, 2, 9, 9}, Layout::contiguous, Format::nchw)), "accepted"},
          {"InputBlocks", target,
           set("quant_conv2d_input", zeros(DType::int8, {1, 2, 9, 9}, Layout::contiguous, Format::blocked)),
           "quant_conv2d_input"},
          {"InputSmall", target, set("quant_conv2d_input", zeros(DType::int8, {1, 2, 2, 9})), "kernel_size"},
          {"WeightInt32", target, set("weight", zeros(DType::int32, {4, 2, 3, 3})), "weight"},
          {"ScaleInt64", target, set("scale", zeros(DType::int64, {4})), "accepted"},
          {"ScaleHalf", target, set("scale", zeros(DType::float16, {4})), "scale"},
          {"ScaleOne", target, set("scale", zeros(DType::float32, {1})), "scale"},
          {"ScaleRow", target, set("scale", zeros(DType::float32, {1, 4})), "scale"},
          {"Bias", target, set("bias_values", zeros(DType::int32, {4})), "accepted"},
          {"BiasMissing", target, set("bias_values", None{}), "bias_values"},
          {"BiasMissingThoughSaid", target,
           [](Arguments& arguments) {
             arguments["bias"] = true;
             arguments.erase("bias_values");
           },
           "bias_values"},
          {"BiasUnwanted", target, set("bias", false), "bias_values"},
          {"NoBias", target,
           [](Arguments& arguments) {
             arguments["bias"] = false;
             arguments.erase("bias_values");
           },
           "accepted"},
          {"BiasFloat", target, set("bias_values", zeros(DType::float32, {4})), "bias_values"},
          {"BiasOne", target, set("bias_values", zeros(DType::int32, {1})), "bias_values"}};
}

class CheckQuantConv2d : public ::testing::TestWithParam<CheckCase> {};

TEST_P(CheckQuantConv2d, NamesTheGuiltyParameter) {
  Arguments arguments = conv({1, 2, 9, 9}, {4, 2, 3, 3});
  GetParam().change(arguments);
  const Request request = request_of({.op = "QuantConv2d", .arguments = arguments});
  const auto refusal = check(GetParam().target, request);
  EXPECT_EQ(refusal ? refusal->parameter : "accepted", GetParam().guilty) << (refusal ? refusal->reason : "");
}

const auto row_name = [](const auto& row) { return row.param.name; };
INSTANTIATE_TEST_SUITE_P(Support, CheckQuantConv2d, ::testing::ValuesIn(support_cases()), row_name);
INSTANTIATE_TEST_SUITE_P(Attributes, CheckQuantConv2d, ::testing::ValuesIn(attribute_cases()), row_name);
INSTANTIATE_TEST_SUITE_P(Tensors, CheckQuantConv2d, ::testing::ValuesIn(tensor_cases()), row_name);

}  // namespace
}  // namespace npu_cts::kernels::QuantConv2d
