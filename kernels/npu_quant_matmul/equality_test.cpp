// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernels/common/sweep_testing.h"

namespace npu_cts::kernels::npu_quant_matmul {
namespace {

using namespace testing;  // the makers of random calls

/// Axes before the last two that broadcast with each other.
std::pair<Shape, Shape> random_batches(Random& random) {
  Shape full(static_cast<std::size_t>(between(random, 0, 2)));
  for (auto& size : full) size = between(random, 1, 3);
  std::pair<Shape, Shape> batches{full, full};
  for (std::size_t axis = 0; axis < full.size(); ++axis) {
    Shape& one = random() % 2 == 0 ? batches.first : batches.second;
    if (random() % 3 == 0) one[axis] = 1;
  }
  Shape& shorter = random() % 2 == 0 ? batches.first : batches.second;
  if (!shorter.empty() && random() % 3 == 0) shorter.erase(shorter.begin());
  return batches;
}

Shape with_matrix(Shape batch, std::int64_t rows, std::int64_t columns) {
  batch.insert(batch.end(), {rows, columns});
  return batch;
}

/// A line of the table of dtypes to try: what a call of it holds besides x1 and x2.
struct MatmulLine {
  DType scale;
  std::vector<DType> biases;  ///< or none
  DType output;
  enum class Extra { nothing, offset, pertoken, maybe_pertoken } extra;
};

const std::vector<MatmulLine>& matmul_lines() {
  using enum DType;
  using enum MatmulLine::Extra;
  static const std::vector<MatmulLine> lines{{int64, {int32}, float16, nothing},
                                             {float32, {int32}, float16, nothing},
                                             {int64, {int32}, int8, offset},
                                             {float32, {int32}, int8, offset},
                                             {float32, {int32, bfloat16, float32}, bfloat16, maybe_pertoken},
                                             {bfloat16, {int32, bfloat16, float32}, bfloat16, maybe_pertoken},
                                             {float32, {int32, bfloat16, float32}, float16, pertoken},
                                             {bfloat16, {int32}, int32, nothing}};
  return lines;
}

void add_the_rest(Random& random, Call& call, const MatmulLine& line, std::int64_t m, std::int64_t n) {
  auto& arguments = call.arguments;
  arguments["scale"] = random_scale(random, line.scale, n);
  arguments["output_dtype"] = line.output;
  const bool maybe = random() % 2 == 0;
  if (line.extra == MatmulLine::Extra::offset && maybe) {
    arguments["offset"] = random_floats(random, DType::float32, {random() % 2 == 0 ? 1 : n}, 300.0F);
  }
  if (line.extra == MatmulLine::Extra::pertoken || (line.extra == MatmulLine::Extra::maybe_pertoken && maybe)) {
    arguments["pertoken_scale"] = random_floats(random, DType::float32, {m}, 3.0F);
  }
}

Call matmul_call(Random& random) {
  const MatmulLine line = one_of(random, matmul_lines());
  Call call{.op = "npu_quant_matmul", .target = on("atlas_a2")};
  const std::int64_t m = between(random, 1, 9);
  const std::int64_t k = between(random, 1, 70);
  const std::int64_t n = between(random, 1, 40);
  const auto [left, right] = random_batches(random);
  const std::int64_t high = one_of<std::int64_t>(random, {1, 12, 127});
  auto& arguments = call.arguments;
  arguments["x1"] = with_layout(
      random_integers<std::int8_t>(random, DType::int8, with_matrix(left, m, k), -high - 1, high), any_layout(random));
  Tensor x2 = with_layout(random_integers<std::int8_t>(random, DType::int8, with_matrix(right, k, n), -high - 1, high),
                          any_layout(random));
  if (x2.type.layout != Layout::strided && random() % 3 == 0) {
    x2.type.format = Format::blocked;
    x2.type.storage_offset = 0;
  }
  arguments["x2"] = x2;
  add_the_rest(random, call, line, m, n);
  if (random() % 3 == 0) return call;
  const bool cube = std::max(left.size(), right.size()) == 1 && random() % 2 == 0;
  const std::int64_t batch = cube ? std::max(left.empty() ? 1 : left[0], right.empty() ? 1 : right[0]) : 0;
  arguments["bias"] = random_bias(random, one_of(random, line.biases), cube ? Shape{batch, 1, n} : Shape{n});
  return call;
}

/// 4-bit values; `groups` > 0: a scale of so many groups along k.
Call packed_matmul_call(Random& random, std::int64_t groups) {
  Call call{.op = "npu_quant_matmul", .target = on("atlas_a3", groups > 0 ? "26.0.0" : "26.1.0")};
  const std::int64_t m = between(random, 1, 6);
  const std::int64_t words = between(random, 1, 6);  // of k, and of n
  const bool transposed = random() % 2 == 0;
  auto& arguments = call.arguments;
  const auto packed = [&](Shape shape) {
    return random_integers<std::uint32_t>(random, DType::int32, std::move(shape), 0, 0xFFFFFFFF);
  };
  arguments["x1"] = packed({m, words});
  arguments["x2"] = with_layout(packed(transposed ? Shape{words, 16} : Shape{8 * words, 2}),
                                transposed ? Layout::transposed : Layout::contiguous);
  arguments["output_dtype"] = DType::float16;
  if (groups == 0) {
    arguments["scale"] = random_scale(random, one_of<DType>(random, {DType::int64, DType::float32}), 16);
    return call;
  }
  arguments["scale"] = random_floats(random, DType::float32, {groups, 16}, 0.5F);
  arguments["offset"] = random_floats(random, DType::float16, {groups, 16}, 8.0F);
  arguments["pertoken_scale"] = random_floats(random, DType::float32, {m, 1}, 2.0F);
  return call;
}

Call four_bit_call(Random& random) { return packed_matmul_call(random, 0); }

Call any_grouped_call(Random& random) { return packed_matmul_call(random, between(random, 1, 4)); }

Call grouped_matmul_call(Random& random) { return packed_matmul_call(random, 4); }

/// A bias that cancels the rounded product: what is left is the rounding itself, if the sum is fused.
Call cancelling_matmul_call(Random& random) {
  const std::vector<std::int8_t> x{static_cast<std::int8_t>(between(random, 1, 127)), 101};
  const std::vector<float> scale{static_cast<float>(between(random, 1, 1 << 24)), 1.0F};
  const std::vector<float> pertoken{static_cast<float>(between(random, 1, 1 << 24)) * 0x1p-40F};
  const std::vector<float> bias{-(static_cast<float>(x[0] * x[0]) * scale[0] * pertoken[0]), 0.0F};
  return {.op = "npu_quant_matmul",
          .target = on("atlas_a2"),
          .arguments = {{"x1", tensor_of(DType::int8, {1, 1}, std::vector<std::int8_t>{x[0]})},
                        {"x2", tensor_of(DType::int8, {1, 2}, x)},
                        {"scale", tensor_of(DType::float32, {2}, scale)},
                        {"pertoken_scale", tensor_of(DType::float32, {1}, pertoken)},
                        {"bias", tensor_of(DType::float32, {2}, bias)},
                        {"output_dtype", DType::bfloat16}}};
}

TEST(FastEqualsOracle, OnRandomMatmuls) { expect_equal(matmul_call, 3, 800); }

TEST(FastEqualsOracle, OnRandomMatmulsOfFourBits) { expect_equal(four_bit_call, 4, 300); }

TEST(FastEqualsOracle, OnRandomMatmulsWithGroups) { expect_equal(any_grouped_call, 5, 300); }

TEST(FastEqualsOracle, OnABiasThatCancels) { expect_equal(cancelling_matmul_call, 8, 200); }

TEST(FastEqualsOracle, WouldBeSeenToFailUnderEveryOtherVariant) {
  expect_seen_to_differ({{matmul_call, "requantization", "document"},
                         {matmul_call, "offset_source", "tensor"},
                         {matmul_call, "offset_source", "sum"},
                         {matmul_call, "scale_order", "pertoken_first"},
                         {matmul_call, "scale_order", "merged"},
                         {cancelling_matmul_call, "epilogue", "fused"},
                         {matmul_call, "scalar_scale", "full"},
                         {grouped_matmul_call, "group_sum", "float64"},
                         {grouped_matmul_call, "group_offset", "truncated"},
                         {grouped_matmul_call, "group_offset", "added"}});
}

}  // namespace
}  // namespace npu_cts::kernels::npu_quant_matmul
