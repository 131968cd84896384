#include "kernels/QuantConv2d/oracle.h"

#include <bit>
#include <optional>

namespace npu_cts::kernels::QuantConv2d {
namespace {

/// A number for each of the two axes of an image.
struct Pair {
  std::int64_t height = 0;
  std::int64_t width = 0;
};

Pair pair_of(const Call& call, std::string_view key, std::int64_t fallback) {
  const auto found = call.arguments.find(key);
  if (found != call.arguments.end()) {
    const auto* const list = std::get_if<std::vector<std::int64_t>>(&found->second);
    if (list != nullptr && list->size() == 2) return {.height = list->front(), .width = list->back()};
    if (list != nullptr && list->size() == 1) fallback = list->front();
  }
  const std::int64_t both = integer_of(call, key, fallback);
  return {.height = both, .width = both};
}

/// Images of small integers: NCHW.
struct Images {
  Shape shape;
  std::vector<std::int64_t> values;

  [[nodiscard]] std::int64_t at(std::int64_t n, std::int64_t c, std::int64_t h, std::int64_t w) const {
    return values[static_cast<std::size_t>(((n * shape[1] + c) * shape[2] + h) * shape[3] + w)];
  }
  [[nodiscard]] bool has(std::int64_t h, std::int64_t w) const {
    return h >= 0 && h < shape[2] && w >= 0 && w < shape[3];
  }
};

struct Convolution {
  Images input;
  Images weight;
  Pair stride;
  Pair padding;
  Pair dilation;
  std::int64_t groups = 1;
  std::int64_t fill = 0;  ///< what lies outside the input
};

Convolution convolution_of(const Call& call) {
  const Tensor& input = tensor_of(call, "quant_conv2d_input");
  const Tensor& weight = tensor_of(call, "weight");
  return {.input = {.shape = input.type.shape, .values = integers_of(input)},
          .weight = {.shape = weight.type.shape, .values = integers_of(weight)},
          .stride = pair_of(call, "stride", 1),
          .padding = pair_of(call, "padding", 0),
          .dilation = pair_of(call, "dilation", 1),
          .groups = integer_of(call, "groups", 1),
          .fill = integer_of(call, "offset_x", 0)};
}

Shape out_shape(const Convolution& conv) {
  const Shape& input = conv.input.shape;
  const Shape& weight = conv.weight.shape;
  const std::int64_t reach_h = conv.dilation.height * (weight[2] - 1) + 1;
  const std::int64_t reach_w = conv.dilation.width * (weight[3] - 1) + 1;
  return {input[0], weight[0], (input[2] + 2 * conv.padding.height - reach_h) / conv.stride.height + 1,
          (input[3] + 2 * conv.padding.width - reach_w) / conv.stride.width + 1};
}

/// Returns the sum at output channel `c` and place (h, w) of image `n`.
std::int64_t sum_at(const Convolution& conv, std::int64_t n, std::int64_t c, const Pair& place) {
  const Shape& weight = conv.weight.shape;
  const std::int64_t first_channel = c / (weight[0] / conv.groups) * weight[1];
  std::int64_t sum = 0;
  for (std::int64_t channel = 0; channel < weight[1]; ++channel) {
    for (std::int64_t i = 0; i < weight[2]; ++i) {
      for (std::int64_t j = 0; j < weight[3]; ++j) {
        const std::int64_t h = place.height * conv.stride.height - conv.padding.height + i * conv.dilation.height;
        const std::int64_t w = place.width * conv.stride.width - conv.padding.width + j * conv.dilation.width;
        const std::int64_t pixel = conv.input.has(h, w) ? conv.input.at(n, first_channel + channel, h, w) : conv.fill;
        sum += pixel * conv.weight.at(c, channel, i, j);
      }
    }
  }
  return sum;
}

std::vector<float> scales_of(const Call& call, const VariantChoice& variants) {
  const Tensor& scale = tensor_of(call, "scale");
  const bool cut = variant_of(variants, conv_scale_bits) == "fp19";
  std::vector<std::uint32_t> bits;
  if (is_float(scale.type.dtype)) {
    for (const float value : floats_of(scale)) bits.push_back(std::bit_cast<std::uint32_t>(value));
  } else {
    for (const std::int64_t word : integers_of(scale)) bits.push_back(static_cast<std::uint32_t>(word));
  }
  std::vector<float> scales;
  for (const std::uint32_t each : bits) scales.push_back(std::bit_cast<float>(cut ? truncate_to_fp19(each) : each));
  return scales;
}

/// Returns the bias of each output channel, or nothing where none takes part.
std::optional<std::vector<std::int64_t>> biases_of(const Call& call) {
  const auto wanted = call.arguments.find("bias");
  const bool switched_off = wanted != call.arguments.end() && wanted->second == Value(false);
  const Tensor* const bias = find_tensor(call, "bias_values");
  if (switched_off || bias == nullptr) return std::nullopt;
  return integers_of(*bias);
}

float to_float(std::int64_t sum) { return static_cast<float>(static_cast<std::int32_t>(sum)); }

}  // namespace

std::vector<NamedTensor> oracle(const Call& call, const VariantChoice& variants) {
  const Convolution conv = convolution_of(call);
  const Shape shape = out_shape(conv);
  const std::vector<float> scales = scales_of(call, variants);
  const std::optional<std::vector<std::int64_t>> biases = biases_of(call);
  const bool after = variant_of(variants, conv_bias_order) == "after";

  std::vector<float> out;
  for (std::int64_t i = 0; i < numel(shape); ++i) {
    const Pair place{.height = i / shape[3] % shape[2], .width = i % shape[3]};
    const std::int64_t image = i / shape[3] / shape[2] / shape[1];
    const std::int64_t channel = i / shape[3] / shape[2] % shape[1];
    const std::int64_t sum = sum_at(conv, image, channel, place);
    const float scale = scales[static_cast<std::size_t>(channel)];
    const std::int64_t bias = biases ? (*biases)[static_cast<std::size_t>(channel)] : 0;
    if (biases && after) {
      out.push_back(to_float(sum) * scale + to_float(bias));
    } else {
      out.push_back(to_float(sum + bias) * scale);
    }
  }
  if (variant_of(variants, conv_float16_overflow) == "saturate") out = within_float16(std::move(out));
  return {{.name = "out", .tensor = make_floats(DType::float16, shape, out)}};
}

std::vector<std::vector<NamedTensor>> oracles(const Call& call, std::span<const VariantChoice> choices) {
  return under_each(oracle, call, choices);
}

}  // namespace npu_cts::kernels::QuantConv2d
