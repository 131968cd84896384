// SPDX-License-Identifier: Apache-2.0
// Faults of QuantConv2d that show only where several choices of a call meet, as real kernels have them.
#include "kernels/QuantConv2d/mutants_meeting.h"

#include <array>
#include <cstdint>
#include <variant>

namespace npu_cts::mutants::QuantConv2d {
namespace {

std::int64_t batches(const ConvCall& call) { return call.conv.image_shape[0]; }

/// Returns whether `offset`, which is reserved, is true.
bool has_reserved_offset(const ConvCall& call) {
  const auto it = call.request.arguments.find("offset");
  const auto* const flag = it == call.request.arguments.end() ? nullptr : std::get_if<bool>(&it->second);
  return flag != nullptr && *flag;
}

constexpr std::array meeting_rows{
    // what padding is taken for
    FaultRow<Meeting>{{Fault::pads_zero, [](const ConvCall& c) { return !has_bias(c) && has_dilation(c.conv); }},
                      "PadsZeroOfDilationWithoutBias",
                      "pads with zero where there is a dilation and no bias to fold offset_x into"},
    FaultRow<Meeting>{
        {Fault::pads_negated, [](const ConvCall& c) { return has_reserved_offset(c) && has_bias(c) && has_words(c); }},
        "ReservedOffsetBesideOffsetX",
        "pads with -offset_x where the reserved offset is true, scale int64 and there is a bias"},
    FaultRow<Meeting>{
        {Fault::pads_one_side,
         [](const ConvCall& c) { return c.conv.padding[0] == 0 && c.conv.dilation[1] > 1 && channels(c.conv) == 1; }},
        "WidthPaddingOfDilatedSingleChannel",
        "pads at the right only where the width is dilated, the height not padded and there is one channel"},
    FaultRow<Meeting>{{Fault::padding_swapped, [](const ConvCall& c) { return has_stride(c.conv) && has_words(c); }},
                      "PaddingOfStridesWithWords",
                      "takes padding as width, height where there is a stride and scale is int64"},
    FaultRow<Meeting>{
        {Fault::dilation_swapped,
         [](const ConvCall& c) { return c.conv.kernel_shape[2] == 1 && has_padding(c.conv) && has_bias(c); }},
        "DilationOfFlatKernels",
        "takes dilation as width, height where kernels are one row high and there are padding and bias"},
    FaultRow<Meeting>{
        {Fault::image_unsigned,
         [](const ConvCall& c) { return channels(c.conv) == 1 && c.conv.offset_x < 0 && has_padding(c.conv); }},
        "UnsignedSingleChannel",
        "reads an image of one channel as unsigned bytes where it is padded with a negative offset_x"},
    // what an epilogue forgets
    FaultRow<Meeting>{{Fault::bias_left_out,
                       [](const ConvCall& c) { return has_words(c) && is_pointwise(c.conv) && has_stride(c.conv); }},
                      "BiasOfStridedPointsWithWords",
                      "ignores the bias where kernels are one pixel large, there is a stride and scale is int64"},
    FaultRow<Meeting>{{Fault::bias_of_channel_0,
                       [](const ConvCall& c) {
                         return batches(c) > 1 && kernels(c.conv) % 16 != 0 &&
                                holds(c.request, "scale", DType::float32) && has_dilation(c.conv);
                       }},
                      "BiasOfDilatedBatches",
                      "uses one bias where there are batches and a dilation, scale is float32 and kernels do not fill "
                      "their last tile of 16"},
    FaultRow<Meeting>{{Fault::scale_of_channel_0,
                       [](const ConvCall& c) {
                         return c.target.product == "atlas_inference" && has_words(c) &&
                                is_shared_unevenly(kernels(c.conv));
                       }},
                      "WordsOfOddKernels",
                      "uses one int64 scale for an odd number of kernels on Atlas inference products"},
    // what is lost or read from the wrong place
    FaultRow<Meeting>{{Fault::image_of_batch_0,
                       [](const ConvCall& c) { return is_pointwise(c.conv) && !has_stride(c.conv) && !has_bias(c); }},
                      "BatchesOfPoints",
                      "convolves the first image for all where kernels are one pixel large without stride and bias"},
    FaultRow<Meeting>{{Fault::skips_last_row,
                       [](const ConvCall& c) {
                         return c.target.product == "atlas_a3" && is_shared_unevenly(c.conv.out_shape[2]) &&
                                has_stride(c.conv);
                       }},
                      "OddRowsOfTwoCores",
                      "loses the last of an odd number of rows where there is a stride on Atlas A3"},
    FaultRow<Meeting>{{Fault::skips_last_column,
                       [](const ConvCall& c) {
                         return c.conv.stride[1] > c.conv.kernel_shape[3] && has_padding(c.conv) &&
                                c.conv.image_shape[3] % 2 == 1;
                       }},
                      "WideStrideOfOddPaddedImages",
                      "loses the last column where strides leave columns of a padded image of odd width out"},
    FaultRow<Meeting>{{Fault::storage_offset_of_image_ignored,
                       [](const ConvCall& c) { return is_pointwise(c.conv) && batches(c) == 1; }},
                      "PointsOfOneImageInside",
                      "reads a single image from the start of its storage where kernels are one pixel large"},
    FaultRow<Meeting>{{Fault::storage_offset_of_image_ignored,
                       [](const ConvCall& c) {
                         return c.conv.padding == Pair{1, 1} && !has_stride(c.conv) && !has_dilation(c.conv) &&
                                !has_bias(c) && c.conv.offset_x == 0;
                       }},
                      "ImageInsideOfSamePadding",
                      "reads the image from the start of its storage where padding is 1 and nothing else is asked for"},
    FaultRow<Meeting>{
        {Fault::skips_last_row, [](const ConvCall& c) { return c.conv.image_shape[2] == 16 && !has_padding(c.conv); }},
        "SixteenRows",
        "loses the last row where an image of 16 rows is one tile and not padded"},
    FaultRow<Meeting>{{Fault::storage_offset_of_weight_ignored,
                       [](const ConvCall& c) { return channels(c.conv) == 1 && !has_bias(c) && has_padding(c.conv); }},
                      "KernelsInsideOfSingleChannel",
                      "reads kernels of one channel from the start of their storage with padding and without bias"},
    // what is wrong where three choices meet
    FaultRow<Meeting>{{Fault::stride_swapped,
                       [](const ConvCall& c) {
                         return c.conv.padding[0] != c.conv.padding[1] && c.conv.dilation[0] != c.conv.dilation[1] &&
                                has_bias(c);
                       }},
                      "StrideOfUnevenPaddingAndDilation",
                      "takes stride as width, height where padding and dilation differ by axis and there is a bias"},
    FaultRow<Meeting>{
        {Fault::storage_offset_of_weight_ignored,
         [](const ConvCall& c) { return c.conv.stride[0] != c.conv.stride[1] && has_words(c) && !has_bias(c); }},
        "WeightInsideOfUnevenStrideWithWords",
        "reads kernels from the start of their storage where stride differs by axis, scale is int64 and "
        "there is no bias"},
    FaultRow<Meeting>{
        {Fault::storage_offset_of_image_ignored,
         [](const ConvCall& c) { return c.conv.offset_x < 0 && has_dilation(c.conv) && c.conv.image_shape[0] > 1; }},
        "ImagesInsideOfDilationPaddedBelowZero",
        "reads several images from the start of their storage where there are a dilation and a negative "
        "offset_x"},
};

// Which three choices these have was read off the calls that the family triples alone has.
constexpr std::array three_rows{
    FaultRow<Meeting>{
        {Fault::storage_offset_of_bias_ignored,
         [](const ConvCall& c) {
           return c.conv.offset_x == 0 && gives(c.request, "offset_x") && gives(c.request, "offset");
         }},
        "BiasInsideOfOffsetsSaid",
        "reads biases from the start of their storage where the reserved offset is given and offset_x is said to be 0"},
};

}  // namespace

std::span<const FaultRow<Meeting>> meetings() { return meeting_rows; }

std::span<const FaultRow<Meeting>> threes() { return three_rows; }

}  // namespace npu_cts::mutants::QuantConv2d
