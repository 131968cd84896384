// SPDX-License-Identifier: Apache-2.0
#include "kernels/QuantConv2d/fast.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "framework/base/wide_loop.h"
#include "kernels/QuantConv2d/sizes.h"
#include "kernels/common/arguments.h"
#include "kernels/common/elements.h"
#include "kernels/common/gemm.h"
#include "kernels/common/packed_word.h"

namespace npu_cts::kernels::QuantConv2d {
namespace {

/// How the places of a result row meet the input along one axis.
struct Axis {
  std::int64_t input, kernel, stride, padding, dilation, output;

  /// Returns the length of the padded input that is read.
  [[nodiscard]] std::int64_t read() const { return (output - 1) * stride + (kernel - 1) * dilation + 1; }
  /// Returns the length of a plane, which has every `stride`-th element of the padded input.
  [[nodiscard]] std::int64_t plane() const { return (read() + stride - 1) / stride; }
};

Axis axis_of(const ConvGeometry& geometry, std::size_t axis) {
  return {geometry.input[axis],   geometry.kernel[axis],   geometry.stride[axis],
          geometry.padding[axis], geometry.dilation[axis], geometry.output()[axis]};
}

/// One image of the input, read where it lies.
struct Image {
  const std::int8_t* data;  ///< of channel 0, row 0, column 0
  std::int64_t channels;
  std::int64_t channel_stride, row_stride, column_stride;
  std::int8_t pad;
};

/// The padded image, taken apart so that a kernel position meets consecutive bytes at consecutive places: for each
/// channel and each remainder by the strides a plane, which has the elements with that remainder.
class Planes {
 public:
  Planes(const Image& image, const Axis& high, const Axis& wide)
      : high_(high),
        wide_(wide),
        bytes_(static_cast<std::size_t>(image.channels * high.stride * wide.stride * high.plane() * wide.plane()),
               image.pad) {
    for (std::int64_t c = 0; c < image.channels; ++c) {
      for (std::int64_t y = 0; y < high.read(); ++y) {
        if (y < high.padding || y - high.padding >= high.input) continue;
        copy_row(image, image.data + c * image.channel_stride + (y - high.padding) * image.row_stride, c, y);
      }
    }
  }

  /// Returns where the bytes begin that kernel position (i, j) of `channel` meets; the next row is `pitch` further.
  [[nodiscard]] const std::int8_t* start(std::int64_t channel, std::int64_t i, std::int64_t j) const {
    return bytes_.data() + place(channel, i * high_.dilation, j * wide_.dilation);
  }
  [[nodiscard]] std::int64_t pitch() const { return wide_.plane(); }

 private:
  /// Returns the place of element (y, x) of the padded image.
  [[nodiscard]] std::int64_t place(std::int64_t channel, std::int64_t y, std::int64_t x) const {
    const std::int64_t plane = (channel * high_.stride + y % high_.stride) * wide_.stride + x % wide_.stride;
    return (plane * high_.plane() + y / high_.stride) * pitch() + x / wide_.stride;
  }

  void copy_row(const Image& image, const std::int8_t* from, std::int64_t channel, std::int64_t y) {
    const std::int64_t end = std::min(wide_.read(), wide_.padding + wide_.input);
    if (wide_.stride == 1 && image.column_stride == 1) {
      std::copy_n(from, std::max<std::int64_t>(0, end - wide_.padding),
                  bytes_.data() + place(channel, y, wide_.padding));
      return;
    }
    for (std::int64_t x = wide_.padding; x < end; ++x) {
      bytes_[static_cast<std::size_t>(place(channel, y, x))] = from[(x - wide_.padding) * image.column_stride];
    }
  }

  Axis high_, wide_;
  std::vector<std::int8_t> bytes_;
};

/// Returns where the rows of the patches begin: a row per channel and kernel position.
std::vector<const std::int8_t*> patch_rows(const Planes& planes, std::int64_t channels, const Extent& kernel) {
  std::vector<const std::int8_t*> rows;
  rows.reserve(static_cast<std::size_t>(channels * kernel[0] * kernel[1]));
  for (std::int64_t c = 0; c < channels; ++c) {
    for (std::int64_t i = 0; i < kernel[0]; ++i) {
      for (std::int64_t j = 0; j < kernel[1]; ++j) rows.push_back(planes.start(c, i, j));
    }
  }
  return rows;
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

/// Writes `count` sums of a channel as float16.
[[gnu::always_inline]] inline void write_sums(const std::int32_t* sums, std::int64_t count, float scale,
                                              std::int32_t bias, std::byte* out) {
  for (std::int64_t i = 0; i < count; ++i) {
    const auto sum = static_cast<std::int32_t>(static_cast<std::uint32_t>(sums[i]) + static_cast<std::uint32_t>(bias));
    const std::uint16_t half = float16_of(static_cast<float>(sum) * scale);
    std::memcpy(out + 2 * i, &half, 2);
  }
}

/// Result rows [first, first + count) of all channels, which lie in sums with `pitch` from row to row.
struct Rows {
  std::int64_t first, count, width, pitch;
  std::int64_t channel_size;  ///< of the result

  [[nodiscard]] std::int64_t places() const { return (count - 1) * pitch + width; }
};

void write_rows(std::span<const std::int32_t> sums, const Rows& rows, const Channels& channels, std::byte* out) {
  run_wide([&]() NPU_CTS_INLINED {
    for (std::size_t c = 0; c < channels.scale.size(); ++c) {
      const auto channel = static_cast<std::int64_t>(c);
      const std::int32_t* from = sums.data() + channel * rows.places();
      std::byte* to = out + 2 * (channel * rows.channel_size + rows.first * rows.width);
      for (std::int64_t y = 0; y < rows.count; ++y, from += rows.pitch, to += 2 * rows.width) {
        write_sums(from, rows.width, channels.scale[c], channels.bias[c], to);
      }
    }
  });
}

/// Convolves one image; `weight` has a row per output channel. What a kernel position meets is one run over all result
/// rows, with what lies between them: that is summed too, and not written. Where it is most of the run, the rows are
/// taken one by one.
void convolve(const Image& image, const ConvGeometry& geometry, const Int8Matrix& weight, const Channels& channels,
              std::byte* out) {
  const Axis high = axis_of(geometry, 0);
  const Axis wide = axis_of(geometry, 1);
  const Planes planes(image, high, wide);
  auto starts = patch_rows(planes, image.channels, geometry.kernel);
  Rows rows{0, 2 * wide.output >= planes.pitch() ? high.output : 1, wide.output, planes.pitch(),
            high.output * wide.output};
  std::vector<std::int32_t> sums(static_cast<std::size_t>(weight.rows * rows.places()));
  for (; rows.first < high.output; rows.first += rows.count) {
    multiply(weight, {.rows = weight.columns, .columns = rows.places(), .row_starts = starts.data()}, sums);
    write_rows(sums, rows, channels, out);
    for (const std::int8_t*& start : starts) start += rows.count * rows.pitch;
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
  Tensor out{.type = outputs(target, request).front().type};
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
  return only_output(std::move(out));
}

}  // namespace npu_cts::kernels::QuantConv2d
