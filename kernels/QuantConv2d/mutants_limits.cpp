// SPDX-License-Identifier: Apache-2.0
// Faults and argument checks of QuantConv2d that are wrong only where a choice meets a limit of an attribute.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "kernels/QuantConv2d/mutants_meeting.h"
#include "kernels/common/mutant_meeting.h"
#include "kernels/common/mutant_oversights.h"
#include "kernels/common/mutant_values.h"

namespace npu_cts::mutants::QuantConv2d {
namespace {

constexpr std::int64_t largest = 255;  ///< kernel, padding and dilation
constexpr std::int64_t widest_stride = 63;
constexpr std::int64_t any_number = std::int64_t{1} << 20;

constexpr std::array limit_rows{
    FaultRow<Meeting>{{Fault::rows_in_7_bits,
                       [](const ConvCall& c) { return c.conv.kernel_shape[2] == largest && c.conv.bias.empty(); }},
                      "HighestKernelsWithoutBias",
                      "keeps 7 bits of a row of the image where kernels are 255 high and there is no bias"},
    FaultRow<Meeting>{
        {Fault::skips_last_column, [](const ConvCall& c) { return c.conv.stride[1] == widest_stride && has_words(c); }},
        "WidestStrideWithWords",
        "loses the last column where the stride along the width is 63 and scale int64"},
    FaultRow<Meeting>{
        {Fault::pads_zero, [](const ConvCall& c) { return c.conv.padding[0] == largest && c.conv.bias.empty(); }},
        "HighestPaddingWithoutBias",
        "pads with zero where the padding along the height is 255 and there is no bias"},
    FaultRow<Meeting>{
        {Fault::pads_negated, [](const ConvCall& c) { return c.conv.offset_x == -128 && has_dilation(c.conv); }},
        "LeastOffsetXOfDilation",
        "pads with 128 where offset_x is -128 and there is a dilation"},
    FaultRow<Meeting>{{Fault::image_of_batch_0,
                       [](const ConvCall& c) {
                         return c.conv.dilation[1] == largest && c.conv.kernel_shape[3] > 1 &&
                                c.conv.image_shape[0] > 1;
                       }},
                      "WidestDilationOfBatches",
                      "convolves the first image for all where wide kernels have a dilation of 255 along the width"},
    FaultRow<Meeting>{{Fault::scale_of_channel_0,
                       [](const ConvCall& c) {
                         return c.conv.out_shape[2] == 1 && c.conv.kernel_shape[2] > 1 && has_padding(c.conv) &&
                                has_words(c);
                       }},
                      "OneRowOfPaddingWithWords",
                      "uses one int64 scale for all channels where kernels fill the height of a padded image"},
};

bool has_entry(const Request& request, std::string_view key, std::size_t place, std::int64_t number) {
  return pair_or(request, key, 0)[place] == number;
}

bool refuses_wide_dilated(const Request& request) {
  return has_entry(request, "kernel_size", 1, largest) && pair_or(request, "dilation", 1)[1] > 1;
}

bool refuses_high_dilation(const Request& request) {
  return has_entry(request, "dilation", 0, largest) && !gives(request, "bias_values");
}

bool refuses_wide_padding(const Request& request) {
  return has_entry(request, "padding", 1, largest) && integer_or(request, "offset_x", 0) != 0;
}

bool refuses_least_offset_x(const Request& request) {
  return integer_or(request, "offset_x", 0) == -128 && !gives(request, "bias_values");
}

void forgive_dilation_of_flat(Request& request) {
  if (has_entry(request, "kernel_size", 0, 1) && has_entry(request, "dilation", 0, largest + 1))
    forgive_entry(request, "dilation", 0, -any_number, largest);
}

void forgive_stride_of_words(Request& request) {
  if (has_words(request) && has_entry(request, "stride", 0, widest_stride + 1))
    forgive_entry(request, "stride", 0, -any_number, widest_stride);
}

void forgive_padding_without_bias(Request& request) {
  if (!gives(request, "bias_values") && has_entry(request, "padding", 0, largest + 1))
    forgive_entry(request, "padding", 0, -any_number, largest);
}

constexpr std::array limit_oversight_rows{
    Oversight{.name = "WidestKernelsDilated",
              .wrong = "refuses kernels of 255 columns where there is a dilation along them",
              .refuses = &refuses_wide_dilated},
    Oversight{.name = "HighestDilationWithoutBias",
              .wrong = "refuses a dilation of 255 along the height where there is no bias",
              .refuses = &refuses_high_dilation},
    Oversight{.name = "WidestPaddingWithOffsetX",
              .wrong = "refuses a padding of 255 along the width where offset_x is not 0",
              .refuses = &refuses_wide_padding},
    Oversight{.name = "LeastOffsetXWithoutBias",
              .wrong = "refuses an offset_x of -128 where there is no bias",
              .refuses = &refuses_least_offset_x},
    Oversight{"DilationTooHighOfFlatKernels", "takes a dilation of 256 along the height of kernels of one row",
              &forgive_dilation_of_flat},
    Oversight{"StrideTooHighWithWords", "takes a stride of 64 along the height where scale is int64",
              &forgive_stride_of_words},
    Oversight{"PaddingTooHighWithoutBias", "takes a padding of 256 along the height where there is no bias",
              &forgive_padding_without_bias},
};

}  // namespace

std::span<const FaultRow<Meeting>> limits() { return limit_rows; }

std::span<const Oversight> limit_oversights() { return limit_oversight_rows; }

}  // namespace npu_cts::mutants::QuantConv2d
