// SPDX-License-Identifier: Apache-2.0
#include "kernels/QuantConv2d/oracle.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "framework/base/wide_loop.h"

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
  std::vector<std::int32_t> values = {};

  [[nodiscard]] std::size_t place(std::int64_t n, std::int64_t c, std::int64_t h, std::int64_t w) const {
    return static_cast<std::size_t>(((n * shape[1] + c) * shape[2] + h) * shape[3] + w);
  }
};

Images images_of(const Tensor& tensor) {
  const std::vector<std::int64_t> values = integers_of(tensor);
  return {.shape = tensor.type.shape, .values = std::vector<std::int32_t>(values.begin(), values.end())};
}

/// Returns `images`, each in a frame that holds `fill`.
Images framed(const Images& images, const Pair& frame, std::int32_t fill) {
  const Shape& inner = images.shape;
  Images outer{.shape = {inner[0], inner[1], inner[2] + 2 * frame.height, inner[3] + 2 * frame.width}};
  outer.values.resize(static_cast<std::size_t>(numel(outer.shape)), fill);
  for (std::int64_t plane = 0; plane < inner[0] * inner[1]; ++plane) {
    for (std::int64_t h = 0; h < inner[2]; ++h) {
      std::copy_n(images.values.data() + images.place(0, plane, h, 0), inner[3],
                  outer.values.data() + outer.place(0, plane, h + frame.height, frame.width));
    }
  }
  return outer;
}

struct Convolution {
  Images input;  ///< with what lies outside of it
  Images weight;
  Pair stride;
  Pair dilation;
  std::int64_t groups = 1;
};

Convolution convolution_of(const Call& call) {
  const auto outside = static_cast<std::int32_t>(integer_of(call, "offset_x", 0));  // an int8 in a legal call
  return {.input = framed(images_of(tensor_of(call, "quant_conv2d_input")), pair_of(call, "padding", 0), outside),
          .weight = images_of(tensor_of(call, "weight")),
          .stride = pair_of(call, "stride", 1),
          .dilation = pair_of(call, "dilation", 1),
          .groups = integer_of(call, "groups", 1)};
}

Shape out_shape(const Convolution& conv) {
  const Shape& input = conv.input.shape;
  const Shape& weight = conv.weight.shape;
  const std::int64_t reach_h = conv.dilation.height * (weight[2] - 1) + 1;
  const std::int64_t reach_w = conv.dilation.width * (weight[3] - 1) + 1;
  return {input[0], weight[0], (input[2] - reach_h) / conv.stride.height + 1,
          (input[3] - reach_w) / conv.stride.width + 1};
}

constexpr std::int64_t step = 8;  // sums that are added to at a time: of a fixed number, so vectorized

/// Adds `factor` times every `stride`th pixel to the `count` sums of a line.
NPU_CTS_INLINED inline void add_multiples(std::int32_t factor, const std::int32_t* __restrict pixels,
                                          std::int64_t stride, std::int64_t count, std::int64_t* __restrict sums) {
  std::int64_t w = 0;
  for (; stride == 1 && w + step <= count; w += step) {
    for (std::int64_t i = 0; i < step; ++i) sums[w + i] += std::int64_t{factor} * pixels[w + i];
  }
  for (; w < count; ++w) sums[w] += std::int64_t{factor} * pixels[w * stride];
}

/// Adds `factor`, a weight, times every pixel that it meets: `first` is the one that the first sum takes.
NPU_CTS_INLINED inline void add_weight(const Convolution& conv, const Shape& out, std::int32_t factor,
                                       const std::int32_t* first, std::int64_t* sums) {
  const std::int64_t line_below = conv.stride.height * conv.input.shape[3];
  for (std::int64_t line = 0; line < out[2]; ++line)
    add_multiples(factor, first + line * line_below, conv.stride.width, out[3], sums + line * out[3]);
}

/// Returns the sums of output channel `c` of image `n`, line after line: each weight times every pixel it meets.
std::vector<std::int64_t> plane_of(const Convolution& conv, const Shape& out, std::int64_t n, std::int64_t c) {
  const Shape& weight = conv.weight.shape;
  const std::int64_t first_channel = c / (weight[0] / conv.groups) * weight[1];
  std::vector<std::int64_t> sums(static_cast<std::size_t>(out[2] * out[3]));
  run_wide([&]() NPU_CTS_INLINED {
    const std::int32_t* factor = conv.weight.values.data() + conv.weight.place(c, 0, 0, 0);
    for (std::int64_t row = 0; row < weight[1] * weight[2]; ++row) {
      const std::int64_t channel = first_channel + row / weight[2];
      const std::int64_t down = row % weight[2] * conv.dilation.height;
      for (std::int64_t j = 0; j < weight[3]; ++j, ++factor) {
        const std::size_t first = conv.input.place(n, channel, down, j * conv.dilation.width);
        add_weight(conv, out, *factor, conv.input.values.data() + first, sums.data());
      }
    }
  });
  return sums;
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

/// The sums of a call: no variant changes them.
struct Sums {
  Shape shape;                                         ///< of the result
  std::vector<std::vector<std::int64_t>> planes = {};  ///< of each output channel of each image
};

Sums sums_of(const Call& call) {
  const Convolution conv = convolution_of(call);
  Sums sums{.shape = out_shape(conv)};
  for (std::int64_t n = 0; n < sums.shape[0]; ++n)
    for (std::int64_t c = 0; c < sums.shape[1]; ++c) sums.planes.push_back(plane_of(conv, sums.shape, n, c));
  return sums;
}

std::vector<NamedTensor> result_under(const Call& call, const Sums& sums, const VariantChoice& variants) {
  const std::vector<float> scales = scales_of(call, variants);
  const std::optional<std::vector<std::int64_t>> biases = biases_of(call);
  const bool after = variant_of(variants, conv_bias_order) == "after";

  std::vector<float> out;
  out.reserve(static_cast<std::size_t>(numel(sums.shape)));
  for (std::size_t plane = 0; plane < sums.planes.size(); ++plane) {
    const std::size_t channel = plane % static_cast<std::size_t>(sums.shape[1]);
    const float scale = scales[channel];
    const std::int64_t bias = biases ? (*biases)[channel] : 0;
    for (const std::int64_t sum : sums.planes[plane]) {
      if (biases && after) {
        out.push_back(to_float(sum) * scale + to_float(bias));
      } else {
        out.push_back(to_float(sum + bias) * scale);
      }
    }
  }
  if (variant_of(variants, conv_float16_overflow) == "saturate") out = within_float16(std::move(out));
  return {{.name = "out", .tensor = make_floats(DType::float16, sums.shape, out)}};
}

}  // namespace

std::vector<NamedTensor> oracle(const Call& call, const VariantChoice& variants) {
  return result_under(call, sums_of(call), variants);
}

std::vector<std::vector<NamedTensor>> oracles(const Call& call, std::span<const VariantChoice> choices) {
  const Sums sums = sums_of(call);
  std::vector<std::vector<NamedTensor>> results;
  for (const VariantChoice& variants : choices) results.push_back(result_under(call, sums, variants));
  return results;
}

}  // namespace npu_cts::kernels::QuantConv2d
