// SPDX-License-Identifier: Apache-2.0
#include "kernels/npu_quant_matmul/oracle_scales.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/npu_quant_matmul/oracle.h"

namespace npu_cts::kernels::npu_quant_matmul {
namespace {

Packed unpack(std::int64_t word) {
  const std::int64_t field = word >> 37 & 0x1FF;
  return {.scale = std::bit_cast<float>(truncate_to_fp19(static_cast<std::uint32_t>(word))),
          .offset = field < 256 ? field : field - 512};
}

/// Returns the steps of `offset` that nine bits hold.
std::vector<std::int64_t> steps_of(const Tensor& offset) {
  std::vector<std::int64_t> steps;
  for (const float value : floats_of(offset)) steps.push_back(whole(value, -256, 255));
  return steps;
}

/// Returns a float scale and an offset as a word holds them; a side of one element serves every element.
std::vector<Packed> packed_first(const Tensor& scale, const Tensor* offset) {
  const std::vector<float> scales = floats_of(scale);
  const std::vector<std::int64_t> offsets = offset == nullptr ? std::vector<std::int64_t>{0} : steps_of(*offset);
  std::vector<Packed> packed(std::max(scales.size(), offsets.size()));
  for (std::size_t i = 0; i < packed.size(); ++i) {
    const auto column = static_cast<std::int64_t>(i);
    const auto bits = std::bit_cast<std::uint32_t>(for_column(scales, column));
    packed[i] = {.scale = std::bit_cast<float>(truncate_to_fp19(bits)), .offset = for_column(offsets, column)};
  }
  return packed;
}

std::vector<float> float_scales(const Call& call, const VariantChoice& variants) {
  const Tensor& scale = tensor_of(call, "scale");
  const Tensor* const bias = find_tensor(call, "bias");
  const bool wide_bias = bias != nullptr && (bias->type.dtype == DType::bfloat16 || bias->type.dtype == DType::float32);
  std::vector<float> scales = floats_of(scale);
  const bool scalar = scale.type.dtype == DType::float32 && scale.type.shape == Shape{1};
  if (scalar && !wide_bias && variant_of(variants, matmul_scalar_scale) == "fp19") {
    scales[0] = std::bit_cast<float>(truncate_to_fp19(std::bit_cast<std::uint32_t>(scales[0])));
  }
  return scales;
}

}  // namespace

/// Returns the place in a bias of shape (n,) or (batch, 1, n).
std::size_t bias_place(const Tensor& bias, const Place& place) {
  const bool per_matrix = bias.type.shape.size() == 3;
  return static_cast<std::size_t>((per_matrix ? place.matrix * bias.type.shape.back() : 0) + place.column);
}

std::vector<Packed> packed_parameters(const Call& call, const VariantChoice& variants) {
  const Tensor& scale = tensor_of(call, "scale");
  const Tensor* const offset = find_tensor(call, "offset");
  const bool is_packed = scale.type.dtype == DType::int64 || scale.type.dtype == DType::uint64;
  if (!is_packed) return packed_first(scale, offset);
  std::vector<Packed> packed;
  for (const std::int64_t word : integers_of(scale)) packed.push_back(unpack(word));
  if (offset == nullptr) return packed;

  const std::string_view source = variant_of(variants, matmul_offset_source);
  if (source == "packed") return packed;
  const std::vector<std::int64_t> given = steps_of(*offset);
  packed.resize(std::max(packed.size(), given.size()), packed.front());
  for (std::size_t i = 0; i < packed.size(); ++i) {
    const std::int64_t from_tensor = for_column(given, static_cast<std::int64_t>(i));
    packed[i].offset = source == "sum" ? packed[i].offset + from_tensor : from_tensor;
  }
  return packed;
}

Requantization::Requantization(const VariantChoice& variants)
    : rounds_first(variant_of(variants, matmul_requantization) == "s9"),
      is_fused(variant_of(variants, matmul_epilogue) == "fused") {}

FloatParameters float_parameters(const Call& call, const VariantChoice& variants) {
  FloatParameters parameters;
  parameters.scale_order = variant_of(variants, matmul_scale_order);
  parameters.is_fused = variant_of(variants, matmul_epilogue) == "fused";
  parameters.scales = float_scales(call, variants);
  if (const Tensor* const pertoken = find_tensor(call, "pertoken_scale")) parameters.pertoken = floats_of(*pertoken);
  const Tensor* const bias = find_tensor(call, "bias");
  if (bias != nullptr && bias->type.dtype != DType::int32) {
    parameters.bias = bias;
    parameters.biases = floats_of(*bias);
  }
  return parameters;
}

float dequantize(float sum, const FloatParameters& parameters, const Place& place) {
  float left = sum;
  float right = for_column(parameters.scales, place.column);
  if (parameters.pertoken) {
    const float pertoken = (*parameters.pertoken)[static_cast<std::size_t>(place.row)];
    if (parameters.scale_order == "scale_first") {
      left = sum * right;
      right = pertoken;
    } else if (parameters.scale_order == "pertoken_first") {
      left = sum * pertoken;
    } else {
      right = right * pertoken;
    }
  }
  if (parameters.bias == nullptr) return left * right;
  const float bias = parameters.biases[bias_place(*parameters.bias, place)];
  return parameters.is_fused ? std::fma(left, right, bias) : left * right + bias;
}

}  // namespace npu_cts::kernels::npu_quant_matmul
