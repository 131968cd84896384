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

std::vector<NamedTensor> outputs_under(const Kernel& kernel, const Call& call, const ModelChoice& models) {
  return kernel.oracle(call, std::span(&models, 1)).front();
}

Pair both(const Call& call) {
  const Kernel* kernel = find_kernel(call.op);
  Request request = request_of(call);
  const auto refusal = kernel->check(call.target, request);
  EXPECT_FALSE(refusal) << refusal->parameter << ": " << refusal->reason;
  if (refusal) return {};
  return {.fast = kernel->run(call.target, request), .oracle = outputs_under(*kernel, call, {})};
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

Tensor random_scale(Random& random, DType dtype, std::int64_t n) {
  const Shape shape{random() % 3 == 0 ? 1 : n};
  if (dtype != DType::int64) return random_floats(random, dtype, shape, 0.02F);
  const Tensor scale = random_floats(random, DType::float32, shape, 0.02F);
  const Tensor offset = random_floats(random, DType::float32, shape, 300.0F);
  Request request =
      request_of({.op = "npu_trans_quant_param", .target = {}, .arguments = {{"scale", scale}, {"offset", offset}}});
  return find_kernel("npu_trans_quant_param")->run(on("atlas_a2"), request)[0].tensor;
}

Tensor random_bias(Random& random, DType dtype, Shape shape) {
  if (dtype == DType::int32) return random_integers<std::int32_t>(random, dtype, std::move(shape), -40000, 40000);
  return random_floats(random, dtype, std::move(shape), 900.0F);
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
  Call call{.op = "npu_quant_matmul", .target = on("atlas_a2"), .arguments = {}};
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
  if (x2.type.layout != Layout::strided && random() % 3 == 0) x2.type.format = Format::fractal_nz;
  arguments["x2"] = x2;
  add_the_rest(random, call, line, m, n);
  if (random() % 3 == 0) return call;
  const bool cube = std::max(left.size(), right.size()) == 1 && random() % 2 == 0;
  const std::int64_t batch = cube ? std::max(left.empty() ? 1 : left[0], right.empty() ? 1 : right[0]) : 0;
  arguments["bias"] = random_bias(random, one_of(random, line.biases), cube ? Shape{batch, 1, n} : Shape{n});
  return call;
}

TEST(FastEqualsOracle, OnRandomMatmuls) {
  Random random(3);
  for (int i = 0; i < 800; ++i) {
    expect_equal(matmul_call(random));
    if (::testing::Test::HasFatalFailure()) return;
  }
}

/// 4-bit values; `groups` > 0: a scale of so many groups along k.
Call packed_matmul_call(Random& random, std::int64_t groups) {
  Call call{.op = "npu_quant_matmul", .target = on("atlas_a3", groups > 0 ? "26.0.0" : "26.1.0"), .arguments = {}};
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

TEST(FastEqualsOracle, OnRandomMatmulsOfFourBits) {
  Random random(4);
  for (int i = 0; i < 300; ++i) {
    expect_equal(packed_matmul_call(random, 0));
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(FastEqualsOracle, OnRandomMatmulsWithGroups) {
  Random random(5);
  for (int i = 0; i < 300; ++i) {
    expect_equal(packed_matmul_call(random, between(random, 1, 4)));
    if (::testing::Test::HasFatalFailure()) return;
  }
}

Call conv_call(Random& random) {
  Call call{.op = "QuantConv2d", .target = on("atlas_a2", "26.1.0", Mode::graph_static), .arguments = {}};
  const auto pair = [&](std::int64_t low, std::int64_t high) {
    return std::vector<std::int64_t>{between(random, low, high), between(random, low, high)};
  };
  const auto kernel = pair(1, 4);
  const auto dilation = pair(1, 3);
  const std::int64_t in = between(random, 1, 5);
  const std::int64_t out = between(random, 1, 6);
  const Shape image{between(random, 1, 2), in, (kernel[0] - 1) * dilation[0] + between(random, 1, 9),
                    (kernel[1] - 1) * dilation[1] + between(random, 1, 9)};
  call.arguments = {{"in_channels", in},
                    {"out_channels", out},
                    {"kernel_size", kernel},
                    {"output_dtype", DType::float16},
                    {"stride", pair(1, 3)},
                    {"padding", pair(0, 4)},
                    {"dilation", dilation},
                    {"bias", random() % 2 == 0},
                    {"offset_x", between(random, -128, 127)}};
  auto& arguments = call.arguments;
  arguments["quant_conv2d_input"] =
      with_layout(random_integers<std::int8_t>(random, DType::int8, image, -128, 127), any_layout(random));
  arguments["weight"] =
      with_layout(random_integers<std::int8_t>(random, DType::int8, {out, in, kernel[0], kernel[1]}, -128, 127),
                  any_layout(random));
  Tensor scale = random_scale(random, one_of<DType>(random, {DType::int64, DType::float32}), out);
  while (scale.type.shape != Shape{out}) scale = random_scale(random, scale.type.dtype, out);
  arguments["scale"] = scale;
  if (std::get<bool>(arguments["bias"])) arguments["bias_values"] = random_bias(random, DType::int32, {out});
  return call;
}

TEST(FastEqualsOracle, OnRandomConvolutions) {
  Random random(6);
  for (int i = 0; i < 300; ++i) {
    expect_equal(conv_call(random));
    if (::testing::Test::HasFatalFailure()) return;
  }
}

/// A model that the fast kernel does not compute, and the random calls that must show it.
struct OtherModel {
  Call (*make)(Random&);
  std::string freedom, model;
};

/// A bias that cancels the rounded product: what is left is the rounding itself, if the sum is fused.
Call cancelling_matmul_call(Random& random) {
  const std::vector<std::int8_t> x{static_cast<std::int8_t>(between(random, 1, 127)), 101};
  const std::vector<float> scale{static_cast<float>(between(random, 1, 1 << 24)), 1.0F};
  const std::vector<float> pertoken{static_cast<float>(between(random, 1, 1 << 24)) * 0x1p-40F};
  const std::vector<float> bias{-(static_cast<float>(x[0] * x[0]) * scale[0] * pertoken[0]), 0.0F};
  return {.op = "npu_quant_matmul",
          .target = on("atlas_a2"),
          .arguments = {{"x1", testing::tensor_of(DType::int8, {1, 1}, std::vector<std::int8_t>{x[0]})},
                        {"x2", testing::tensor_of(DType::int8, {1, 2}, x)},
                        {"scale", testing::tensor_of(DType::float32, {2}, scale)},
                        {"pertoken_scale", testing::tensor_of(DType::float32, {1}, pertoken)},
                        {"bias", testing::tensor_of(DType::float32, {2}, bias)},
                        {"output_dtype", DType::bfloat16}}};
}

TEST(FastEqualsOracle, OnABiasThatCancels) {
  Random random(8);
  for (int i = 0; i < 200; ++i) {
    expect_equal(cancelling_matmul_call(random));
    if (::testing::Test::HasFatalFailure()) return;
  }
}

Call grouped_matmul_call(Random& random) { return packed_matmul_call(random, 4); }

TEST(FastEqualsOracle, WouldBeSeenToFailUnderEveryOtherModel) {
  const std::vector<OtherModel> models{{trans_quant_param_call, "rint19", "keep_subnormals"},
                                       {trans_quant_param_call, "offset_rounding", "half_away"},
                                       {matmul_call, "requantization", "document"},
                                       {matmul_call, "offset_source", "tensor"},
                                       {matmul_call, "offset_source", "sum"},
                                       {matmul_call, "scale_order", "pertoken_first"},
                                       {matmul_call, "scale_order", "merged"},
                                       {cancelling_matmul_call, "epilogue", "fused"},
                                       {matmul_call, "scalar_scale", "full"},
                                       {grouped_matmul_call, "group_sum", "float64"},
                                       {scatter_call, "saturation", "wrap"},
                                       {conv_call, "bias_order", "after"},
                                       {conv_call, "scale_bits", "full"}};
  for (const OtherModel& other : models) {
    Random random(7);
    int differ = 0;
    for (int i = 0; i < 2000 && differ == 0; ++i) {
      const Call call = other.make(random);
      Request request = request_of(call);
      const Kernel* kernel = find_kernel(call.op);
      const auto oracle = testing::outputs_under(*kernel, call, {{other.freedom, other.model}});
      differ += kernel->run(call.target, request)[0].tensor.values == oracle[0].tensor.values ? 0 : 1;
    }
    EXPECT_GT(differ, 0) << other.freedom << " " << other.model;
  }
}

TEST(Registry, FindsEveryOperatorByItsName) {
  for (const Kernel& kernel : all_kernels()) EXPECT_EQ(find_kernel(kernel.op), &kernel);
  EXPECT_EQ(find_kernel("npu_quant_scatter"), nullptr);
}

}  // namespace
}  // namespace npu_cts::kernels
