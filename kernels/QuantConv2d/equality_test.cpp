// SPDX-License-Identifier: Apache-2.0
#include "kernels/common/sweep_testing.h"

namespace npu_cts::kernels::QuantConv2d {
namespace {

using namespace testing;  // the makers of random calls

Call conv_call(Random& random) {
  Call call{.op = "QuantConv2d", .target = on("atlas_a2", "26.1.0", "graph_static")};
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

TEST(FastEqualsOracle, OnRandomConvolutions) { expect_equal(conv_call, 6, 300); }

TEST(FastEqualsOracle, WouldBeSeenToFailUnderEveryOtherVariant) {
  expect_seen_to_differ({{conv_call, "bias_order", "after"}, {conv_call, "scale_bits", "full"}});
}

}  // namespace
}  // namespace npu_cts::kernels::QuantConv2d
