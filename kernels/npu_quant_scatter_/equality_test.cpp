// SPDX-License-Identifier: Apache-2.0
#include "kernels/common/sweep_testing.h"

namespace npu_cts::kernels::npu_quant_scatter_ {
namespace {

using namespace testing;  // the makers of random calls

Call scatter_call(Random& random) {
  Call call{.op = "npu_quant_scatter_", .target = on("atlas_a2")};
  const auto rank = static_cast<std::size_t>(between(random, 3, 6));
  Shape input(rank);
  for (auto& size : input) size = between(random, 1, 4);
  input.back() = 16 * between(random, 1, 3);
  const auto axis = static_cast<std::size_t>(between(random, 1, static_cast<std::int64_t>(rank) - 2));
  Shape updates = input;
  updates[0] = between(random, 1, input[0]);
  updates[axis] = between(random, 1, input[axis]);
  const bool pairs = random() % 2 == 0;
  std::vector<std::int32_t> indices;
  for (std::int64_t b = 0; b < updates[0]; ++b) {
    if (pairs) indices.push_back(static_cast<std::int32_t>(b));
    indices.push_back(static_cast<std::int32_t>(between(random, 0, input[axis] - updates[axis])));
  }
  const DType scales = one_of<DType>(random, {DType::bfloat16, DType::float32});
  auto& arguments = call.arguments;
  arguments["input"] =
      with_layout(random_integers<std::int8_t>(random, DType::int8, input, -128, 127), any_layout(random));
  arguments["indices"] = tensor_of(DType::int32, pairs ? Shape{updates[0], 2} : Shape{updates[0]}, indices);
  arguments["updates"] =
      with_layout(random_floats(random, one_of<DType>(random, {DType::bfloat16, DType::float16}), updates, 90.0F),
                  any_layout(random));
  arguments["quant_scales"] = random_floats(random, scales, {updates.back()}, 2.0F);
  if (random() % 2 == 0) {
    arguments["quant_zero_points"] = random_integers<std::int32_t>(random, DType::int32, {updates.back()}, -90, 90);
  }
  arguments["axis"] = static_cast<std::int64_t>(axis) - (random() % 2 == 0 ? static_cast<std::int64_t>(rank) : 0);
  return call;
}

TEST(FastEqualsOracle, OnRandomScatters) { expect_equal(scatter_call, 2, 300); }

TEST(FastEqualsOracle, WouldBeSeenToFailUnderEveryOtherVariant) {
  expect_seen_to_differ({{scatter_call, "saturation", "wrap"}});
}

}  // namespace
}  // namespace npu_cts::kernels::npu_quant_scatter_
