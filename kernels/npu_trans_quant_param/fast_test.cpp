// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <array>
#include <bit>
#include <limits>

#include "framework/model/storage.h"
#include "kernels/common/testing.h"
#include "kernels/npu_trans_quant_param/check.h"
#include "kernels/npu_trans_quant_param/fast.h"

namespace npu_cts::kernels::npu_trans_quant_param {
namespace {

using testing::CheckCase;
using testing::on;
using testing::tensor_of;
using testing::values_of;
using testing::zeros;

Request request_with(const Arguments& arguments) {
  return request_of({.op = "npu_trans_quant_param", .arguments = arguments});
}

std::vector<std::uint64_t> words(const Target& target, const Arguments& arguments) {
  Request request = request_with(arguments);
  EXPECT_FALSE(check(target, request));
  return values_of<std::uint64_t>(run(target, request)[0].tensor);
}

Tensor vector_of(const std::vector<float>& values) {
  return tensor_of(DType::float32, {static_cast<std::int64_t>(values.size())}, values);
}

TEST(RunTransQuantParam, GivesTheWordsOfTheFirstPage) {
  const std::vector<float> scale{1.0458984375F, -0.11614990234375F, 0.1741943359375F, -2.19921875F};
  const Arguments arguments{{"scale", vector_of(scale)}, {"offset", vector_of({1.0F, 1.0F, -2.0F, 0.0F})}};
  EXPECT_THAT(words(on("atlas_a2", "7.1.0-initial"), arguments),
              ::testing::ElementsAre(70507248869376U, 70509369614336U, 140463653937152U, 70371966238720U));
}

TEST(RunTransQuantParam, RepeatsASingleScaleOrOffset) {
  const Tensor one = vector_of({1.0F});
  const Tensor three = vector_of({1.0F, 2.0F, 3.0F});
  EXPECT_THAT(words(on("atlas_a2"), {{"scale", one}, {"offset", three}}),
              ::testing::ElementsAre(70507248484352U, 70644687437824U, 70782126391296U));
  EXPECT_EQ(words(on("atlas_a2"), {{"scale", three}, {"offset", one}}).size(), 3U);
}

TEST(LeftOpen, IsTheLengthOfTwoVectorsOfWhichOneHasOneElement) {
  const auto asks = [](std::int64_t scale, std::int64_t offset) {
    const Request request =
        request_with({{"scale", zeros(DType::float32, {scale})}, {"offset", zeros(DType::float32, {offset})}});
    return !left_open(on("atlas_a2", "6.0.rc1"), request).empty();
  };
  EXPECT_TRUE(asks(1, 3));
  EXPECT_TRUE(asks(3, 1));
  EXPECT_FALSE(asks(1, 1));
  EXPECT_FALSE(asks(3, 3));
}

TEST(RunTransQuantParam, SaysUint64InGraphModes) {
  for (const std::string mode : {"eager", "graph_static", "graph_dynamic"}) {
    Request request = request_with({{"scale", vector_of({1.0F})}});
    const auto out = run(on("atlas_a3", "26.1.0", mode), request);
    EXPECT_EQ(out[0].tensor.type.dtype, mode == "eager" ? DType::int64 : DType::uint64);
  }
}

TEST(RunTransQuantParam, ReadsAScaleThroughItsStrides) {
  Tensor scale = vector_of({1.0F, 2.0F, 4.0F});
  const auto want = words(on("atlas_a2", "7.1.0"), {{"scale", scale}});
  scale.type.layout = Layout::strided;
  EXPECT_EQ(words(on("atlas_a2", "7.1.0"), {{"scale", scale}}), want);
}

TEST(RunTransQuantParam, HasTheShapeOfAMatrixScale) {
  Request request = request_with({{"scale", zeros(DType::float32, {4, 3})}});
  EXPECT_EQ(run(on("atlas_a2"), request)[0].tensor.type.shape, (Shape{4, 3}));
}

auto set(std::string key, Value value) {
  return [key = std::move(key), value = std::move(value)](Arguments& arguments) { arguments[key] = value; };
}

auto set_both(Shape scale, Shape offset) {
  return [=](Arguments& arguments) {
    arguments["scale"] = zeros(DType::float32, scale);
    arguments["offset"] = zeros(DType::float32, offset);
  };
}

std::vector<CheckCase> check_cases() {
  const auto nothing = [](Arguments&) {};
  const Tensor strided = zeros(DType::float32, {8}, Layout::strided);
  return {
      {"Plain", on("atlas_inference"), nothing, "accepted"},
      {"FirstReleaseOnA2", on("atlas_a2", "6.0.rc1"), nothing, "accepted"},
      {"FirstReleaseOnA3", on("atlas_a3", "6.0.rc1"), nothing, ""},
      {"NoPage", on("atlas_a2", "6.0.0"), nothing, ""},
      {"NoProduct", on("atlas_b9"), nothing, ""},
      {"NoRelease", on("atlas_a2", "5.0"), nothing, ""},
      {"InGraphMode", on("atlas_a2", "7.2.0", "graph_static"), nothing, "accepted"},
      {"RoundModeTooEarly", on("atlas_a2", "7.1.0-initial"), set("round_mode", std::int64_t{0}), "round_mode"},
      {"RoundMode", on("atlas_a2", "7.1.0"), set("round_mode", std::int64_t{1}), "accepted"},
      {"RoundModeTwo", on("atlas_a2"), set("round_mode", std::int64_t{2}), "round_mode"},
      {"RoundModeNegative", on("atlas_a2"), set("round_mode", std::int64_t{-1}), "round_mode"},
      {"RoundModeWord", on("atlas_a2"), set("round_mode", std::string("1")), "round_mode"},
      {"Stranger", on("atlas_a2"), set("axis", std::int64_t{0}), "axis"},
      {"ScaleMissing", on("atlas_a2"), set("scale", None{}), "scale"},
      {"ScaleInteger", on("atlas_a2"), set("scale", std::int64_t{1}), "scale"},
      {"ScaleHalf", on("atlas_a2"), set("scale", zeros(DType::float16, {8})), "scale"},
      {"OffsetInt", on("atlas_a2"), set("offset", zeros(DType::int32, {8})), "offset"},
      {"ScaleScalar", on("atlas_a2"), set("scale", zeros(DType::float32, {})), "scale"},
      {"ScaleCube", on("atlas_a2"), set("scale", zeros(DType::float32, {1, 1, 8})), "scale"},
      {"OffsetCube", on("atlas_a2"), set("offset", zeros(DType::float32, {1, 1, 8})), "offset"},
      {"ScaleFormat", on("atlas_a2"), set("scale", zeros(DType::float32, {8}, Layout::contiguous, Format::nchw)),
       "scale"},
      {"ScaleEmpty", on("atlas_a2"), set("scale", zeros(DType::float32, {0})), "scale"},
      {"ScaleEmptySinceItIsSaid", on("atlas_a2", "7.2.0"), set("scale", zeros(DType::float32, {0})), "scale"},
      {"ScaleEmptyUnsaid", on("atlas_a2", "7.1.0"), set("scale", zeros(DType::float32, {0})), "accepted"},
      {"ScaleEmptyInTheFirst", on("atlas_a2", "6.0.rc1"), set("scale", zeros(DType::float32, {0})), "scale"},
      {"OffsetEmpty", on("atlas_a2"), set("offset", zeros(DType::float32, {0})), "offset"},
      {"Groups", on("atlas_a2"), set("scale", zeros(DType::float32, {4, 8})), "accepted"},
      {"GroupsTooEarly", on("atlas_a2", "6.0.rc1"), set("scale", zeros(DType::float32, {4, 8})), "scale"},
      {"GroupsWithOffset", on("atlas_a2"), set_both({4, 8}, {8}), "scale"},
      {"OffsetOfOne", on("atlas_a2"), set_both({8}, {1}), "accepted"},
      {"ScaleOfOne", on("atlas_a2"), set_both({1}, {8}), "accepted"},
      {"LengthsApart", on("atlas_a2"), set_both({8}, {9}), "offset"},
      {"RowAndVector", on("atlas_a2"), set_both({1, 8}, {8}), "accepted"},
      {"RowAndVectorBefore", on("atlas_a2", "7.1.0"), set_both({1, 8}, {8}), "offset"},
      {"RowAndRow", on("atlas_a2", "6.0.rc1"), set_both({1, 8}, {1, 8}), "accepted"},
      {"RowAndLongerVector", on("atlas_a2"), set_both({1, 1}, {8}), "offset"},
      {"ScaleStrided", on("atlas_a2", "7.2.0"), set("scale", strided), "scale"},
      {"OffsetStrided", on("atlas_a2", "7.2.0"), set("offset", strided), "offset"},
      {"ScaleStridedUnsaid", on("atlas_a2", "7.1.0"), set("scale", strided), "accepted"},
  };
}

class CheckTransQuantParam : public ::testing::TestWithParam<CheckCase> {};

TEST_P(CheckTransQuantParam, NamesTheGuiltyParameter) {
  Arguments arguments{{"scale", zeros(DType::float32, {8})}};
  GetParam().change(arguments);
  const auto refusal = check(GetParam().target, request_with(arguments));
  EXPECT_EQ(refusal ? refusal->parameter : "accepted", GetParam().guilty) << (refusal ? refusal->reason : "");
}

INSTANTIATE_TEST_SUITE_P(Table, CheckTransQuantParam, ::testing::ValuesIn(check_cases()),
                         [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace npu_cts::kernels::npu_trans_quant_param
