// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "framework/model/tensor.h"
#include "kernels/mutant.h"

namespace npu_cts::mutants::QuantConv2d {

/// What the parametrized QuantConv2d does wrong; mutants.cpp has the table that says it in words, and mutants_paths.cpp
/// those that one path alone does, mutants_meeting.cpp those where choices meet, mutants_sets.cpp those of data sets.
enum class Fault : std::uint8_t {
  none,
  pads_zero,
  pads_unsigned,
  pads_negated,
  pads_one_side,
  padding_swapped,
  stride_swapped,
  dilation_swapped,
  dilation_ignored,
  kernel_swapped,
  kernel_flipped,
  kernel_first_row,
  kernel_last_column_skipped,
  bias_left_out,
  bias_of_next,
  bias_through_float32,
  bias_of_channel_0,
  scale_by_input_channel,
  scale_of_channel_0,
  scale_modulo_64,
  scale_high_word,
  scale_sign_lost,
  scale_uncut,
  sum_float32,
  sum_float16,
  sum_int16,
  skips_last_row,
  skips_last_column,
  skips_channel_tail,
  skips_last_channel,
  skips_channels_from_64,
  skips_kernel_tail,
  skips_last_kernel,
  stride_ignored,
  stride_in_5_bits,
  image_of_batch_0,
  image_modulo_16,
  rows_in_7_bits,
  columns_in_7_bits,
  image_unsigned,
  image_from_minus_127,
  weight_unsigned,
  channels_swapped,
  float16_truncated,
  float16_flushed,
  float16_overflow_is_nan,
  float16_ties_away,
  float16_least_normal_flushed,
  float16_half_of_least_up,
  scale_zero_is_one,
  scale_stops_at_65504,
  sum_stops_at_30_bits,
  scaled_in_double,
  pairs_in_16_bits,
  storage_offset_of_image_ignored,
  storage_offset_of_weight_ignored,
  storage_offset_of_bias_ignored,
};

using Pair = std::array<std::int64_t, 2>;

/// A convolution's numbers, the faults of its arguments already in.
struct Conv {
  Fault fault = Fault::none;
  Shape image_shape;   ///< batch, channels, height, width
  Shape kernel_shape;  ///< out, in, height, width
  Shape out_shape = {};
  std::vector<std::int64_t> image;
  std::vector<std::int64_t> kernels;
  std::vector<std::int64_t> bias;  ///< empty: none
  std::vector<float> scales;
  Pair stride;
  Pair padding;
  Pair dilation;
  std::int64_t offset_x = 0;
  bool asks_floor = false;  ///< by round_mode, which is reserved
};

/// Returns how many kernels there are.
std::int64_t kernels(const Conv& conv);

/// Returns how many channels a kernel has.
std::int64_t channels(const Conv& conv);

/// Returns whether kernels are one pixel large.
bool is_pointwise(const Conv& conv);

/// Returns whether a stride is other than 1.
bool has_stride(const Conv& conv);

/// Returns whether a padding is other than 0.
bool has_padding(const Conv& conv);

/// Returns whether a dilation is other than 1.
bool has_dilation(const Conv& conv);

using Path = PathFault<Fault, Conv>;

/// Returns the faults of single paths: fast paths that forget an argument, and what a tiling loses.
std::span<const FaultRow<Path>> paths();

}  // namespace npu_cts::mutants::QuantConv2d
