// SPDX-License-Identifier: Apache-2.0
#include "kernels/npu_quant_matmul/check_rows.h"

namespace npu_cts::kernels::npu_quant_matmul {
namespace {

constexpr DTypeSet i8 = just(DType::int8);
constexpr DTypeSet i32 = just(DType::int32);
constexpr DTypeSet i64 = just(DType::int64);
constexpr DTypeSet f16 = just(DType::float16);
constexpr DTypeSet bf16 = just(DType::bfloat16);
constexpr DTypeSet f32 = just(DType::float32);

constexpr Release first = Release::v6_0_0;
constexpr Release last = Release::v26_1_0;

constexpr std::array<Row, 2> inference_rows{{
    {first, last, i8, i64 | f32, none, i32 | none, none, f16},
    {first, last, i8, i64 | f32, f32 | none, i32 | none, none, i8},
}};

constexpr std::array<Row, 8> training_rows{{
    {first, last, i8, i64 | f32, none, i32 | none, none, f16},
    {first, last, i8, i64 | f32, f32 | none, i32 | none, none, i8},
    {first, last, i8, f32 | bf16, none, i32 | bf16 | f32 | none, f32 | none, bf16},
    {first, Release::v7_1_0, i8, f32, none, i32 | f16 | f32 | none, f32, f16},
    {Release::v7_2_0, last, i8, f32, none, i32 | bf16 | f16 | f32 | none, f32, f16},  // the list of bias has f16 too
    {first, last, i32, i64 | f32, none, i32 | none, none, f16},
    {Release::v7_2_0, last, i32, f32, f16, none, f32, bf16 | f16},
    {Release::v7_1_0, last, i8, f32 | bf16, none, i32 | none, none, i32},
}};

}  // namespace

std::span<const Row> rows_of(std::string_view product) {
  if (product == "atlas_inference") return inference_rows;
  return training_rows;
}

}  // namespace npu_cts::kernels::npu_quant_matmul
