// SPDX-License-Identifier: Apache-2.0
#include "kernels/npu_quant_scatter_/oracle.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "framework/model/half.h"

namespace npu_cts::kernels::npu_quant_scatter_ {
namespace {

/// Returns the low 16 bits of a whole `value` as int16.
std::int16_t low_bits(float value) {
  const float whole = std::fmod(value, 65536.0F);  // exact
  return static_cast<std::int16_t>(std::isnan(whole) ? 0 : static_cast<std::int64_t>(whole));
}

/// Returns the low 8 bits of `steps` after int16 and float16, the way of a cast without saturation.
std::int8_t wrap(float steps) {
  const float half = from_float16(to_float16(static_cast<float>(low_bits(steps))));
  return static_cast<std::int8_t>(static_cast<std::int64_t>(half));
}

std::int8_t clip(float steps) {
  return std::isnan(steps) ? std::int8_t{0} : static_cast<std::int8_t>(std::clamp(steps, -128.0F, 127.0F));
}

Shape index_of(std::int64_t flat, const Shape& shape) {
  Shape index(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0; flat /= shape[axis]) index[axis] = flat % shape[axis];
  return index;
}

/// Returns the row-major place of `index`, or nothing where it lies outside `shape`.
std::optional<std::size_t> place_of(const Shape& index, const Shape& shape) {
  std::int64_t flat = 0;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (index[axis] < 0 || index[axis] >= shape[axis]) return std::nullopt;
    flat = flat * shape[axis] + index[axis];
  }
  return static_cast<std::size_t>(flat);
}

/// Where an entry of axis 0 of updates goes: its entry of axis 0 of input, and the first place along `axis`.
struct Start {
  std::int64_t entry = 0;
  std::int64_t place = 0;
};

std::vector<Start> starts_of(const Tensor& indices) {
  const std::vector<std::int64_t> values = integers_of(indices);
  const bool pairs = indices.type.shape.size() == 2;
  std::vector<Start> starts(static_cast<std::size_t>(indices.type.shape.front()));
  for (std::size_t b = 0; b < starts.size(); ++b) {
    starts[b] = pairs ? Start{.entry = values[2 * b], .place = values[2 * b + 1]}
                      : Start{.entry = static_cast<std::int64_t>(b), .place = values[b]};
  }
  return starts;
}

std::vector<std::int8_t> quantized(const Call& call, const VariantChoice& variants) {
  const std::vector<float> updates = floats_of(tensor_of(call, "updates"));
  const std::vector<float> scales = floats_of(tensor_of(call, "quant_scales"));
  const Tensor* const zero_points = find_tensor(call, "quant_zero_points");
  const std::vector<float> zeros = zero_points == nullptr ? std::vector<float>(scales.size()) : floats_of(*zero_points);
  const bool wraps = variant_of(variants, scatter_saturation) == "wrap";

  std::vector<std::int8_t> steps;
  steps.reserve(updates.size());
  for (std::size_t i = 0; i < updates.size(); ++i) {
    const std::size_t channel = i % scales.size();  // quant_axis is the last axis
    const float exact = updates[i] / scales[channel] + zeros[channel];
    const float whole = std::nearbyint(exact);
    steps.push_back(wraps ? wrap(whole) : clip(whole));
  }
  return steps;
}

}  // namespace

std::vector<NamedTensor> oracle(const Call& call, const VariantChoice& variants) {
  const Tensor& input = tensor_of(call, "input");
  const std::vector<Start> starts = starts_of(tensor_of(call, "indices"));
  const Shape& shape = tensor_of(call, "updates").type.shape;
  const std::int64_t axis = integer_of(call, "axis", -2);
  const auto counted = static_cast<std::size_t>(axis < 0 ? axis + static_cast<std::int64_t>(shape.size()) : axis);

  Tensor out{.type = {.dtype = DType::int8, .shape = input.type.shape}, .values = input.values};  // int8 as well
  const std::vector<std::int8_t> steps = quantized(call, variants);
  const auto row = static_cast<std::size_t>(shape.back());  // along the last axis, which no index counts
  for (std::size_t first = 0; first < steps.size(); first += row) {
    Shape index = index_of(static_cast<std::int64_t>(first), shape);
    const Start& start = starts[static_cast<std::size_t>(index.front())];
    index.front() = start.entry;
    index[counted] += start.place;
    const auto place = place_of(index, input.type.shape);
    const auto inside = std::min(row, static_cast<std::size_t>(input.type.shape.back() - index.back()));
    for (std::size_t i = 0; place && i < inside; ++i) out.values[*place + i] = static_cast<std::byte>(steps[first + i]);
  }
  return {{.name = "out", .tensor = std::move(out)}};
}

std::vector<std::vector<NamedTensor>> oracles(const Call& call, std::span<const VariantChoice> choices) {
  return under_each(oracle, call, choices);
}

}  // namespace npu_cts::kernels::npu_quant_scatter_
