// SPDX-License-Identifier: Apache-2.0
// Argument checks of QuantConv2d that overlook one way of being wrong.

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/QuantConv2d/mutants.h"
#include "kernels/QuantConv2d/mutants_meeting.h"
#include "kernels/common/mutant_meeting.h"
#include "kernels/common/mutant_oversights.h"
#include "kernels/common/mutant_values.h"

namespace npu_cts::mutants::QuantConv2d {
namespace {

constexpr std::int64_t any = std::int64_t{1} << 20;

void forgive_kernels(Request& request, std::size_t axis) {
  Shape* const weight = shape_in(request, "weight");
  const Shape* const image = shape_in(request, "quant_conv2d_input");
  if (weight == nullptr || image == nullptr) return;
  if (weight->size() == 4 && image->size() == 4 && axis == 1 && (*weight)[1] == 1) (*weight)[1] = (*image)[1];
  if (weight->size() == 4 && axis == 0) (*weight)[0] = out_channels(request);
}

/// Takes a vector that lies along the channels of an image.
void forgive_image_of_channels(Request& request, std::string_view key) {
  Shape* const shape = shape_in(request, key);
  if (shape != nullptr && *shape == Shape{1, out_channels(request), 1, 1}) *shape = {out_channels(request)};
}

/// Takes groups of channels, with kernels as deep as a group.
void forgive_groups(Request& request) {
  std::int64_t* const groups = integer_in(request, "groups");
  Shape* const weight = shape_in(request, "weight");
  const Shape* const image = shape_in(request, "quant_conv2d_input");
  if (groups == nullptr || weight == nullptr || image == nullptr || *groups < 2) return;
  if (weight->size() != 4 || image->size() != 4 || out_channels(request) % *groups != 0) return;
  if ((*weight)[1] * *groups != (*image)[1]) return;
  (*weight)[1] = (*image)[1];
  *groups = 1;
}

/// Takes a list of `entries` where a pair must be: its last entry stands for what is missing, and more are not read.
void forgive_length(Request& request, std::string_view key, std::size_t entries) {
  std::vector<std::int64_t>* const list = list_in(request, key);
  if (list != nullptr && list->size() == entries && !list->empty()) list->resize(2, list->back());
}

/// Takes kernels that reach beyond the image by less than a stride, as a division that rounds towards zero does.
void forgive_reach(Request& request) {
  Shape* const image = shape_in(request, "quant_conv2d_input");
  if (image == nullptr || image->size() != 4) return;
  const auto kernel = pair_or(request, "kernel_size", 1);
  const auto stride = pair_or(request, "stride", 1);
  const auto padding = pair_or(request, "padding", 0);
  const auto dilation = pair_or(request, "dilation", 1);
  const auto is_in_range = [](std::int64_t number) { return number >= 0 && number <= 255; };  // no product overflows
  for (std::size_t i = 0; i < 2; ++i) {
    if (!is_in_range(kernel[i]) || !is_in_range(padding[i]) || !is_in_range(dilation[i])) return;
    std::int64_t& size = (*image)[2 + i];
    const std::int64_t missing = dilation[i] * (kernel[i] - 1) + 1 - 2 * padding[i] - size;
    if (missing > 0 && missing < stride[i]) size += missing;
  }
}

void add_axis_of_one(Request& request, std::string_view key) {
  Shape* const shape = shape_in(request, key);
  if (shape != nullptr && shape->size() == 3) shape->insert(shape->begin(), 1);
}

}  // namespace

std::int64_t out_channels(const Request& request) { return integer_or(request, "out_channels", 0); }

// NOLINTNEXTLINE(readability-function-size): a table
std::vector<Oversight> oversights() {
  std::vector<Oversight> all{
      {"StrideHeight", "takes any stride along the height", [](Request& r) { forgive_entry(r, "stride", 0, 1, 63); }},
      {"StrideWidth", "takes any stride along the width", [](Request& r) { forgive_entry(r, "stride", 1, 1, 63); }},
      {"StrideWidthNotPositive", "takes a stride of 0 along the width",
       [](Request& r) { forgive_entry(r, "stride", 1, 1, any); }},
      {"PaddingHeight", "takes any padding along the height",
       [](Request& r) { forgive_entry(r, "padding", 0, 0, 255); }},
      {"PaddingWidthNegative", "takes a negative padding along the width",
       [](Request& r) { forgive_entry(r, "padding", 1, 0, any); }},
      {"PaddingWidthLarge", "takes a padding over 255 along the width",
       [](Request& r) { forgive_entry(r, "padding", 1, -any, 255); }},
      {"DilationHeight", "takes any dilation along the height",
       [](Request& r) { forgive_entry(r, "dilation", 0, 1, 255); }},
      {"DilationWidthLarge", "takes a dilation over 255 along the width",
       [](Request& r) { forgive_entry(r, "dilation", 1, -any, 255); }},
      {"ScaleRank", "counts the scales and not their axes", [](Request& r) { flatten(r, "scale"); }},
      {"ScaleShort", "takes one scale too few", [](Request& r) { forgive_size(r, "scale", out_channels(r), -1); }},
      {"ScaleLong", "takes one scale too many", [](Request& r) { forgive_size(r, "scale", out_channels(r), 1); }},
      {"ScaleOne", "takes one scale for all channels",
       [](Request& r) { forgive_size(r, "scale", out_channels(r), 1 - out_channels(r)); }},
      {"BiasRank", "counts the biases and not their axes", [](Request& r) { flatten(r, "bias_values"); }},
      {"BiasShort", "takes one bias too few", [](Request& r) { forgive_size(r, "bias_values", out_channels(r), -1); }},
      {"BiasLong", "takes one bias too many", [](Request& r) { forgive_size(r, "bias_values", out_channels(r), 1); }},
      {"BiasOne", "takes one bias for all channels",
       [](Request& r) { forgive_size(r, "bias_values", out_channels(r), 1 - out_channels(r)); }},
      {"BiasOfFourAxes", "takes a bias along the channels of an image",
       [](Request& r) { forgive_image_of_channels(r, "bias_values"); }},
      {"ScaleOfFourAxes", "takes scales along the channels of an image",
       [](Request& r) { forgive_image_of_channels(r, "scale"); }},
      {"KernelChannels", "takes kernels of one channel", [](Request& r) { forgive_kernels(r, 1); }},
      {"KernelCount", "takes another number of kernels", [](Request& r) { forgive_kernels(r, 0); }},
      {"GroupsThatFit", "takes groups with kernels as deep as a group", forgive_groups},
      {"StrideOfOneEntry", "takes a list of one stride", [](Request& r) { forgive_length(r, "stride", 1); }},
      {"KernelOfThreeEntries", "takes a kernel of three sizes",
       [](Request& r) { forgive_length(r, "kernel_size", 3); }},
      {"PaddingOfFourEntries", "takes a padding for each of the four sides",
       [](Request& r) { forgive_length(r, "padding", 4); }},
      {"ReachRoundsTowardsZero", "takes kernels that reach beyond the image by less than a stride", forgive_reach},
      {"ImageWithoutBatch", "takes an image of three axes",
       [](Request& r) { add_axis_of_one(r, "quant_conv2d_input"); }},
      {"ImageOfFiveAxes", "takes an image with an axis more",
       [](Request& r) { drop_axis_of_one(r, "quant_conv2d_input", 5, 0); }},
      {"WeightOfFiveAxes", "takes kernels with an axis more", [](Request& r) { drop_axis_of_one(r, "weight", 5, 4); }},
  };
  return with_limits(with_meetings(std::move(all), meeting_oversights()), limit_oversights());
}

}  // namespace npu_cts::mutants::QuantConv2d
