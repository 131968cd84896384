// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "framework/model/storage.h"
#include "kernels/common/testing.h"
#include "kernels/npu_quant_scatter_/check.h"
#include "kernels/npu_quant_scatter_/fast.h"

namespace npu_cts::kernels::npu_quant_scatter_ {
namespace {

using testing::CheckCase;
using testing::on;
using testing::tensor_of;
using testing::values_of;
using testing::zeros;

Request request_with(const Arguments& arguments) {
  return request_of({.op = "npu_quant_scatter_", .arguments = arguments});
}

/// One row of 16 channels, whose first four updates and scales are the given ones.
struct QuantizeCase {
  std::string_view name;
  std::uint16_t update;  ///< float16 bits
  float scale;
  std::int32_t zero_point;
  std::int8_t want;
};

Arguments call_of(const QuantizeCase& row) {
  return {{"input", tensor_of(DType::int8, {1, 3, 16}, std::vector<std::int8_t>(48, 7))},
          {"indices", tensor_of(DType::int32, {1}, std::vector<std::int32_t>{1})},
          {"updates", tensor_of(DType::float16, {1, 1, 16}, std::vector<std::uint16_t>(16, row.update))},
          {"quant_scales", tensor_of(DType::float32, {16}, std::vector<float>(16, row.scale))},
          {"quant_zero_points", tensor_of(DType::int32, {16}, std::vector<std::int32_t>(16, row.zero_point))},
          {"axis", std::int64_t{-2}},
          {"quant_axis", std::int64_t{-1}}};
}

TEST(RunQuantScatter, DividesAddsRoundsHalfToEvenAndSaturates) {
  const std::array<QuantizeCase, 9> rows{{{"HalfGoesToEven", 0x4100, 1.0F, 0, 2},    // 2.5
                                          {"TheOddHalfGoesUp", 0x3E00, 1.0F, 0, 2},  // 1.5
                                          {"ZeroPointComesBeforeRounding", 0x4100, 1.0F, 1, 4},
                                          {"Divides", 0x4500, 2.0F, 0, 2},          // 5 / 2
                                          {"StopsAtTheTop", 0x5FD0, 1.0F, 0, 127},  // 500
                                          {"StopsAtTheBottom", 0xDFD0, 1.0F, 0, -128},
                                          {"InfinityStops", 0x7C00, 1.0F, 0, 127},
                                          {"NanIsZero", 0x7E00, 1.0F, 5, 0},
                                          {"SubnormalCounts", 0x0001, 0x1p-24F, 0, 1}}};
  for (const QuantizeCase& row : rows) {
    Request request = request_with(call_of(row));
    ASSERT_FALSE(check(on("atlas_a2"), request));
    const auto out = values_of<std::int8_t>(run(on("atlas_a2"), request)[0].tensor);
    for (std::size_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i / 16 == 1 ? row.want : 7) << row.name << " " << i;
  }
}

/// Indices into four entries of nine places, of which each update takes three, and what the pages leave open of them.
struct PlacesRow {
  std::string_view name;
  Shape shape;
  std::vector<std::int32_t> values;
  std::vector<std::string_view> open;
};

TEST(LeftOpen, IsWhatIndicesNameOutsideOfTheInputOrTwice) {
  const std::vector<PlacesRow> rows{{"FirstAndLast", {2}, {0, 6}, {}},
                                    {"BeyondTheAxis", {2}, {0, 7}, {"unchecked"}},
                                    {"BeforeTheAxis", {2}, {-1, 0}, {"unchecked"}},
                                    {"MoreThanEntries", {5}, {0, 0, 0, 0, 0}, {"unchecked"}},
                                    {"PairsSideBySide", {2, 2}, {0, 0, 0, 3}, {}},
                                    {"PairsOfTwoEntries", {2, 2}, {0, 0, 3, 0}, {}},
                                    {"PairsThatMeet", {2, 2}, {1, 0, 1, 2}, {"nondeterministic"}},
                                    {"PairsThatMeetBackwards", {2, 2}, {0, 2, 0, 0}, {"nondeterministic"}},
                                    {"PairsThatMeetFarBehind", {2, 2}, {0, 4, 0, 6}, {"nondeterministic"}},
                                    {"TheFirstMeetsTheThird", {3, 2}, {2, 0, 0, 0, 2, 1}, {"nondeterministic"}},
                                    {"PairBeyondTheEntries", {1, 2}, {4, 0}, {"unchecked"}},
                                    {"PairBeforeTheEntries", {1, 2}, {-1, 0}, {"unchecked"}},
                                    {"PairBeyondTheAxis", {1, 2}, {0, 7}, {"unchecked"}},
                                    {"PairBeforeTheAxis", {1, 2}, {0, -1}, {"unchecked"}}};
  for (const PlacesRow& row : rows) {
    Arguments arguments = call_of({"", 0x4500, 1.0F, 0, 5});
    arguments["input"] = zeros(DType::int8, {4, 9, 16});
    arguments["updates"] = zeros(DType::float16, {row.shape.front(), 3, 16});
    arguments["indices"] = tensor_of(DType::int32, row.shape, row.values);
    EXPECT_EQ(left_open(on("atlas_a2"), request_with(arguments)), row.open) << row.name;
  }
}

TEST(LeftOpen, IsNothingOfIndicesWhereTheAxisOrTheirDtypeIsNone) {
  using Words = std::vector<std::string_view>;
  Arguments arguments = call_of({"", 0x4500, 1.0F, 0, 5});
  arguments["indices"] = tensor_of(DType::int32, {1}, std::vector<std::int32_t>{9});
  const auto open_of = [&arguments](std::int64_t axis) {
    arguments["axis"] = axis;
    return left_open(on("atlas_a2"), request_with(arguments));
  };
  for (const std::int64_t axis : {0, 1, 2, -1, -2, -3}) EXPECT_EQ(open_of(axis), Words{"unchecked"}) << axis;
  for (const std::int64_t axis : {3, -4, 99, -99}) EXPECT_EQ(open_of(axis), Words{}) << axis;
  arguments["indices"] = tensor_of(DType::int64, {1}, std::vector<std::int64_t>{9});
  EXPECT_EQ(open_of(1), Words{});
}

TEST(RunQuantScatter, WritesInputInPlaceThroughItsStrides) {
  for (const Layout layout : every<Layout>) {
    Arguments arguments = call_of({"", 0x4500, 1.0F, 0, 5});
    std::get<Tensor>(arguments["input"]).type.layout = layout;
    Request request = request_with(arguments);
    const auto out = run(on("atlas_a2"), request);
    EXPECT_EQ(load(std::get<StoredTensor>(request.arguments["input"])).values, out[0].tensor.values);
    EXPECT_EQ(values_of<std::int8_t>(out[0].tensor)[16], 5);
    EXPECT_EQ(values_of<std::int8_t>(out[0].tensor)[15], 7);
  }
}

TEST(RunQuantScatter, DropsWhatLiesOutsideOfInput) {
  for (const std::int32_t index : {-1, 3, INT32_MAX, INT32_MIN}) {
    Arguments arguments = call_of({"", 0x4500, 1.0F, 0, 5});
    arguments["input"] = zeros(DType::int8, {2, 3, 16});  // a row beyond the first batch is one of the second
    arguments["indices"] = tensor_of(DType::int32, {1}, std::vector<std::int32_t>{index});
    Request request = request_with(arguments);
    const Request before = request;
    run(on("atlas_a2"), request);
    EXPECT_EQ(request, before) << index;
  }
}

TEST(RunQuantScatter, PairsNameTheBatch) {
  Arguments arguments = call_of({"", 0x4500, 1.0F, 0, 5});
  arguments["input"] = zeros(DType::int8, {3, 2, 16});
  arguments["indices"] = tensor_of(DType::int32, {1, 2}, std::vector<std::int32_t>{2, 1});
  Request request = request_with(arguments);
  const auto out = values_of<std::int8_t>(run(on("atlas_a2"), request)[0].tensor);
  for (std::size_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i / 16 == 5 ? 5 : 0) << i;
}

auto set(std::string key, Value value) {
  return [key = std::move(key), value = std::move(value)](Arguments& arguments) { arguments[key] = value; };
}

auto drop_axes() {
  return [](Arguments& arguments) {
    arguments.erase("axis");
    arguments.erase("quant_axis");
  };
}

std::vector<CheckCase> support_cases() {
  const auto nothing = [](Arguments&) {};
  const auto all_bfloat16 = [](Arguments& arguments) {
    arguments["updates"] = zeros(DType::bfloat16, {2, 2, 4, 32});
    arguments["quant_scales"] = zeros(DType::bfloat16, {1, 32});
    arguments["quant_zero_points"] = zeros(DType::bfloat16, {32});
  };
  return {
      {"Plain", on("atlas_a2"), nothing, "accepted"},
      {"OnInference", on("atlas_inference"), nothing, "accepted"},
      {"OnInferenceInTheFirstRelease", on("atlas_inference", "7.1.0"), nothing, "accepted"},
      {"OnA3", on("atlas_a3"), nothing, ""},
      {"InferenceTooEarly", on("atlas_inference", "6.0.rc1"), all_bfloat16, ""},
      {"NoPage", on("atlas_a2", "6.0.0"), nothing, ""},
      {"NoInitialPage", on("atlas_a2", "7.1.0-initial"), nothing, ""},
      {"HalfTooEarly", on("atlas_a2", "6.0.rc1"), nothing, "updates"},
      {"FirstRelease", on("atlas_a2", "6.0.rc1"), all_bfloat16, "accepted"},
      {"BfloatOnInference", on("atlas_inference"), all_bfloat16, "updates"},
      {"ScalesOnInference", on("atlas_inference"), set("quant_scales", zeros(DType::bfloat16, {32})), "quant_scales"},
      {"ZerosOnInference", on("atlas_inference"), set("quant_zero_points", zeros(DType::bfloat16, {32})),
       "quant_zero_points"},
      {"InGraphMode", on("atlas_a2", "7.1.0", "graph_dynamic"), nothing, "accepted"},
      {"DefaultAxes", on("atlas_a2"), drop_axes(), "accepted"},
      {"DefaultAxesBefore", on("atlas_a2", "26.0.0"), drop_axes(), "axis"},
      {"DefaultQuantAxisBefore", on("atlas_a2", "26.0.0"), set("quant_axis", None{}), "quant_axis"},
      {"DefaultQuantAxisOfThreeBefore", on("atlas_a2", "26.0.0"),
       [](Arguments& arguments) {
         arguments["input"] = zeros(DType::int8, {2, 8, 32});
         arguments["updates"] = zeros(DType::float16, {2, 4, 32});
         arguments.erase("quant_axis");
       },
       "quant_axis"}};
}

std::vector<CheckCase> rule_cases() {
  const Target a2 = on("atlas_a2");
  const auto half = [](Shape shape) { return zeros(DType::float16, std::move(shape)); };
  const auto index = [](Shape shape) { return zeros(DType::int32, std::move(shape)); };
  return {
      {"Stranger", a2, set("out", std::int64_t{0}), "out"},
      {"InputMissing", a2, set("input", None{}), "input"},
      {"InputFloat", a2, set("input", zeros(DType::float16, {2, 2, 8, 32})), "input"},
      {"InputNchw", a2, set("input", zeros(DType::int8, {2, 2, 8, 32}, Layout::contiguous, Format::nchw)), "input"},
      {"IndicesLong", a2, set("indices", zeros(DType::int64, {2})), "indices"},
      {"InputRank2", a2, set("input", zeros(DType::int8, {8, 32})), "input"},
      {"InputRank9", a2, set("input", zeros(DType::int8, {1, 1, 1, 1, 1, 1, 1, 8, 32})), "input"},
      {"IndicesPairs", a2, set("indices", index({2, 2})), "accepted"},
      {"IndicesTriples", a2, set("indices", index({2, 3})), "indices"},
      {"IndicesCube", a2, set("indices", index({2, 2, 1})), "indices"},
      {"UpdatesRank", a2, set("updates", half({2, 4, 32})), "updates"},
      {"UpdatesBatch", a2, set("indices", index({1})), "updates"},
      {"UpdatesFewer", a2,
       [=](Arguments& a) {
         a["indices"] = index({1});
         a["updates"] = half({1, 2, 4, 32});
       },
       "accepted"},
      {"UpdatesMore", a2,
       [=](Arguments& a) {
         a["indices"] = index({3});
         a["updates"] = half({3, 2, 4, 32});
       },
       "updates"},
      {"UpdatesFull", a2, set("updates", half({2, 2, 8, 32})), "accepted"},
      {"UpdatesLongOnAxis", a2, set("updates", half({2, 2, 9, 32})), "updates"},
      {"UpdatesOther", a2, set("updates", half({2, 1, 4, 32})), "updates"},
      {"UpdatesLast", a2, set("updates", half({2, 2, 4, 16})), "updates"},
      {"ScalesFew", a2, set("quant_scales", zeros(DType::float32, {31})), "quant_scales"},
      {"ScalesAnyShape", a2, set("quant_scales", zeros(DType::float32, {4, 8})), "accepted"},
      {"ZerosFew", a2, set("quant_zero_points", zeros(DType::int32, {1})), "quant_zero_points"},
      {"AxisFirst", a2, set("axis", std::int64_t{0}), "axis"},
      {"AxisLast", a2, set("axis", std::int64_t{3}), "axis"},
      {"AxisBeforeFirst", a2, set("axis", std::int64_t{-5}), "axis"},
      {"AxisFar", a2, set("axis", std::int64_t{4}), "axis"},
      {"AxisWord", a2, set("axis", std::string("2")), "axis"},
      {"AxisOther", a2, set("axis", std::int64_t{1}), "updates"},
      {"QuantAxisThree", a2, set("quant_axis", std::int64_t{3}), "accepted"},
      {"QuantAxisTwo", a2, set("quant_axis", std::int64_t{2}), "quant_axis"},
      {"ReduceAdd", a2, set("reduce", std::string("add")), "reduce"},
      {"ReduceUpdate", a2, set("reduce", std::string("update")), "accepted"},
      {"ReduceNumber", a2, set("reduce", std::int64_t{0}), "reduce"},
      {"StridedUpdates", a2, set("updates", zeros(DType::float16, {2, 2, 4, 32}, Layout::strided)), "accepted"},
  };
}

class CheckQuantScatter : public ::testing::TestWithParam<CheckCase> {};

TEST_P(CheckQuantScatter, NamesTheGuiltyParameter) {
  Arguments arguments{{"input", zeros(DType::int8, {2, 2, 8, 32})},
                      {"indices", zeros(DType::int32, {2})},
                      {"updates", zeros(DType::float16, {2, 2, 4, 32})},
                      {"quant_scales", zeros(DType::float32, {32})},
                      {"axis", std::int64_t{-2}},
                      {"quant_axis", std::int64_t{-1}}};
  GetParam().change(arguments);
  const auto refusal = check(GetParam().target, request_with(arguments));
  EXPECT_EQ(refusal ? refusal->parameter : "accepted", GetParam().guilty) << (refusal ? refusal->reason : "");
}

TEST(CheckQuantScatterAlignment, CountsTheBytesOfTheLastAxis) {
  for (const std::int64_t channels : {8, 15, 16, 17, 48}) {
    const Arguments arguments{{"input", zeros(DType::int8, {1, 4, channels})},
                              {"indices", zeros(DType::int32, {1})},
                              {"updates", zeros(DType::float16, {1, 2, channels})},
                              {"quant_scales", zeros(DType::float32, {channels})}};
    EXPECT_EQ(check(on("atlas_a2"), request_with(arguments)).has_value(), channels % 16 != 0);
  }
}

const auto row_name = [](const auto& row) { return row.param.name; };
INSTANTIATE_TEST_SUITE_P(Support, CheckQuantScatter, ::testing::ValuesIn(support_cases()), row_name);
INSTANTIATE_TEST_SUITE_P(Rules, CheckQuantScatter, ::testing::ValuesIn(rule_cases()), row_name);

}  // namespace
}  // namespace npu_cts::kernels::npu_quant_scatter_
