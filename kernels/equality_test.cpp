#include <gmock/gmock.h>

#include "kernels/elements.h"
#include "kernels/sweep.h"

namespace npu_cts::kernels {
namespace testing {

Tensor random_floats(Random& random, DType dtype, Shape shape, float size) {
  std::vector<float> values(static_cast<std::size_t>(numel(shape)));
  for (auto& value : values) {
    value = static_cast<float>(between(random, -1000000, 1000000)) * 1e-6F * size;
    if (random() % 8 == 0) value = std::nearbyint(value * 2.0F) / 2.0F;  // ties
  }
  if (dtype == DType::float32) return tensor_of(dtype, std::move(shape), values);
  std::vector<std::uint16_t> halves;
  for (const float value : values) halves.push_back(dtype == DType::float16 ? float16_of(value) : bfloat16_of(value));
  return tensor_of(dtype, std::move(shape), halves);
}

Pair both(const Call& call) {
  const Kernel* kernel = find_kernel(call.op);
  Request request = request_of(call);
  const auto refusal = kernel->check(call.target, request);
  EXPECT_FALSE(refusal) << refusal->parameter << ": " << refusal->reason;
  if (refusal) return {};
  return {.fast = kernel->run(call.target, request), .oracle = kernel->oracle(call, {})};
}

}  // namespace testing

namespace {

using testing::between;
using testing::on;
using testing::one_of;
using testing::Random;
using testing::random_floats;
using testing::random_integers;

Layout any_layout(Random& random) {
  return one_of<Layout>(random, {Layout::contiguous, Layout::strided, Layout::transposed});
}

Tensor with_layout(Tensor tensor, Layout layout) {
  tensor.type.layout = layout;
  return tensor;
}

void expect_equal(const Call& call) {
  const auto [fast, oracle] = testing::both(call);
  ASSERT_FALSE(fast.empty());
  ASSERT_EQ(fast.size(), oracle.size());
  ASSERT_EQ(fast[0].name, oracle[0].name);
  ASSERT_EQ(fast[0].tensor.type, oracle[0].tensor.type);
  ASSERT_EQ(fast[0].tensor.values, oracle[0].tensor.values);
}

Call trans_quant_param_call(Random& random) {
  const bool strides = random() % 2 == 0;
  Call call{.op = "npu_trans_quant_param", .target = on("atlas_a2", strides ? "7.1.0" : "26.1.0"), .arguments = {}};
  call.target.mode = one_of<Mode>(random, {Mode::eager, Mode::graph_static, Mode::graph_dynamic});
  const std::int64_t n = between(random, 1, 40);
  const bool row = random() % 3 == 0;
  const auto shape = [&] { return row ? Shape{1, n} : Shape{random() % 3 == 0 ? 1 : n}; };
  Tensor scale = random_integers<std::uint32_t>(random, DType::float32, shape(), 0, 0xFFFFFFFF);
  call.arguments["scale"] = with_layout(scale, strides ? Layout::strided : Layout::contiguous);
  if (random() % 2 == 0) call.arguments["offset"] = random_floats(random, DType::float32, shape(), 400.0F);
  if (random() % 2 == 0) call.arguments["round_mode"] = between(random, 0, 1);
  return call;
}

TEST(FastEqualsOracle, OnRandomScalesOfAnyBits) {
  Random random(1);
  for (int i = 0; i < 400; ++i) {
    expect_equal(trans_quant_param_call(random));
    if (::testing::Test::HasFatalFailure()) return;
  }
}

Call scatter_call(Random& random) {
  Call call{.op = "npu_quant_scatter_", .target = on("atlas_a2"), .arguments = {}};
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
  arguments["indices"] = testing::tensor_of(DType::int32, pairs ? Shape{updates[0], 2} : Shape{updates[0]}, indices);
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

TEST(FastEqualsOracle, OnRandomScatters) {
  Random random(2);
  for (int i = 0; i < 300; ++i) {
    expect_equal(scatter_call(random));
    if (::testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace npu_cts::kernels
