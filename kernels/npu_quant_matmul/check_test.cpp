// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "framework/model/storage.h"
#include "kernels/common/testing.h"
#include "kernels/npu_quant_matmul/check.h"

namespace npu_cts::kernels::npu_quant_matmul {
namespace {

using testing::CheckCase;
using testing::on;

/// A tensor's type alone: the checks look at no values.
Tensor type(DType dtype, Shape shape, Layout layout = Layout::contiguous, Format format = Format::nd) {
  Tensor tensor;
  tensor.type = {.dtype = dtype, .shape = std::move(shape), .layout = layout, .format = format};
  return tensor;
}

bool accepts(const Target& target, const Arguments& arguments) {
  return !check(target, request_of({.op = "npu_quant_matmul", .arguments = arguments}));
}

using MaybeDType = std::optional<DType>;

/// Counts the combinations of dtypes that `target` takes, out of everything a table could say.
int count_rows(const Target& target) {
  using enum DType;
  const std::vector<MaybeDType> any{std::nullopt, int8, int32, int64, float16, bfloat16, float32};
  int count = 0;
  for (const DType x : {int8, int32, float16}) {
    const std::int64_t pack = x == int32 ? 8 : 1;
    Arguments arguments{{"x1", type(x, {2, 64 / pack})}, {"x2", type(x, {64, 16 / pack})}};
    for (const DType scale : {int64, float32, bfloat16, float16}) {
      for (const MaybeDType offset : any) {
        for (const MaybeDType bias : any) {
          for (const MaybeDType pertoken : any) {
            for (const DType output : {int8, float16, bfloat16, int32, float32}) {
              const bool grouped = offset == float16;
              const auto put = [&](const char* key, MaybeDType dtype, Shape shape) {
                arguments[key] = dtype ? Value(type(*dtype, std::move(shape))) : Value(None{});
              };
              put("scale", scale, grouped ? Shape{2, 16} : Shape{16});
              put("offset", offset, grouped ? Shape{2, 16} : Shape{16});
              put("bias", bias, {16});
              put("pertoken_scale", pertoken, grouped ? Shape{2, 1} : Shape{2});
              arguments["output_dtype"] = output;
              count += accepts(target, arguments) ? 1 : 0;
            }
          }
        }
      }
    }
  }
  return count;
}

TEST(CheckQuantMatmulRows, AdmitsAsManyCombinationsAsThePagesList) {
  EXPECT_EQ(count_rows(on("atlas_inference", "6.0.0")), 12);
  EXPECT_EQ(count_rows(on("atlas_inference")), 12);
  EXPECT_EQ(count_rows(on("atlas_a2", "6.0.0")), 36);
  EXPECT_EQ(count_rows(on("atlas_a3", "7.1.0")), 40);
  EXPECT_EQ(count_rows(on("atlas_a2", "7.2.0")), 43) << "bfloat16 and float16 bias, of which the page leaves one open";
  EXPECT_EQ(count_rows(on("atlas_a3", "26.0.0")), 43);
  EXPECT_EQ(count_rows(on("atlas_a2", "26.1.0")), 41) << "without the grouped row, which its page leaves no shape for";
}

TEST(CheckQuantMatmulRows, AGraphTakesNoFloatScaleForPackedResults) {
  EXPECT_EQ(count_rows(on("atlas_a2", "7.1.0", "graph_static")), 40 - 2 - 4 - 2);
  EXPECT_EQ(count_rows(on("atlas_inference", "26.1.0", "graph_dynamic")), 12 - 6);
}

auto set(std::string key, Value value) {
  return [key = std::move(key), value = std::move(value)](Arguments& arguments) { arguments[key] = value; };
}

auto set_all(Arguments changes) {
  return [changes = std::move(changes)](Arguments& arguments) {
    for (const auto& [key, value] : changes) arguments[key] = value;
  };
}

Tensor i8(Shape shape) { return type(DType::int8, std::move(shape)); }
Tensor f32(Shape shape) { return type(DType::float32, std::move(shape)); }
Tensor bias32(Shape shape) { return type(DType::int32, std::move(shape)); }

std::vector<CheckCase> signature_cases() {
  const Target a2 = on("atlas_a2");
  const auto nothing = [](Arguments&) {};
  return {
      {"Plain", a2, nothing, "accepted"},
      {"NoFirstPage", on("atlas_a2", "6.0.rc1"), nothing, ""},
      {"NoInitialPage", on("atlas_a2", "7.1.0-initial"), nothing, ""},
      {"OnA3", on("atlas_a3", "6.0.0"), nothing, "accepted"},
      {"NoProduct", on("atlas_a9"), nothing, ""},
      {"ScaleMissing", a2, set("scale", None{}), "scale"},
      {"Stranger", a2, set("axis", None{}), "axis"},
      {"GroupSizesTooEarly", on("atlas_a2", "6.0.0"), set("group_sizes", None{}), "group_sizes"},
      {"GroupSizesBefore", on("atlas_a2", "7.1.0"), set("group_sizes", std::vector<std::int64_t>{1}), "accepted"},
      {"GroupSizes", a2, set("group_sizes", std::vector<std::int64_t>{0, 0, 32}), "accepted"},
      {"GroupSizesTwo", a2, set("group_sizes", std::vector<std::int64_t>{0, 0}), "group_sizes"},
      {"GroupSizesNegative", a2, set("group_sizes", std::vector<std::int64_t>{0, -1, 0}), "group_sizes"},
      {"GroupSizesInteger", a2, set("group_sizes", std::int64_t{3}), "group_sizes"},
      {"X1Dtype", on("atlas_a2", "7.2.0"), set("x1_dtype", DType::int8), "accepted"},
      {"X1DtypeWord", on("atlas_a2", "7.2.0"), set("x1_dtype", std::string("int8")), "x1_dtype"},
      {"X1DtypeGone", on("atlas_a2", "7.3.0"), set("x1_dtype", DType::int8), "x1_dtype"},
      {"OutputWord", a2, set("output_dtype", std::string("int8")), "output_dtype"},
      {"OutputFloat", a2, set("output_dtype", DType::float32), ""},
      {"OutputInt32", a2, set("output_dtype", DType::int32), "accepted"},
      {"OutputInt32TooEarly", on("atlas_a2", "6.0.0"), set("output_dtype", DType::int32), ""},
      {"OutputInt32OnInference", on("atlas_inference"), set("output_dtype", DType::int32), ""},
      {"X1Missing", a2, set("x1", std::int64_t{1}), "x1"},
      {"X1Nchw", a2, set("x1", type(DType::int8, {4, 32}, Layout::contiguous, Format::nchw)), "x1"},
      {"X1Blocks", a2, set("x1", type(DType::int8, {4, 32}, Layout::contiguous, Format::blocked)), "x1"},
      {"ScaleBfloatOnInference", on("atlas_inference"), set("scale", type(DType::bfloat16, {16})), "scale"},
      {"PertokenOnInference", on("atlas_inference"), set("pertoken_scale", f32({4})), "pertoken_scale"},
      {"GraphFloatScale", on("atlas_a2", "26.1.0", "graph_static"), nothing, "scale"},
      {"GraphInt32", on("atlas_a2", "26.1.0", "graph_static"), set("output_dtype", DType::int32), "accepted"},
      {"GraphPacked", on("atlas_a2", "26.1.0", "graph_dynamic"), set("scale", type(DType::int64, {16})), "accepted"}};
}

std::vector<CheckCase> shape_cases() {
  const Target a2 = on("atlas_a2");
  return {
      {"Rank1", a2, set("x1", i8({32})), "x1"},
      {"Rank7", a2, set("x1", i8({1, 1, 1, 1, 1, 4, 32})), "x1"},
      {"X2Rank6", a2, set("x2", i8({1, 1, 1, 2, 32, 16})), "accepted"},
      {"X2Rank7", a2, set("x2", i8({1, 1, 1, 1, 2, 32, 16})), "x2"},
      {"KApart", a2, set("x2", i8({33, 16})), "x2"},
      {"BatchOnes", a2, set_all({{"x1", i8({2, 1, 4, 32})}, {"x2", i8({3, 32, 16})}}), "accepted"},
      {"BatchApart", a2, set_all({{"x1", i8({2, 4, 32})}, {"x2", i8({3, 32, 16})}}), "x2"},
      {"Empty", a2, set_all({{"x1", i8({0, 32})}}), "x1"},
      {"EmptyK", a2, set_all({{"x1", i8({4, 0})}, {"x2", i8({0, 16})}}), "x1"},
      {"EmptyN", a2, set_all({{"x2", i8({32, 0})}}), "x2"},
      {"LongestK", a2, set_all({{"x1", i8({1, 65535})}, {"x2", i8({65535, 16})}}), "accepted"},
      {"TooLongK", a2, set_all({{"x1", i8({1, 65536})}, {"x2", i8({65536, 16})}}), "x1"},
      {"TooLongN", a2, set_all({{"x2", i8({32, 65536})}, {"scale", f32({1})}}), "x2"},
      {"ScaleOne", a2, set("scale", f32({1})), "accepted"},
      {"ScaleTwo", a2, set("scale", f32({2})), "scale"},
      {"ScaleRow", a2, set("scale", f32({1, 16})), "scale"},
      {"ScaleRowBefore", on("atlas_a2", "7.2.0"), set("scale", f32({1, 16})), "scale"},
      {"OffsetOne", a2, set("offset", f32({1})), "accepted"},
      {"OffsetTwo", a2, set("offset", f32({2})), "offset"},
      {"OffsetRow", a2, set("offset", f32({1, 16})), "offset"},
      {"BiasN", a2, set("bias", bias32({16})), "accepted"},
      {"BiasOne", a2, set("bias", bias32({1})), "bias"},
      {"BiasCubeOfMatrix", a2, set("bias", bias32({1, 1, 16})), "bias"},
      {"BiasCube", a2, set_all({{"x1", i8({2, 4, 32})}, {"bias", bias32({2, 1, 16})}}), "accepted"},
      {"BiasCubeOfOne", a2, set_all({{"x1", i8({2, 4, 32})}, {"bias", bias32({1, 1, 16})}}), "bias"},
      {"BiasCubeMiddle", a2, set_all({{"x1", i8({2, 4, 32})}, {"bias", bias32({2, 4, 16})}}), "bias"},
      {"BiasCubeOfRank4", a2, set_all({{"x1", i8({1, 2, 4, 32})}, {"bias", bias32({2, 1, 16})}}), "bias"},
      {"Pertoken", a2, set_all({{"pertoken_scale", f32({4})}, {"output_dtype", DType::float16}}), "accepted"},
      {"PertokenOne", a2, set_all({{"pertoken_scale", f32({1})}, {"output_dtype", DType::float16}}), "pertoken_scale"},
      {"PertokenRow", a2, set_all({{"pertoken_scale", f32({4, 1})}, {"output_dtype", DType::float16}}),
       "pertoken_scale"},
      {"X1Strided", a2, set("x1", type(DType::int8, {4, 32}, Layout::strided)), "accepted"},
      {"X2Blocks", a2, set("x2", type(DType::int8, {32, 16}, Layout::contiguous, Format::blocked)), "accepted"},
      {"X2BlocksOnInference", on("atlas_inference"),
       set("x2", type(DType::int8, {32, 16}, Layout::contiguous, Format::blocked)), "x2"},
      {"X2TransposedBlocksOnInference", on("atlas_inference"),
       set("x2", type(DType::int8, {32, 16}, Layout::transposed, Format::blocked)), "accepted"}};
}

/// 4-bit values in int32, packed scale, float16 result.
auto packed(Shape x1, Shape x2, Layout x1_layout = Layout::contiguous, Layout x2_layout = Layout::contiguous) {
  return set_all({{"x1", type(DType::int32, std::move(x1), x1_layout)},
                  {"x2", type(DType::int32, std::move(x2), x2_layout)},
                  {"output_dtype", DType::float16}});
}

auto grouped(Shape scale, Value offset, Shape pertoken) {
  return set_all({{"x1", type(DType::int32, {4, 8})},
                  {"x2", type(DType::int32, {64, 2})},
                  {"scale", f32(std::move(scale))},
                  {"offset", std::move(offset)},
                  {"pertoken_scale", f32(std::move(pertoken))},
                  {"output_dtype", DType::bfloat16}});
}

std::vector<CheckCase> packed_cases() {
  const Target a2 = on("atlas_a2");
  const Target groups = on("atlas_a2", "26.0.0");
  const Tensor offset = type(DType::float16, {2, 16});
  return {{"PackedContiguous", a2, packed({4, 2}, {16, 2}), "accepted"},
          {"PackedTransposed", a2, packed({4, 2}, {2, 16}, Layout::contiguous, Layout::transposed), "accepted"},
          {"PackedOnInference", on("atlas_inference"), packed({4, 2}, {16, 2}), "x1"},
          {"PackedKApart", a2, packed({4, 2}, {2, 16}), "x2"},
          {"PackedX1Strided", a2, packed({4, 2}, {16, 2}, Layout::strided), "x1"},
          {"PackedX1Transposed", a2, packed({4, 2}, {16, 2}, Layout::transposed), "x1"},
          {"PackedX2Strided", a2, packed({4, 2}, {16, 2}, Layout::contiguous, Layout::strided), "x2"},
          {"PackedN12", a2, packed({4, 2}, {2, 12}, Layout::contiguous, Layout::transposed), "scale"},
          {"Mixed", a2, set("x2", type(DType::int32, {32, 2})), ""},
          {"Groups", groups, grouped({2, 16}, offset, {4, 1}), "accepted"},
          {"GroupsTooLate", a2, grouped({2, 16}, offset, {4, 1}), "scale"},
          {"GroupsTooEarly", on("atlas_a2", "7.1.0"), grouped({2, 16}, offset, {4, 1}), "offset"},
          {"GroupsOfScaleN", groups, grouped({2, 8}, offset, {4, 1}), "scale"},
          {"GroupsOfOne", groups, grouped({64, 16}, type(DType::float16, {64, 16}), {4, 1}), "accepted"},
          {"GroupsOfAll", groups, grouped({1, 16}, type(DType::float16, {1, 16}), {4, 1}), "accepted"},
          {"GroupsWithAShortLast", groups, grouped({13, 16}, type(DType::float16, {13, 16}), {4, 1}), "accepted"},
          {"GroupsBetweenSizes", groups, grouped({33, 16}, type(DType::float16, {33, 16}), {4, 1}), "scale"},
          {"GroupsOneShortOfK", groups, grouped({63, 16}, type(DType::float16, {63, 16}), {4, 1}), "scale"},
          {"GroupsBeyondK", groups, grouped({65, 16}, type(DType::float16, {65, 16}), {4, 1}), "scale"},
          {"GroupsOffsetShape", groups, grouped({2, 16}, type(DType::float16, {1, 16}), {4, 1}), "offset"},
          {"GroupsOffsetNone", groups, grouped({2, 16}, None{}, {4, 1}), ""},
          {"GroupsPertokenVector", groups, grouped({2, 16}, offset, {4}), "pertoken_scale"},
          {"HalfOffsetOfVector", groups, grouped({16}, type(DType::float16, {16}), {4}), "offset"}};
}

class CheckQuantMatmul : public ::testing::TestWithParam<CheckCase> {};

TEST_P(CheckQuantMatmul, NamesTheGuiltyParameter) {
  Arguments arguments{{"x1", i8({4, 32})}, {"x2", i8({32, 16})}, {"scale", f32({16})}};
  GetParam().change(arguments);
  const Request request = request_of({.op = "npu_quant_matmul", .arguments = arguments});
  const auto refusal = check(GetParam().target, request);
  EXPECT_EQ(refusal ? refusal->parameter : "accepted", GetParam().guilty) << (refusal ? refusal->reason : "");
}

const auto row_name = [](const auto& row) { return row.param.name; };
INSTANTIATE_TEST_SUITE_P(Signature, CheckQuantMatmul, ::testing::ValuesIn(signature_cases()), row_name);
INSTANTIATE_TEST_SUITE_P(Shapes, CheckQuantMatmul, ::testing::ValuesIn(shape_cases()), row_name);
INSTANTIATE_TEST_SUITE_P(Packed, CheckQuantMatmul, ::testing::ValuesIn(packed_cases()), row_name);

}  // namespace
}  // namespace npu_cts::kernels::npu_quant_matmul
