// SPDX-License-Identifier: Apache-2.0
// Faults of single paths of QuantConv2d, as real kernels have them: fast paths that forget an argument, and what a
// tiling loses where a size fits it or just does not.
#include "kernels/QuantConv2d/mutants_paths.h"

#include "kernels/common/mutant_values.h"

namespace npu_cts::mutants::QuantConv2d {
namespace {

/// Returns how many products a sum has.
std::int64_t products(const Conv& conv) { return channels(conv) * conv.kernel_shape[2] * conv.kernel_shape[3]; }

bool is_one_under(std::int64_t size, std::int64_t tile) { return size % tile == tile - 1; }

bool has_offset(const Conv& conv) { return conv.offset_x != 0; }

bool is_same_otherwise(const Conv& conv) {
  return conv.padding == Pair{1, 1} && !has_dilation(conv) && !has_offset(conv);
}

constexpr std::array rows{
    // what a fast path forgets
    FaultRow<Path>{{Fault::stride_ignored,
                    [](const Conv& c) {
                      return c.stride == Pair{2, 2} && !has_padding(c) && !has_dilation(c);
                    }},
                   "StrideTwoAlone",
                   "takes every pixel where a stride of 2 is all that is asked for"},
    FaultRow<Path>{
        {Fault::dilation_ignored, [](const Conv& c) { return !has_stride(c) && !has_padding(c) && !has_offset(c); }},
        "DilationAlone",
        "takes neighbouring pixels where dilation is all that is asked for"},
    FaultRow<Path>{{Fault::stride_ignored,
                    [](const Conv& c) {
                      return c.stride == Pair{2, 2} && is_same_otherwise(c);
                    }},
                   "StrideTwoOfSamePadding",
                   "takes every pixel where stride is 2, padding 1 and nothing else asked for"},
    FaultRow<Path>{
        {Fault::skips_last_row, [](const Conv& c) { return is_pointwise(c) && has_padding(c) && !has_stride(c); }},
        "PointwisePadding",
        "loses the last row where kernels are one pixel large and there is padding"},
    FaultRow<Path>{{Fault::stride_ignored, [](const Conv& c) { return is_pointwise(c); }},
                   "PointwiseStride",
                   "takes every pixel where kernels are one pixel large"},
    FaultRow<Path>{{Fault::stride_ignored,
                    [](const Conv& c) { return has_stride(c) && has_padding(c) && has_dilation(c) && c.bias.empty(); }},
                   "StridePaddingAndDilation",
                   "takes every pixel where stride, padding and dilation meet and there is no bias"},
    FaultRow<Path>{{Fault::skips_last_row,
                    [](const Conv& c) { return c.image_shape[1] <= 4 && c.image_shape[2] * c.image_shape[3] >= 4096; }},
                   "SmallChannelsOfLargeImages",
                   "loses the last row of the result of four channels or fewer with 4096 pixels or more"},
    FaultRow<Path>{{Fault::channels_swapped, [](const Conv& c) { return c.kernel_shape[0] == c.kernel_shape[1]; }},
                   "SquareChannels",
                   "reads kernels as input by output channel where there are as many of each"},
    FaultRow<Path>{{Fault::skips_last_kernel, [](const Conv& c) { return is_one_over(c.kernel_shape[0], 16); }},
                   "OneKernelOver16",
                   "loses a single kernel behind tiles of 16"},
    FaultRow<Path>{
        {Fault::skips_last_column,
         [](const Conv& c) { return is_one_over(c.kernel_shape[0], 16) && is_one_over(c.kernel_shape[1], 32); }},
        "CornerOfChannels",
        "loses the last column where a single kernel and a single channel are over tiles of 16 and 32"},
    FaultRow<Path>{
        {Fault::skips_last_row, [](const Conv& c) { return is_one_over(c.out_shape[2] * c.out_shape[3], 16); }},
        "OnePlaceOver16",
        "loses the last row where a single place is over tiles of 16"},
    FaultRow<Path>{
        {Fault::float16_truncated,
         [](const Conv& c) { return c.asks_floor && c.bias.empty() && !has_stride(c) && is_same_otherwise(c); }},
        "ReservedRoundModeAlone",
        "cuts results where the reserved round_mode is 'floor', padding is 1, and nothing else is asked for"},
    // what a tiling loses
    FaultRow<Path>{{Fault::skips_last_kernel, [](const Conv& c) { return kernels(c) % 32 == 0; }},
                   "FullTileOf32Kernels",
                   "loses the last kernel where kernels fill tiles of 32"},
    FaultRow<Path>{{Fault::skips_last_kernel, [](const Conv& c) { return is_one_under(kernels(c), 16); }},
                   "OneKernelUnder16",
                   "loses the last kernel where one is missing to tiles of 16"},
    FaultRow<Path>{{Fault::skips_last_kernel, [](const Conv& c) { return is_one_over(kernels(c), 64); }},
                   "OneKernelOver64",
                   "loses a single kernel behind tiles of 64"},
    FaultRow<Path>{{Fault::skips_last_channel, [](const Conv& c) { return channels(c) % 32 == 0; }},
                   "FullTileOf32Channels",
                   "loses the last channel where channels fill tiles of 32"},
    FaultRow<Path>{{Fault::skips_last_channel, [](const Conv& c) { return channels(c) > 256 && channels(c) % 8 == 6; }},
                   "LongTailOf6Channels",
                   "leaves the last channel of a tail of six behind 256 out"},
    FaultRow<Path>{{Fault::skips_last_kernel, [](const Conv& c) { return kernels(c) > 256 && kernels(c) % 8 == 5; }},
                   "LongTailOf5Kernels",
                   "loses the last kernel of a tail of five behind 256"},
    FaultRow<Path>{{Fault::skips_last_channel, [](const Conv& c) { return is_one_under(channels(c), 32); }},
                   "OneChannelUnder32",
                   "loses the last channel where one is missing to tiles of 32"},
    FaultRow<Path>{{Fault::skips_last_channel, [](const Conv& c) { return is_one_over(channels(c), 64); }},
                   "OneChannelOver64",
                   "loses a single channel behind tiles of 64"},
    FaultRow<Path>{{Fault::skips_last_row, [](const Conv& c) { return channels(c) % 32 == 0 && kernels(c) % 16 == 0; }},
                   "FullTilesOfChannels",
                   "loses the last row where channels and kernels fill tiles of 32 and 16"},
    FaultRow<Path>{{Fault::skips_last_channel, [](const Conv& c) { return is_one_over(products(c), 32); }},
                   "OneProductOver32",
                   "loses the last channel where a single product of a sum is behind tiles of 32"},
    FaultRow<Path>{{Fault::skips_last_channel, [](const Conv& c) { return products(c) % 32 == 0; }},
                   "FullTileOf32Products",
                   "loses the last channel where the products of a sum fill tiles of 32"},
    FaultRow<Path>{{Fault::skips_last_row, [](const Conv& c) { return (c.out_shape[2] * c.out_shape[3]) % 16 == 0; }},
                   "FullTileOf16Places",
                   "loses the last row where places fill tiles of 16"},
    FaultRow<Path>{{Fault::skips_last_column, [](const Conv& c) { return is_one_over(c.out_shape[3], 8); }},
                   "OneColumnOver8",
                   "loses a single column of the result behind tiles of 8"},
    FaultRow<Path>{{Fault::skips_last_column, [](const Conv& c) { return c.out_shape[3] % 16 == 0; }},
                   "FullTileOf16Columns",
                   "loses the last column of the result where columns fill tiles of 16"},
    FaultRow<Path>{{Fault::skips_last_column, [](const Conv& c) { return c.image_shape[3] > 128 && has_stride(c); }},
                   "StrideOfWideImages",
                   "loses the last column of images of more than 128 columns where there is a stride"},
    FaultRow<Path>{{Fault::image_of_batch_0, [](const Conv& c) { return is_one_over(c.image_shape[0], 8); }},
                   "OneImageOver8",
                   "convolves the first image for all where a single one is behind tiles of 8"},
    FaultRow<Path>{{Fault::image_of_batch_0, [](const Conv& c) { return is_one_under(c.image_shape[0], 8); }},
                   "OneImageUnder8",
                   "convolves the first image for all where one is missing to tiles of 8"},
    // what sizes that are equal or one are taken for
    FaultRow<Path>{{Fault::image_of_batch_0,
                    [](const Conv& c) { return c.image_shape[0] > 1 && c.image_shape[0] == channels(c); }},
                   "AsManyImagesAsChannels",
                   "convolves the first image for all where there are as many as channels"},
    FaultRow<Path>{
        {Fault::scale_of_channel_0, [](const Conv& c) { return kernels(c) > 1 && kernels(c) == c.image_shape[0]; }},
        "AsManyKernelsAsImages",
        "uses one scale for all channels where there are as many as images"},
    FaultRow<Path>{{Fault::kernel_swapped, [](const Conv& c) { return c.image_shape[2] == c.image_shape[3]; }},
                   "KernelsOfSquareImages",
                   "reads kernels as width by height where images are square"},
    FaultRow<Path>{{Fault::padding_swapped, [](const Conv& c) { return c.image_shape[2] == c.image_shape[3]; }},
                   "PaddingOfSquareImages",
                   "takes padding as width, height where images are square"},
    FaultRow<Path>{{Fault::dilation_swapped, [](const Conv& c) { return c.kernel_shape[2] == c.kernel_shape[3]; }},
                   "DilationOfSquareKernels",
                   "takes dilation as width, height where kernels are square"},
    FaultRow<Path>{
        {Fault::skips_last_column, [](const Conv& c) { return c.image_shape[2] == 1 && c.image_shape[3] > 1; }},
        "ImagesOfOneRow",
        "loses the last column of the result where images have one row"},
    FaultRow<Path>{{Fault::skips_last_row, [](const Conv& c) { return c.image_shape[2] > 1 && c.image_shape[3] == 1; }},
                   "ImagesOfOneColumn",
                   "loses the last row of the result where images have one column"},
    FaultRow<Path>{{Fault::bias_left_out, [](const Conv& c) { return c.out_shape[2] == 1 && c.out_shape[3] == 1; }},
                   "BiasOfOnePlace",
                   "ignores the bias where the result has a single place"},
    FaultRow<Path>{
        {Fault::pads_zero,
         [](const Conv& c) { return c.padding[0] >= c.kernel_shape[2] && c.padding[1] >= c.kernel_shape[3]; }},
        "WindowsOfPadding",
        "pads with zero where some windows lie in the padding alone"},
    FaultRow<Path>{{Fault::stride_ignored,
                    [](const Conv& c) { return c.stride[0] > c.kernel_shape[2] && c.stride[1] > c.kernel_shape[3]; }},
                   "StrideBeyondKernels",
                   "takes every pixel where strides leave pixels out between windows"},
};

}  // namespace

std::int64_t kernels(const Conv& conv) { return conv.kernel_shape[0]; }

std::int64_t channels(const Conv& conv) { return conv.kernel_shape[1]; }

bool is_pointwise(const Conv& conv) { return conv.kernel_shape[2] == 1 && conv.kernel_shape[3] == 1; }

bool has_stride(const Conv& conv) { return conv.stride != Pair{1, 1}; }

bool has_padding(const Conv& conv) { return conv.padding != Pair{0, 0}; }

bool has_dilation(const Conv& conv) { return conv.dilation != Pair{1, 1}; }

std::span<const FaultRow<Path>> paths() { return rows; }

}  // namespace npu_cts::mutants::QuantConv2d
