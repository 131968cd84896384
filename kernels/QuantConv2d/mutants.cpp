// SPDX-License-Identifier: Apache-2.0
// QuantConv2d with one fault. Right: (int8 convolution padded with offset_x + bias) × scale as FP19, to float16.

#include "kernels/QuantConv2d/mutants.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <span>
#include <utility>

#include "framework/model/half.h"
#include "framework/model/storage.h"
#include "kernels/QuantConv2d/mutants_meeting.h"
#include "kernels/QuantConv2d/mutants_paths.h"
#include "kernels/common/mutant_meeting.h"
#include "kernels/common/mutant_values.h"

namespace npu_cts::mutants::QuantConv2d {
namespace {

constexpr std::array faults{
    FaultRow<Fault>{Fault::none, "Faultless", "", "it has no fault"},
    FaultRow<Fault>{Fault::pads_zero, "PadsZero", "pads with zero"},
    FaultRow<Fault>{Fault::pads_unsigned, "PadsUnsigned", "pads with offset_x as an unsigned byte"},
    FaultRow<Fault>{Fault::pads_negated, "PadsNegated", "pads with -offset_x"},
    FaultRow<Fault>{Fault::pads_one_side, "PadsOneSide", "pads at the bottom and the right only"},
    FaultRow<Fault>{Fault::padding_swapped, "PaddingSwapped", "takes padding as width, height"},
    FaultRow<Fault>{Fault::stride_swapped, "StrideSwapped", "takes stride as width, height"},
    FaultRow<Fault>{Fault::dilation_swapped, "DilationSwapped", "takes dilation as width, height"},
    FaultRow<Fault>{Fault::dilation_ignored, "DilationIgnored", "takes neighbouring pixels"},
    FaultRow<Fault>{Fault::kernel_swapped, "KernelSwapped", "reads kernels as width by height"},
    FaultRow<Fault>{Fault::kernel_flipped, "KernelFlipped", "turns kernels round: a true convolution"},
    FaultRow<Fault>{Fault::kernel_first_row, "KernelFirstRow", "uses the first row of a kernel for all"},
    FaultRow<Fault>{Fault::kernel_last_column_skipped, "KernelLastColumnSkipped",
                    "skips the last column of wide kernels"},
    FaultRow<Fault>{Fault::bias_left_out, "BiasLeftOut", "ignores the bias"},
    FaultRow<Fault>{Fault::bias_of_next, "BiasOfNext", "uses the next channel's bias"},
    FaultRow<Fault>{Fault::bias_through_float32, "BiasThroughFloat32", "takes the bias through float32"},
    FaultRow<Fault>{Fault::bias_of_channel_0, "BiasOfChannel0", "uses one bias for all channels"},
    FaultRow<Fault>{Fault::scale_by_input_channel, "ScaleByInputChannel", "counts scales by input channel"},
    FaultRow<Fault>{Fault::scale_of_channel_0, "ScaleOfChannel0", "uses one scale for all channels"},
    FaultRow<Fault>{Fault::scale_modulo_64, "ScaleModulo64", "begins with the first scale again at channel 64"},
    FaultRow<Fault>{Fault::skips_channels_from_64, "SkipsChannelsFrom64", "sums 64 channels"},
    FaultRow<Fault>{Fault::image_modulo_16, "ImageModulo16", "begins with the first image again at batch 16"},
    FaultRow<Fault>{Fault::rows_in_7_bits, "RowsIn7Bits", "keeps 7 bits of a row of the image"},
    FaultRow<Fault>{Fault::columns_in_7_bits, "ColumnsIn7Bits", "keeps 7 bits of a column of the image"},
    FaultRow<Fault>{Fault::scale_high_word, "ScaleHighWord", "reads the high half of an int64 scale"},
    FaultRow<Fault>{Fault::scale_sign_lost, "ScaleSignLost", "drops the sign of the scale"},
    FaultRow<Fault>{Fault::scale_uncut, "ScaleUncut", "keeps the low 13 bits of the scale",
                    "the spec names it as a variant of scale_bits"},
    FaultRow<Fault>{Fault::sum_float32, "SumFloat32", "sums in float32"},
    FaultRow<Fault>{Fault::sum_float16, "SumFloat16", "sums in float16"},
    FaultRow<Fault>{Fault::sum_int16, "SumInt16", "sums in int16, saturating"},
    FaultRow<Fault>{Fault::skips_last_row, "SkipsLastRow", "leaves the last row of the result zero"},
    FaultRow<Fault>{Fault::skips_last_column, "SkipsLastColumn", "leaves the last column of the result zero"},
    FaultRow<Fault>{Fault::skips_channel_tail, "SkipsChannelTail",
                    "sums whole blocks of 16 channels where there is one"},
    FaultRow<Fault>{Fault::skips_kernel_tail, "SkipsKernelTail",
                    "computes whole blocks of 16 kernels where there is one"},
    FaultRow<Fault>{Fault::skips_last_kernel, "SkipsLastKernel", "leaves the results of the last kernel zero"},
    FaultRow<Fault>{Fault::stride_ignored, "StrideIgnored", "takes every pixel whatever stride says"},
    FaultRow<Fault>{Fault::stride_in_5_bits, "StrideIn5Bits", "keeps 5 bits of stride - 1"},
    FaultRow<Fault>{Fault::image_of_batch_0, "ImageOfBatch0", "convolves the first image for all"},
    FaultRow<Fault>{Fault::image_unsigned, "ImageUnsigned", "reads the image as unsigned bytes"},
    FaultRow<Fault>{Fault::image_from_minus_127, "ImageFromMinus127", "reads -128 as -127"},
    FaultRow<Fault>{Fault::weight_unsigned, "WeightUnsigned", "reads the kernels as unsigned bytes"},
    FaultRow<Fault>{Fault::channels_swapped, "ChannelsSwapped", "reads kernels as input by output channel"},
    FaultRow<Fault>{Fault::float16_truncated, "Float16Truncated", "cuts results to float16"},
    FaultRow<Fault>{Fault::float16_flushed, "Float16Flushed", "makes subnormal results zero"},
    FaultRow<Fault>{Fault::float16_overflow_is_nan, "Float16OverflowIsNan", "makes results beyond float16 NaN"},
    FaultRow<Fault>{Fault::float16_least_normal_flushed, "LeastNormalFlushed", "makes the smallest normal result zero"},
    FaultRow<Fault>{Fault::float16_half_of_least_up, "HalfOfLeastUp", "rounds half of the least subnormal up"},
    FaultRow<Fault>{Fault::scale_zero_is_one, "ScaleZeroIsOne", "takes a scale of 0 for one that is not given"},
    FaultRow<Fault>{Fault::scale_stops_at_65504, "ScaleStopsAt65504", "keeps scales within float16"},
    FaultRow<Fault>{Fault::sum_stops_at_30_bits, "SumStopsAt30Bits", "keeps sums within 2^30 before bias"},
    FaultRow<Fault>{Fault::scaled_in_double, "ScaledInDouble", "scales sums in double"},
    FaultRow<Fault>{Fault::storage_offset_of_image_ignored, "StorageOffsetOfImageIgnored",
                    "reads the image from the start of its storage"},
    FaultRow<Fault>{Fault::storage_offset_of_weight_ignored, "StorageOffsetOfWeightIgnored",
                    "reads the kernels from the start of their storage"},
};

Pair swapped(Pair pair) { return {pair[1], pair[0]}; }

std::vector<std::int64_t> image_values(const Tensor& image, Fault fault) {
  if (fault == Fault::image_unsigned) return bytes_of_tensor(image, Reading::as_unsigned);
  return bytes_of_tensor(image, fault == Fault::image_from_minus_127 ? Reading::from_minus_127 : Reading::right);
}

std::vector<std::int64_t> kernel_values(const Tensor& kernels, Fault fault) {
  return bytes_of_tensor(kernels, fault == Fault::weight_unsigned ? Reading::as_unsigned : Reading::right);
}

std::vector<float> scales_of(const Tensor& tensor, Fault fault) {
  std::vector<float> scales;
  if (tensor.type.dtype == DType::float32) {
    scales = floats_of(tensor);
  } else {
    const int shift = fault == Fault::scale_high_word ? 32 : 0;
    for (const std::int64_t word : integers_of(tensor)) {
      scales.push_back(float_of(static_cast<std::uint32_t>(static_cast<std::uint64_t>(word) >> shift)));
    }
  }
  for (float& scale : scales) {
    if (fault != Fault::scale_uncut) scale = fp19_of(scale);
    if (fault == Fault::scale_sign_lost) scale = std::fabs(scale);
    if (fault == Fault::scale_zero_is_one && scale == 0) scale = 1;
    if (fault == Fault::scale_stops_at_65504) scale = std::clamp(scale, -65504.0F, 65504.0F);
  }
  return scales;
}

Shape out_shape_of(const Conv& conv) {
  Shape shape{conv.image_shape[0], conv.kernel_shape[0], 0, 0};
  for (std::size_t d = 0; d < 2; ++d) {
    const std::int64_t reach = conv.dilation[d] * (conv.kernel_shape[2 + d] - 1) + 1;
    shape[2 + d] = (conv.image_shape[2 + d] + 2 * conv.padding[d] - reach) / conv.stride[d] + 1;
  }
  return shape;
}

Conv read(const Request& request, Fault fault) {
  const Tensor image =
      load_at(*find_tensor(request, "quant_conv2d_input"), fault == Fault::storage_offset_of_image_ignored);
  const Tensor kernels = load_at(*find_tensor(request, "weight"), fault == Fault::storage_offset_of_weight_ignored);
  const StoredTensor* bias = find_tensor(request, "bias_values");
  Conv conv{.fault = fault,
            .image_shape = image.type.shape,
            .kernel_shape = kernels.type.shape,
            .image = image_values(image, fault),
            .kernels = kernel_values(kernels, fault),
            .bias = bias == nullptr ? std::vector<std::int64_t>{}
                                    : integers_of(load_at(*bias, fault == Fault::storage_offset_of_bias_ignored)),
            .scales = scales_of(load(*find_tensor(request, "scale")), fault),
            .stride = pair_or(request, "stride", 1),
            .padding = pair_or(request, "padding", 0),
            .dilation = pair_or(request, "dilation", 1),
            .offset_x = integer_or(request, "offset_x", 0),
            .asks_floor = asks_round_mode(request, "floor")};
  conv.out_shape = out_shape_of(conv);
  if (fault == Fault::stride_swapped) conv.stride = swapped(conv.stride);
  if (fault == Fault::padding_swapped) conv.padding = swapped(conv.padding);
  if (fault == Fault::dilation_swapped) conv.dilation = swapped(conv.dilation);
  if (fault == Fault::dilation_ignored) conv.dilation = {1, 1};
  if (fault == Fault::stride_ignored) conv.stride = {1, 1};
  if (fault == Fault::stride_in_5_bits) conv.stride = {(conv.stride[0] - 1) % 32 + 1, (conv.stride[1] - 1) % 32 + 1};
  if (fault == Fault::pads_one_side) conv.padding = {0, 0};
  if (fault == Fault::pads_zero) conv.offset_x = 0;
  if (fault == Fault::pads_unsigned) conv.offset_x &= 0xFF;
  if (fault == Fault::pads_negated) conv.offset_x = -conv.offset_x;
  return conv;
}

/// The place of one result: batch, kernel, row, column.
using Place = std::array<std::int64_t, 4>;

/// Returns the row of the image that row `dy` of a kernel meets; an empty one in the padding.
std::span<const std::int64_t> image_row(const Conv& conv, const Place& at, std::int64_t channel, std::int64_t dy) {
  std::int64_t y = at[2] * conv.stride[0] - conv.padding[0] + dy * conv.dilation[0];
  const Shape& shape = conv.image_shape;
  if (y < 0 || y >= shape[2]) return {};
  std::int64_t batch = at[0];
  if (conv.fault == Fault::image_of_batch_0) batch = 0;
  if (conv.fault == Fault::image_modulo_16) batch %= 16;
  if (conv.fault == Fault::rows_in_7_bits) y %= 128;
  const auto row = static_cast<std::size_t>((batch * shape[1] + channel) * shape[2] + y);
  const auto columns = static_cast<std::size_t>(shape[3]);
  return std::span(conv.image).subspan(row * columns, columns);
}

/// Returns the place of the first weight of row `dy`, and the step from one to the next.
std::array<std::int64_t, 2> weight_row(const Conv& conv, std::int64_t kernel, std::int64_t channel, std::int64_t dy) {
  const Shape& shape = conv.kernel_shape;
  if (conv.fault == Fault::kernel_first_row) dy = 0;
  const std::int64_t outside =
      conv.fault == Fault::channels_swapped ? channel * shape[0] + kernel : kernel * shape[1] + channel;
  const std::int64_t first = outside * shape[2] * shape[3];
  if (conv.fault == Fault::kernel_swapped) return {first + dy, shape[2]};
  if (conv.fault == Fault::kernel_flipped) return {first + (shape[2] - dy) * shape[3] - 1, -1};
  return {first + dy * shape[3], 1};
}

SumDType sum_dtype(Fault fault) {
  if (fault == Fault::sum_int16) return SumDType::int16;
  if (fault == Fault::sum_float16) return SumDType::float16;
  return fault == Fault::sum_float32 ? SumDType::float32 : SumDType::exact;
}

constexpr std::int64_t largest_int16 = 32767;

/// Returns `sum` and the products of row `dy` of a kernel.
std::int64_t add_row(const Conv& conv, const Place& at, std::int64_t channel, std::int64_t dy, std::int64_t sum) {
  const auto row = image_row(conv, at, channel, dy);
  const auto width = static_cast<std::int64_t>(row.size());
  const auto [first, step] = weight_row(conv, at[1], channel, dy);
  std::int64_t columns = conv.kernel_shape[3];
  if (conv.fault == Fault::kernel_last_column_skipped && columns > 1) --columns;
  const SumDType dtype = sum_dtype(conv.fault);
  std::int64_t pair = 0;  // of products
  std::int64_t x = at[3] * conv.stride[1] - conv.padding[1];
  for (std::int64_t dx = 0; dx < columns; ++dx, x += conv.dilation[1]) {
    const auto place = static_cast<std::size_t>(conv.fault == Fault::columns_in_7_bits ? x % 128 : x);
    const std::int64_t pixel = x < 0 || x >= width ? conv.offset_x : row[place];
    const std::int64_t product = pixel * conv.kernels[static_cast<std::size_t>(first + dx * step)];
    if (conv.fault == Fault::pairs_in_16_bits && pair + product > largest_int16) sum -= pair + product - largest_int16;
    pair = dx % 2 == 0 ? product : 0;
    sum = kept_sum(sum + product, dtype);
  }
  return sum;
}

std::int64_t sum_at(const Conv& conv, const Place& at) {
  std::int64_t channels = conv.kernel_shape[1];
  if (conv.fault == Fault::skips_channel_tail && channels > 16) channels = channels / 16 * 16;
  if (conv.fault == Fault::skips_channels_from_64) channels = std::min<std::int64_t>(channels, 64);
  if (conv.fault == Fault::skips_last_channel && channels > 1) --channels;
  std::int64_t sum = 0;
  for (std::int64_t channel = 0; channel < channels; ++channel) {
    for (std::int64_t dy = 0; dy < conv.kernel_shape[2]; ++dy) sum = add_row(conv, at, channel, dy, sum);
  }
  return sum;
}

std::int64_t bias_at(const Conv& conv, std::int64_t kernel) {
  if (conv.bias.empty() || conv.fault == Fault::bias_left_out) return 0;
  auto at = static_cast<std::size_t>(kernel);
  if (conv.fault == Fault::bias_of_next) at = (at + 1) % conv.bias.size();
  if (conv.fault == Fault::bias_of_channel_0) at = 0;
  if (conv.fault == Fault::bias_through_float32) return static_cast<std::int64_t>(static_cast<float>(conv.bias[at]));
  return conv.bias[at];
}

float scale_at(const Conv& conv, std::int64_t kernel) {
  if (conv.fault == Fault::scale_of_channel_0) kernel = 0;
  if (conv.fault == Fault::scale_modulo_64) kernel %= 64;
  if (conv.fault == Fault::scale_by_input_channel) kernel %= conv.kernel_shape[1];
  return conv.scales[static_cast<std::size_t>(kernel)];
}

bool is_skipped(const Conv& conv, const Place& at) {
  const Shape& shape = conv.out_shape;
  if (conv.fault == Fault::skips_last_row) return at[2] == shape[2] - 1;
  if (conv.fault == Fault::skips_last_column) return at[3] == shape[3] - 1;
  if (conv.fault == Fault::skips_last_kernel) return at[1] == shape[1] - 1;
  return conv.fault == Fault::skips_kernel_tail && shape[1] > 16 && at[1] >= shape[1] / 16 * 16;
}

/// Returns the float16 `right` of `value` as `fault` has it where it is one of single numbers; else as it is.
std::uint16_t special_float16(float value, std::uint16_t right, Fault fault) {
  const float magnitude = std::fabs(value);
  if (fault == Fault::float16_half_of_least_up && magnitude == 0x1p-25F) return static_cast<std::uint16_t>(right | 1U);
  if (fault == Fault::float16_least_normal_flushed && magnitude == 0x1p-14F)
    return static_cast<std::uint16_t>(right & 0x8000U);
  return right;
}

std::uint16_t result_at(const Conv& conv, const Place& at) {
  if (is_skipped(conv, at)) return 0;
  Narrowing narrowing = Narrowing::right;
  if (conv.fault == Fault::float16_truncated) narrowing = Narrowing::truncate;
  if (conv.fault == Fault::float16_ties_away) narrowing = Narrowing::ties_away;
  if (conv.fault == Fault::float16_flushed) narrowing = Narrowing::flush_subnormals;
  if (conv.fault == Fault::float16_overflow_is_nan) narrowing = Narrowing::overflow_is_nan;
  constexpr std::int64_t thirty_bits = std::int64_t{1} << 30;
  std::int64_t sum = sum_at(conv, at);
  if (conv.fault == Fault::sum_stops_at_30_bits) sum = std::clamp(sum, -thirty_bits, thirty_bits);
  const auto whole = static_cast<std::int32_t>(sum + bias_at(conv, at[1]));
  const float scale = scale_at(conv, at[1]);
  const float result = conv.fault == Fault::scaled_in_double
                           ? static_cast<float>(static_cast<double>(whole) * static_cast<double>(scale))
                           : static_cast<float>(whole) * scale;
  return special_float16(result, float16_bits(result, narrowing), conv.fault);
}

std::vector<NamedTensor> run(const Target&, Request& request, Fault fault) {
  const Conv conv = read(request, fault);
  std::vector<std::int64_t> results;
  const Shape& shape = conv.out_shape;
  for (std::int64_t flat = 0; flat < numel(shape); ++flat) {
    const std::int64_t column = flat % shape[3];
    const std::int64_t row = flat / shape[3] % shape[2];
    const std::int64_t kernel = flat / shape[3] / shape[2] % shape[1];
    results.push_back(result_at(conv, {flat / shape[3] / shape[2] / shape[1], kernel, row, column}));
  }
  return {{.name = "out", .tensor = integer_tensor(DType::float16, shape, results)}};
}

/// Entry `axis` of a pair argument; a single integer stands for both.
std::int64_t entry_of(const Call& call, std::string_view key, std::size_t axis, std::int64_t fallback) {
  const auto it = call.arguments.find(key);
  if (it == call.arguments.end()) return fallback;
  if (const auto* both = std::get_if<std::vector<std::int64_t>>(&it->second)) return (*both)[axis];
  const auto* one = std::get_if<std::int64_t>(&it->second);
  return one == nullptr ? fallback : *one;
}

}  // namespace

bool asks_round_mode(const Request& request, std::string_view word) {
  const auto mode = request.arguments.find("round_mode");
  const auto* const asked = mode == request.arguments.end() ? nullptr : std::get_if<std::string>(&mode->second);
  return asked != nullptr && *asked == word;
}

std::vector<Mutant> mutants() {
  const auto conv_of = [](const Target& /*target*/, const Request& request) { return read(request, Fault::none); };
  const auto call_of = [](const Target& target, const Request& request) {
    return ConvCall{{target, request}, read(request, Fault::none)};
  };
  auto all = each_fault(faults, paths(), run, conv_of);
  std::ranges::move(each_path(faults_of_sets(), run, call_of), std::back_inserter(all));
  all = with_meetings(std::move(all), each_path(meetings(), run, call_of));
  all = with_limits(std::move(all), each_path(limits(), run, call_of));
  return with_threes(std::move(all), each_path(threes(), run, call_of));
}

std::int64_t cost_of(const Call& call) {
  const TensorType& image = type_of(call, "quant_conv2d_input");
  const TensorType& weight = type_of(call, "weight");
  std::int64_t places = image.shape[0];
  for (std::size_t d = 0; d < 2; ++d) {
    const std::int64_t reach = entry_of(call, "dilation", d, 1) * (weight.shape[2 + d] - 1) + 1;
    const std::int64_t padded = image.shape[2 + d] + 2 * entry_of(call, "padding", d, 0);
    places *= (padded - reach) / entry_of(call, "stride", d, 1) + 1;
  }
  return std::max(largest_tensor(call), places * numel(weight.shape));
}

}  // namespace npu_cts::mutants::QuantConv2d
