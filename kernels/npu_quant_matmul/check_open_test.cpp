// SPDX-License-Identifier: Apache-2.0
// What the pages leave open of a call, each on both sides of where it begins.
#include <gmock/gmock.h>

#include <string>
#include <string_view>
#include <vector>

#include "framework/model/storage.h"
#include "kernels/common/testing.h"
#include "kernels/npu_quant_matmul/check.h"

namespace npu_cts::kernels::npu_quant_matmul {
namespace {

using testing::on;
using testing::tensor_of;
using testing::zeros;

using Sizes = std::vector<std::int64_t>;

/// A change of a legal call, and what the pages leave open of it.
struct OpenRow {
  std::string_view name;
  Target target;
  Arguments changes;
  std::vector<std::string_view> open;
};

Arguments legal() {
  return {{"x1", zeros(DType::int8, {2, 64})},
          {"x2", zeros(DType::int8, {64, 16})},
          {"scale", zeros(DType::float32, {16})}};
}

void expect_open(const std::vector<OpenRow>& rows) {
  for (const OpenRow& row : rows) {
    Arguments arguments = legal();
    for (const auto& [key, value] : row.changes) arguments[key] = value;
    const Request request = request_of({.op = "npu_quant_matmul", .arguments = arguments});
    EXPECT_EQ(left_open(row.target, request), row.open) << row.name;
  }
}

Tensor packed(Shape shape, Layout layout = Layout::contiguous) { return zeros(DType::int32, std::move(shape), layout); }

TEST(LeftOpen, IsOfPackedValuesTheirColumnsAndTheirBatches) {
  const Target a2 = on("atlas_a2");
  const Target inference = on("atlas_inference", "7.1.0");
  expect_open({{"Legal", a2, {}, {}},
               {"WholeWords", a2, {{"x2", packed({64, 16}, Layout::transposed)}}, {}},
               {"PartOfAWord", a2, {{"x2", packed({64, 15}, Layout::transposed)}}, {"int4-columns"}},
               {"NotTransposed", a2, {{"x2", packed({64, 15})}}, {}},
               {"NotPacked", a2, {{"x2", zeros(DType::int8, {64, 15}, Layout::transposed)}}, {}},
               {"OnInference", inference, {{"x2", packed({64, 15}, Layout::transposed)}}, {}},
               {"NoBatches", a2, {{"x1", packed({2, 8})}, {"x2", packed({64, 16})}}, {}},
               {"BatchesOfX1", a2, {{"x1", packed({3, 2, 8})}, {"x2", packed({64, 16})}}, {"int4-batches"}},
               {"BatchesOfX2", a2, {{"x1", packed({2, 8})}, {"x2", packed({3, 64, 16})}}, {"int4-batches"}},
               {"OnlyX2IsPacked", a2, {{"x1", zeros(DType::int8, {3, 2, 64})}, {"x2", packed({64, 16})}}, {}},
               {"OnlyX1IsPacked", a2, {{"x1", packed({3, 2, 8})}}, {}}});
}

TEST(LeftOpen, IsOfBlocksWhatNoPageSays) {
  const auto x2 = [](Shape shape, Layout layout = Layout::contiguous) {
    return Arguments{{"x2", zeros(DType::int8, std::move(shape), layout, Format::blocked)}};
  };
  const Target a2 = on("atlas_a2");
  const Target first = on("atlas_inference", "6.0.0");
  expect_open({{"TwoRows", a2, x2({2, 16}), {}},
               {"OneRow", a2, x2({1, 16}), {"nz-unit"}},
               {"TwoColumns", a2, x2({64, 2}), {}},
               {"OneColumn", a2, x2({64, 1}), {"nz-unit"}},
               {"Strided", a2, x2({64, 16}, Layout::strided), {"undefined"}},
               {"OneRowOnInference", on("atlas_inference", "7.1.0"), x2({1, 16}), {}},
               {"FirstPage", first, x2({64, 16}), {"nz-products"}},
               {"FirstPageTransposed", first, x2({64, 16}, Layout::transposed), {}}});
}

TEST(LeftOpen, IsOfA16BitBiasWithPerTokenScales) {
  const auto with = [](DType bias, DType output = DType::float16) {
    return Arguments{
        {"bias", zeros(bias, {16})}, {"pertoken_scale", zeros(DType::float32, {2})}, {"output_dtype", output}};
  };
  Arguments without_scales = with(DType::float16);
  without_scales["pertoken_scale"] = None{};
  const std::vector<std::string_view> open{"per-token-bias"};
  expect_open({{"Float16", on("atlas_a2", "7.2.0"), with(DType::float16), open},
               {"Bfloat16", on("atlas_a2"), with(DType::bfloat16), open},
               {"Before", on("atlas_a2", "7.1.0"), with(DType::float16), {}},
               {"OnInference", on("atlas_inference", "7.2.0"), with(DType::float16), {}},
               {"Int32", on("atlas_a2"), with(DType::int32), {}},
               {"Float32", on("atlas_a2"), with(DType::float32), {}},
               {"OtherResult", on("atlas_a2"), with(DType::float16, DType::bfloat16), {}},
               {"NoScales", on("atlas_a2"), without_scales, {}}});
}

TEST(LeftOpen, IsOfWordsWhatNpuTransQuantParamNeverMakes) {
  const auto scale = [](std::uint64_t word) {
    return Arguments{{"scale", tensor_of(DType::int64, {1}, std::vector<std::uint64_t>{word})}};
  };
  constexpr std::uint64_t made = 1ULL << 46U;
  const Target a2 = on("atlas_a2");
  expect_open({{"Made", a2, scale(made), {}},
               {"WithAScaleAndAnOffset", a2, scale(made | 0xFFFFE000U | 0x1FFULL << 37U), {}},
               {"WithoutBit46", a2, scale(0), {"undefined"}},
               {"BelowFp19", a2, scale(made | 0x1000U), {"undefined"}},
               {"BesideTheOffset", a2, scale(made | 1ULL << 36U), {"undefined"}},
               {"AboveBit46", a2, scale(made | 1ULL << 47U), {"undefined"}}});
}

TEST(LeftOpen, IsOfGroupSizesAndDtypesWhatAReleaseDescribes) {
  const auto groups = [](Sizes sizes) { return Arguments{{"group_sizes", std::move(sizes)}}; };
  const Arguments dtype{{"x1_dtype", DType::int8}};
  expect_open(
      {{"NotYet", on("atlas_a2", "6.0.0"), groups({0, 0, 32}), {}},
       {"NotDescribed", on("atlas_a2", "7.1.0"), groups({0, 0, 0}), {"group-sizes"}},
       {"NotDescribedStill", on("atlas_a2", "26.0.0"), groups({0, 0, 32}), {"group-sizes"}},
       {"WithoutEffect", on("atlas_a2"), groups({0, 0, 0}), {}},
       {"WithEffect", on("atlas_a2"), groups({0, 0, 1}), {"group-effect"}},
       {"DtypeBefore", on("atlas_a2", "6.0.0"), dtype, {}},
       {"DtypeFirst", on("atlas_a2", "7.1.0"), dtype, {"dtype-arguments"}},
       {"DtypeLast", on("atlas_a2", "7.2.0"), dtype, {"dtype-arguments"}},
       {"DtypeBehind", on("atlas_a2", "7.3.0"), dtype, {}},
       {"Vectors", on("atlas_a2"), {{"scale", zeros(DType::float32, {16}, Layout::strided)}}, {"vector-layouts"}}});
}

TEST(LeftOpen, IsNothingWhereAMatrixIsNone) {
  const Target a2 = on("atlas_a2");
  const Arguments words{{"scale", zeros(DType::int64, {1})}};
  const auto without = [&words](const char* key, Value value) {
    Arguments changes = words;
    changes[key] = std::move(value);
    return changes;
  };
  expect_open({{"Words", a2, words, {"undefined"}},
               {"X1IsNone", a2, without("x1", None{}), {}},
               {"X2IsNone", a2, without("x2", None{}), {}},
               {"X1IsAVector", a2, without("x1", zeros(DType::int8, {64})), {}},
               {"X2IsAVector", a2, without("x2", zeros(DType::int8, {64})), {}}});
}

TEST(CheckQuantMatmul, SaysWhichLengthsAVectorMayHave) {
  Arguments arguments = legal();
  arguments["scale"] = zeros(DType::float32, {3});
  const auto refusal = check(on("atlas_a2"), request_of({.op = "npu_quant_matmul", .arguments = arguments}));
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->reason, "has 3 elements, neither 1 nor n, 16");
}

}  // namespace
}  // namespace npu_cts::kernels::npu_quant_matmul
