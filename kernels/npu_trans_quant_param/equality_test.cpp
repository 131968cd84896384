// SPDX-License-Identifier: Apache-2.0
#include "kernels/common/sweep_testing.h"

namespace npu_cts::kernels::npu_trans_quant_param {
namespace {

using namespace testing;  // the makers of random calls

Call trans_quant_param_call(Random& random) {
  const bool strides = random() % 2 == 0;
  Call call{.op = "npu_trans_quant_param", .target = on("atlas_a2", strides ? "7.1.0" : "26.1.0")};
  call.target.mode = one_of<std::string>(random, {"eager", "graph_static", "graph_dynamic"});
  const std::int64_t n = between(random, 1, 40);
  const bool row = random() % 3 == 0;
  const auto shape = [&] { return row ? Shape{1, n} : Shape{random() % 3 == 0 ? 1 : n}; };
  Tensor scale = random_integers<std::uint32_t>(random, DType::float32, shape(), 0, 0xFFFFFFFF);
  call.arguments["scale"] = with_layout(scale, strides ? Layout::strided : Layout::contiguous);
  if (random() % 2 == 0) call.arguments["offset"] = random_floats(random, DType::float32, shape(), 400.0F);
  if (random() % 2 == 0) call.arguments["round_mode"] = between(random, 0, 1);
  return call;
}

TEST(FastEqualsOracle, OnRandomScalesOfAnyBits) { expect_equal(trans_quant_param_call, 1, 400); }

TEST(FastEqualsOracle, WouldBeSeenToFailUnderEveryOtherVariant) {
  expect_seen_to_differ({{trans_quant_param_call, "rint19", "keep_subnormals"},
                         {trans_quant_param_call, "offset_rounding", "half_away"}});
}

}  // namespace
}  // namespace npu_cts::kernels::npu_trans_quant_param
