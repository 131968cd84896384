#include "kernels/QuantConv2d/fast.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "kernels/QuantConv2d/sizes.h"
#include "kernels/common/arguments.h"
#include "kernels/common/elements.h"
#include "kernels/common/gemm.h"
#include "kernels/common/packed_word.h"

namespace npu_cts::kernels::QuantConv2d {
namespace {

constexpr std::int64_t patch_bytes = 1 << 22;  // of the patches unrolled at a time

/// One image of the input, read where it lies.
struct Image {
  const std::int8_t* data;  ///< of channel 0, row 0, column 0
  std::int64_t channels;
  std::int64_t channel_stride, row_stride, column_stride;
  std::int8_t pad;
};

/// The columns [first, last) of the result's width in row `row`, over which one kernel position stays inside the input.
struct Run {
  std::int64_t first, last;
};

Run inside_of(const ConvGeometry& geometry, std::int64_t kernel_column, std::int64_t width) {
  const std::int64_t shift =
      kernel_column * geometry.dilation[1] - geometry.padding[1];  // input column of result column 0
  const std::int64_t stride = geometry.stride[1];
  const std::int64_t first = shift >= 0 ? 0 : (-shift + stride - 1) / stride;
  const std::int64_t last = shift >= geometry.input[1] ? 0 : (geometry.input[1] - shift + stride - 1) / stride;
  return {.first = std::min(first, width), .last = std::clamp(last, std::min(first, width), width)};
}

/// Writes to `to` what one kernel position meets along result row `row`: a row of values.
// NOLINTNEXTLINE(readability-function-size): the place in a nest of loops
void unroll_row(const Image& image, const ConvGeometry& geometry, const std::int8_t* channel, const Extent& position,
                std::int64_t row, std::int8_t* to) {
  const std::int64_t width = geometry.output()[1];
  const std::int64_t y = row * geometry.stride[0] + position[0] * geometry.dilation[0] - geometry.padding[0];
  Run run = inside_of(geometry, position[1], width);
  if (y < 0 || y >= geometry.input[0]) run = {.first = width, .last = width};
  std::fill(to, to + run.first, image.pad);
  const std::int64_t x = position[1] * geometry.dilation[1] - geometry.padding[1];
  for (std::int64_t j = run.first; j < run.last; ++j) {
    to[j] = channel[y * image.row_stride + (j * geometry.stride[1] + x) * image.column_stride];
  }
  std::fill(to + run.last, to + width, image.pad);
}

/// Returns the patches under result rows [first, last): a row per channel and kernel position, a column per place.
// NOLINTNEXTLINE(readability-function-size): a nest of loops
std::vector<std::int8_t> unroll(const Image& image, const ConvGeometry& geometry, std::int64_t first,
                                std::int64_t last) {
  const std::int64_t width = geometry.output()[1];
  std::vector<std::int8_t> patches(
      static_cast<std::size_t>(image.channels * geometry.kernel[0] * geometry.kernel[1] * (last - first) * width));
  std::int8_t* to = patches.data();
  for (std::int64_t c = 0; c < image.channels; ++c) {
    for (std::int64_t i = 0; i < geometry.kernel[0]; ++i) {
      for (std::int64_t j = 0; j < geometry.kernel[1]; ++j) {
        for (std::int64_t row = first; row < last; ++row, to += width) {
          unroll_row(image, geometry, image.data + c * image.channel_stride, {i, j}, row, to);
        }
      }
    }
  }
  return patches;
}

std::vector<float> scales_of(const StoredTensor& scale) {
  std::vector<float> scales;
  const auto add = [&](std::uint32_t bits) {
    scales.push_back(std::bit_cast<float>(fp19_bits(bits, ScaleRounding::truncate)));
  };
  if (scale.type.dtype == DType::int64) {
    for (const std::uint64_t word : gather<std::uint64_t>(scale)) add(static_cast<std::uint32_t>(word));
  } else {
    for (const float value : gather<float>(scale)) add(std::bit_cast<std::uint32_t>(value));
  }
  return scales;
}

std::vector<std::int32_t> biases_of(const Request& request, std::size_t channels) {
  const StoredTensor* bias = find_tensor(request, "bias_values");
  const bool wanted = find_value<bool>(request, "bias").value_or(true);
  return bias != nullptr && wanted ? gather<std::int32_t>(*bias) : std::vector<std::int32_t>(channels, 0);
}

/// What the sums of a convolution still need: one entry per output channel.
struct Channels {
  std::vector<float> scale;
  std::vector<std::int32_t> bias;
};

/// Writes `sums`, `count` for each channel, to channels that are `stride` float16 apart.
void write_sums(std::span<const std::int32_t> sums, const Channels& channels, std::size_t stride, std::byte* out) {
  const std::size_t count = sums.size() / channels.scale.size();
  for (std::size_t c = 0; c < channels.scale.size(); ++c) {
    for (std::size_t i = 0; i < count; ++i) {
      const auto sum = static_cast<std::uint32_t>(sums[c * count + i]) + static_cast<std::uint32_t>(channels.bias[c]);
      const std::uint16_t half = float16_of(static_cast<float>(static_cast<std::int32_t>(sum)) * channels.scale[c]);
      std::memcpy(out + 2 * (c * stride + i), &half, 2);
    }
  }
}

/// Convolves one image; `weight` has a row per output channel.
void convolve(const Image& image, const ConvGeometry& geometry, const Int8Matrix& weight, const Channels& channels,
              std::byte* out) {
  const Extent size = geometry.output();
  const std::int64_t rows =
      std::max<std::int64_t>(1, patch_bytes / std::max<std::int64_t>(1, weight.columns * size[1]));
  std::vector<std::int32_t> sums;
  for (std::int64_t first = 0; first < size[0]; first += rows) {
    const std::int64_t last = std::min(size[0], first + rows);
    const std::int64_t places = (last - first) * size[1];
    const auto patches = unroll(image, geometry, first, last);
    sums.resize(static_cast<std::size_t>(weight.rows * places));
    multiply(weight, {patches.data(), weight.columns, places, places, 1}, sums);
    write_sums(sums, channels, static_cast<std::size_t>(size[0] * size[1]), out + 2 * first * size[1]);
  }
}

}  // namespace

std::vector<OutputType> outputs(const Target&, const Request& request) {
  const Extent size = geometry_of(request).output();
  const Shape shape{find_tensor(request, "quant_conv2d_input")->type.shape[0],
                    find_tensor(request, "weight")->type.shape[0], size[0], size[1]};
  return {{.name = "out", .type = {.dtype = DType::float16, .shape = shape}, .alias = ""}};
}

std::vector<NamedTensor> run(const Target& target, Request& request) {
  const StoredTensor& input = *find_tensor(request, "quant_conv2d_input");
  const StoredTensor& weight = *find_tensor(request, "weight");
  const ConvGeometry geometry = geometry_of(request);
  const Shape& filter = weight.type.shape;
  const auto weights = gather<std::int8_t>(weight);
  const std::int64_t taps = filter[1] * filter[2] * filter[3];
  const Channels channels{.scale = scales_of(*find_tensor(request, "scale")),
                          .bias = biases_of(request, static_cast<std::size_t>(filter[0]))};
  Tensor out{.type = outputs(target, request).front().type, .values = {}};
  out.values.resize(static_cast<std::size_t>(numel(out.type.shape)) * 2);
  const auto pad = static_cast<std::int8_t>(find_value<std::int64_t>(request, "offset_x").value_or(0));
  const std::int64_t image_bytes =
      input.type.shape[0] == 0 ? 0 : static_cast<std::int64_t>(out.values.size()) / input.type.shape[0];
  const auto* storage = reinterpret_cast<const std::int8_t*>(input.storage.data());
  for (std::int64_t b = 0; b < input.type.shape[0]; ++b) {
    const Image image{storage + input.offset + b * input.strides[0],
                      filter[1],
                      input.strides[1],
                      input.strides[2],
                      input.strides[3],
                      pad};
    convolve(image, geometry, {weights.data(), filter[0], taps, taps, 1}, channels,
             out.values.data() + b * image_bytes);
  }
  return {{.name = "out", .tensor = std::move(out)}};
}

}  // namespace npu_cts::kernels::QuantConv2d
