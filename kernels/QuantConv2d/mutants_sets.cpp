// SPDX-License-Identifier: Apache-2.0
// Faults of QuantConv2d that data sets and groups of sizes of its hints are there for: those of single paths. Those of
// every call stand in the table of mutants.cpp.
#include <array>
#include <cstdint>

#include "kernels/QuantConv2d/mutants_meeting.h"
#include "kernels/common/mutant_values.h"

namespace npu_cts::mutants::QuantConv2d {
namespace {

/// Returns how far a kernel reaches along the axis `d`, 0 for rows and 1 for columns.
std::int64_t reach(const Conv& conv, std::size_t d) { return conv.dilation[d] * (conv.kernel_shape[2 + d] - 1) + 1; }

/// Returns how many entries a channel of a kernel has.
std::int64_t entries(const Conv& conv) { return conv.kernel_shape[2] * conv.kernel_shape[3]; }

/// Returns whether kernels have `size` rows and as many columns.
bool is_square_of(const Conv& conv, std::int64_t size) {
  return conv.kernel_shape[2] == size && conv.kernel_shape[3] == size;
}

bool is_uneven(const Pair& pair) { return pair[0] != pair[1]; }

/// Returns whether a result is a single column of several rows.
bool has_one_column(const Conv& conv) { return conv.out_shape[3] == 1 && conv.out_shape[2] > 1; }

constexpr std::array set_rows{
    // numbers
    FaultRow<Meeting>{{Fault::float16_ties_away, [](const ConvCall& c) { return asks_round_mode(c.request, "round"); }},
                      "TiesAwayOfRound",
                      "rounds ties away from zero where the reserved round_mode is round"},
    FaultRow<Meeting>{
        {Fault::pairs_in_16_bits, [](const ConvCall& c) { return is_square_of(c.conv, 3) && channels(c.conv) <= 16; }},
        "PairsOfThreeByThree",
        "adds two products in 16 bits, saturating, in kernels of 3 by 3 and up to 16 channels"},
    FaultRow<Meeting>{
        {Fault::float16_overflow_is_nan, [](const ConvCall& c) { return asks_round_mode(c.request, "round"); }},
        "OverflowOfRoundIsNan",
        "makes results beyond float16 NaN where the reserved round_mode is round"},
    FaultRow<Meeting>{
        {Fault::image_from_minus_127,
         [](const ConvCall& c) { return is_square_of(c.conv, 3) && channels(c.conv) > 96 && channels(c.conv) < 4096; }},
        "LeastPixelOfThreeByThree",
        "reads -128 as -127 where kernels of 3 by 3 have 97 to 4,095 channels, to transform them in 8 bits"},
    FaultRow<Meeting>{{Fault::bias_through_float32, [](const ConvCall& c) { return is_square_of(c.conv, 1); }},
                      "BiasOfOnePixelThroughFloat32",
                      "takes the bias through float32 where kernels are one pixel large"},
    // sizes of words
    FaultRow<Meeting>{{Fault::image_modulo_16, [](const ConvCall& c) { return has_words(c); }},
                      "WordsModulo16Images",
                      "begins with the first image again at batch 16 where scale is int64"},
    FaultRow<Meeting>{{Fault::rows_in_7_bits, [](const ConvCall& c) { return has_words(c) && !has_bias(c); }},
                      "WordsRowsIn7BitsWithoutBias",
                      "keeps 7 bits of a row of the image where scale is int64 and there is no bias"},
    FaultRow<Meeting>{{Fault::skips_channel_tail, [](const ConvCall& c) { return has_words(c) && !has_bias(c); }},
                      "WordsChannelTailWithoutBias",
                      "sums whole blocks of 16 channels where scale is int64 and there is no bias"},
    FaultRow<Meeting>{{Fault::scale_modulo_64, [](const ConvCall& c) { return !has_words(c) && !has_bias(c); }},
                      "ScalesModulo64WithoutBias",
                      "begins with the first scale again at channel 64 where scale is float32 and there is no bias"},
    FaultRow<Meeting>{
        {Fault::scale_of_channel_0, [](const ConvCall& c) { return has_words(c) && kernels(c.conv) > 2047; }},
        "WordsBeyond2047",
        "uses one scale for all channels where it has more than 2,047 words"},
    FaultRow<Meeting>{{Fault::stride_swapped,
                       [](const ConvCall& c) { return has_words(c) && c.conv.dilation[0] != c.conv.dilation[1]; }},
                      "StrideOfUnevenDilationWithWords",
                      "takes stride as width, height where dilation differs by axis and scale is int64"},
    // windows
    FaultRow<Meeting>{
        {Fault::stride_swapped,
         [](const ConvCall& c) {
           return !has_words(c) && !has_bias(c) && is_uneven(c.conv.stride) && is_uneven(c.conv.dilation);
         }},
        "StrideOfUnevenDilationWithoutBias",
        "takes stride as width, height where it and dilation differ by axis, scale is float32 and there is "
        "no bias"},
    FaultRow<Meeting>{
        {Fault::pads_zero,
         [](const ConvCall& c) { return c.conv.padding[0] > 127 && has_bias(c) && channels(c.conv) > 1; }},
        "HighPaddingOfChannels",
        "pads with zero where more than 127 rows are padded, there is a bias and several channels"},
    FaultRow<Meeting>{{Fault::skips_last_column,
                       [](const ConvCall& c) {
                         return c.conv.kernel_shape[3] > 4 && c.conv.stride[1] > 2 && c.conv.padding[0] == 0 &&
                                c.conv.padding[1] > 0;
                       }},
                      "StridedWideKernelsPaddedAlong",
                      "loses the last column where kernels of 5 columns move by 3 or more and only columns are padded"},
    FaultRow<Meeting>{{Fault::kernel_last_column_skipped, [](const ConvCall& c) { return reach(c.conv, 1) > 1023; }},
                      "ReachOfColumnsIn10Bits",
                      "skips the last column of kernels that reach over more than 1,023 columns"},
    FaultRow<Meeting>{
        {Fault::kernel_last_column_skipped,
         [](const ConvCall& c) { return c.conv.kernel_shape[3] > 127 && c.conv.dilation[1] > 1 && !has_bias(c); }},
        "WideDilatedKernelsWithoutBias",
        "skips the last column of kernels of more than 127 columns where these are dilated and there is no bias"},
    FaultRow<Meeting>{{Fault::skips_last_row, [](const ConvCall& c) { return reach(c.conv, 0) > 32767; }},
                      "ReachOfRowsIn15Bits",
                      "loses the last row where kernels reach over more than 32,767 rows"},
    FaultRow<Meeting>{{Fault::kernel_last_column_skipped, [](const ConvCall& c) { return entries(c.conv) > 4095; }},
                      "EntriesIn12Bits",
                      "skips the last column of kernels of more than 4,095 entries"},
    FaultRow<Meeting>{
        {Fault::bias_of_channel_0, [](const ConvCall& c) { return kernels(c.conv) > 32 && has_one_column(c.conv); }},
        "OneColumnOfManyKernels",
        "uses one bias for more than 32 channels where the result has a single column"},
    FaultRow<Meeting>{{Fault::image_of_batch_0,
                       [](const ConvCall& c) { return has_bias(c) && kernels(c.conv) > 32 && has_one_column(c.conv); }},
                      "ImagesOfOneColumnOfManyKernels",
                      "convolves the first image for all where the result of more than 32 kernels with a bias has a "
                      "single column"},
    FaultRow<Meeting>{{Fault::image_of_batch_0,
                       [](const ConvCall& c) {
                         const Shape& out = c.conv.out_shape;
                         return out[2] * out[3] == 1 && out[0] == out[1] && out[0] > 1;
                       }},
                      "SquareOfImagesAndKernels",
                      "convolves the first image for all where there are as many as kernels, and one place"},
    // tiles that are no power of two
    FaultRow<Meeting>{{Fault::skips_last_kernel, [](const ConvCall& c) { return is_one_over(kernels(c.conv), 48); }},
                      "OneKernelOver48",
                      "loses a single kernel behind tiles of 48"},
    FaultRow<Meeting>{{Fault::skips_last_channel, [](const ConvCall& c) { return channels(c.conv) % 96 == 95; }},
                      "OneChannelUnder96",
                      "loses the last channel where one is missing to tiles of 96"},
    // counts
    FaultRow<Meeting>{
        {Fault::scale_of_channel_0, [](const ConvCall& c) { return kernels(c.conv) > 4095 && !is_pointwise(c.conv); }},
        "KernelsIn12Bits",
        "uses one scale for more than 4,095 kernels that are larger than a pixel"},
    FaultRow<Meeting>{{Fault::image_of_batch_0, [](const ConvCall& c) { return c.conv.image_shape[0] > 65535; }},
                      "ImagesIn16Bits",
                      "convolves the first image for all where there are more than 65,535"},
    FaultRow<Meeting>{{Fault::skips_last_row, [](const ConvCall& c) { return c.conv.out_shape[2] > 65535; }},
                      "RowsIn16Bits",
                      "loses the last row of results of more than 65,535 rows"},
};

}  // namespace

std::span<const FaultRow<Meeting>> faults_of_sets() { return set_rows; }

}  // namespace npu_cts::mutants::QuantConv2d
