// SPDX-License-Identifier: Apache-2.0
// gemmlowp behind the plugin ABI: uint8 products with zero points, and its own fixed-point requantization.
// int8 operands and results are uint8 ones with a zero point of 128 to it, as its documentation has it.

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include <gemmlowp/public/gemmlowp.h>

#include "tools/backends/plain_products.h"

namespace npu_cts::backends {
namespace {

constexpr std::int32_t zero_point = 128;
using Bytes = std::vector<std::uint8_t>;
using BytesMap = gemmlowp::MatrixMap<const std::uint8_t, gemmlowp::MapOrder::RowMajor>;
using Row = gemmlowp::VectorMap<const std::int32_t, gemmlowp::VectorShape::Row>;

Bytes to_unsigned(const std::int8_t* values, std::int64_t count) {
  Bytes bytes(static_cast<std::size_t>(count));
  std::transform(values, values + count, bytes.begin(),
                 [](std::int8_t value) { return static_cast<std::uint8_t>(value ^ 0x80); });
  return bytes;
}

/// Returns the stage that multiplies by `scale` as multiplier * 2^(exponent - 31), rounds and adds `offset`.
gemmlowp::OutputStageScaleInt32ByFixedPointAndExponent scaling_by(float scale, std::int32_t offset) {
  int exponent = 0;
  const float fraction = std::frexp(scale, &exponent);
  const bool vanishes = exponent < -31;  // no shift is larger
  return {.result_fixedpoint_multiplier = vanishes ? 0 : static_cast<std::int32_t>(std::ldexp(fraction, 31)),
          .result_exponent = vanishes ? 0 : exponent,
          .result_offset_after_shift = offset};
}

/// The operands of one product, as gemmlowp has them.
struct Operands {
  BytesMap left, right;
};

Operands operands_of(const Bytes& left, const Bytes& right, const PlainProducts& sizes) {
  const auto m = static_cast<int>(sizes.m);
  const auto k = static_cast<int>(sizes.k);
  return {BytesMap(left.data(), m, k), BytesMap(right.data(), k, static_cast<int>(right.size()) / k)};
}

template <class Result, class Pipeline>
void multiply(const Operands& operands, Result* result, const Pipeline& pipeline) {
  const auto rows = operands.left.rows();
  const auto columns = operands.right.cols();
  gemmlowp::MatrixMap<Result, gemmlowp::MapOrder::RowMajor> out(result, rows, columns);
  gemmlowp::GemmContext context;
  context.set_max_num_threads(1);
  gemmlowp::GemmWithOutputPipeline<std::uint8_t, Result, gemmlowp::DefaultL8R8BitDepthParams>(
      &context, operands.left, operands.right, &out, -zero_point, -zero_point, pipeline);
}

/// Multiplies with `stages` after the sums, and before them the bias where there is one.
template <class Result, class... Stages>
void multiply_and_add(const Operands& operands, const std::int32_t* bias, Result* result, Stages... stages) {
  if (bias == nullptr) return multiply(operands, result, std::make_tuple(stages...));
  gemmlowp::OutputStageBiasAddition<Row> addition;
  addition.bias_vector = Row(bias, operands.right.cols());
  multiply(operands, result, std::make_tuple(addition, stages...));
}

/// Returns which columns have the same scale and offset: its kernels of x86 know one of each.
std::map<Requantization, std::vector<std::int64_t>> alike(const std::vector<Requantization>& columns) {
  std::map<Requantization, std::vector<std::int64_t>> groups;
  for (std::size_t i = 0; i < columns.size(); ++i) groups[columns[i]].push_back(static_cast<std::int64_t>(i));
  return groups;
}

void requantize(const PlainProducts& sizes, const PlainProduct& one, const std::vector<Requantization>& requantization,
                std::int8_t* result) {
  const Bytes left = to_unsigned(one.left, sizes.m * sizes.k);
  for (const auto& [how, at] : alike(requantization)) {
    const Columns columns = columns_of(sizes, one, at);
    const Bytes right = to_unsigned(columns.right.data(), sizes.k * columns.count());
    Bytes bytes(static_cast<std::size_t>(sizes.m * columns.count()));
    multiply_and_add(operands_of(left, right, sizes), one.bias == nullptr ? nullptr : columns.bias.data(), bytes.data(),
                     scaling_by(how.scale, how.offset + zero_point), gemmlowp::OutputStageSaturatingCastToUint8());
    std::vector<std::int8_t> values(bytes.size());
    std::ranges::transform(bytes, values.begin(),
                           [](std::uint8_t byte) { return static_cast<std::int8_t>(byte ^ 0x80); });
    put_columns(sizes, columns, values, result);
  }
}

void run_matmul(const npu_cts_call& call, const Matmul& matmul, void* result) {
  const PlainProducts all = plain_products(matmul);
  for (const PlainProduct& one : all.products) {
    if (matmul.output_dtype == NPU_CTS_INT32) {
      const Bytes left = to_unsigned(one.left, all.m * all.k);
      const Bytes right = to_unsigned(one.right, all.k * all.n);
      multiply_and_add(operands_of(left, right, all), one.bias, static_cast<std::int32_t*>(result) + one.result_at);
    } else {
      const auto requantization = std::get<std::vector<Requantization>>(requantization_of(call, matmul));
      requantize(all, one, requantization, static_cast<std::int8_t*>(result) + one.result_at);
    }
  }
}

/// A scale of 1 or more would be a shift to the left, which gemmlowp does not saturate.
npu_cts_status prepare(const npu_cts_call* call, npu_cts_plan* plan) {
  return prepare_plain(*call, {.has_sums = true, .scales_below = 1.0F}, plan);
}

npu_cts_status run(const npu_cts_call* call, npu_cts_plan* plan) {
  run_matmul(*call, read_matmul(*call), plan->outputs[0].data);
  return NPU_CTS_OK;
}

constexpr npu_cts_plugin table{.abi = NPU_CTS_ABI,
                               .struct_size = sizeof(npu_cts_plugin),
                               .name = "gemmlowp",
                               .version = "1",
                               .prepare = prepare,
                               .run = run,
                               .close = nullptr};

}  // namespace
}  // namespace npu_cts::backends

const npu_cts_plugin* npu_cts_plugin_query(std::uint32_t) { return &npu_cts::backends::table; }
