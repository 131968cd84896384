// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace npu_cts::mutants::npu_quant_scatter_ {

/// What the parametrized npu_quant_scatter_ does wrong; mutants.cpp has the tables that say it in words, and
/// mutants_meeting.cpp that of faults that show where several choices meet, mutants_limits.cpp where one meets a limit.
enum class Fault : std::uint8_t {
  none,
  multiplies,
  reciprocal,
  zero_point_first,
  zero_point_left_out,
  zero_point_of_channel_0,
  zero_point_rounded,
  zero_point_subtracted,
  toward_zero,
  half_away,
  half_up,
  from_minus_127,
  through_float16,
  in_float64,
  zero_point_in_float64,
  updates_as_integers,
  scale_of_channel_0,
  next_scale,
  writes_at_0,
  writes_batch_0,
  pairs_ignore_batch,
  pairs_swapped,
  index_counts_blocks,
  index_of_batch_0,
  first_row_only,
  next_axis,
  zeroes_the_rest,
  skips_last_row,
  skips_last_batch,
  skips_batches_from_8,
  start_in_8_bits,
  start_in_16_bits,
  last_start_one_early,
  channel_modulo_256,
  zero_point_modulo_64,
  subnormal_updates_flushed,
  skips_column_tail,
  ignores_strides_of_updates,
  ignores_strides_of_scales,
  ignores_strides_of_indices,
  ignores_storage_offset_of_updates,
  ignores_storage_offset_of_scales,
  ignores_storage_offset_of_result,
  axis_before_last,
  result_not_in_place,
  blocks_in_16_bits,
};

}  // namespace npu_cts::mutants::npu_quant_scatter_
