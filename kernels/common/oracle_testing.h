// SPDX-License-Identifier: Apache-2.0
#pragma once

// Short ways to write a call down in a test.

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/common/oracle_values.h"

namespace npu_cts::kernels {

inline Call call_of(std::string_view op, std::string_view release, std::string mode = "eager") {
  Call call;
  call.op = op;
  call.target.product = "atlas_a2";
  call.target.release = release;
  call.target.mode = std::move(mode);
  return call;
}

inline Tensor floats(Shape shape, std::span<const float> values, DType dtype = DType::float32) {
  return make_floats(dtype, std::move(shape), values);
}
inline Tensor integers(DType dtype, Shape shape, std::span<const std::int64_t> values) {
  return make_integers(dtype, std::move(shape), values);
}
inline float float_of(std::uint32_t bits) { return std::bit_cast<float>(bits); }

/// Returns the choice of one variant, and of the first of every other implementation-defined behaviour.
inline VariantChoice choose(std::string_view behaviour, std::string_view variant) {
  VariantChoice choice;
  choice.emplace(behaviour, variant);
  return choice;
}

/// Returns the only tensor of `outputs`, or an empty one where there is not exactly one named "out".
inline Tensor only(const std::vector<NamedTensor>& outputs) {
  return outputs.size() == 1 && outputs.front().name == "out" ? outputs.front().tensor : Tensor{};
}

}  // namespace npu_cts::kernels
