// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "framework/base/wide_loop.h"
#include "kernels/common/oracle_values.h"

namespace npu_cts::kernels::npu_quant_matmul {

/// Which element of the result: matrix of the broadcast batch, row, column.
struct Place {
  std::int64_t matrix = 0;
  std::int64_t row = 0;
  std::int64_t column = 0;
};

/// Returns the value of `column` among one for all, or one per column.
template <class T>
NPU_CTS_INLINED inline const T& for_column(const std::vector<T>& values, std::int64_t column) {
  return values[values.size() == 1 ? 0 : static_cast<std::size_t>(column)];
}

/// Returns the place of `place` in a bias of shape (n,) or (batch, 1, n).
std::size_t bias_place(const Tensor& bias, const Place& place);

/// A scale and an offset as npu_trans_quant_param packs them: FP19, and an integer of 9 bits.
struct Packed {
  float scale = 0;
  std::int64_t offset = 0;
};

/// Returns the packed parameters of int8 results, and of float16 ones without pertoken_scale: one, or one per column.
/// A float scale and offset are packed first, in the default mode; of an int64 scale and an offset tensor,
/// `offset_source` decides.
std::vector<Packed> packed_parameters(const Call& call, const VariantChoice& variants);

/// How int8 results are rounded: what the variants say of it.
struct Requantization {
  explicit Requantization(const VariantChoice& variants);

  bool rounds_first;  ///< to nine bits, before the offset
  bool is_fused;
};

/// Returns `value` rounded to an integer, ties to even, within `low` … `high`; a NaN gives 0.
NPU_CTS_INLINED inline std::int64_t whole(float value, float low, float high) {
  return std::isnan(value) ? 0 : static_cast<std::int64_t>(std::clamp(std::nearbyint(value), low, high));
}

/// Returns the int8 result of `sum`, already float32. A NaN gives 0.
NPU_CTS_INLINED inline std::int64_t requantize(float sum, const Packed& packed, const Requantization& how) {
  if (how.rounds_first) {
    const std::int64_t nine_bits = whole(sum * packed.scale, -256, 255);
    return std::clamp<std::int64_t>(nine_bits + packed.offset, -128, 127);
  }
  const auto offset = static_cast<float>(packed.offset);
  return whole(how.is_fused ? std::fma(sum, packed.scale, offset) : sum * packed.scale + offset, -128, 127);
}

/// What the other float results are made with; `pertoken` has one value per row, `bias` is a float one or null.
struct FloatParameters {
  std::vector<float> scales;
  std::optional<std::vector<float>> pertoken;
  const Tensor* bias = nullptr;
  std::vector<float> biases;
  std::string_view scale_order;  ///< the variant, as is the next
  bool is_fused = false;
};

FloatParameters float_parameters(const Call& call, const VariantChoice& variants);

/// Returns sum·scale·pertoken_scale + bias in float32, in the order and with the roundings of the variants.
float dequantize(float sum, const FloatParameters& parameters, const Place& place);

}  // namespace npu_cts::kernels::npu_quant_matmul
