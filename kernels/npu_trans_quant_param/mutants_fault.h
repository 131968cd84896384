// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace npu_cts::mutants::npu_trans_quant_param {

/// What the parametrized npu_trans_quant_param does wrong; mutants.cpp has the tables that say it in words, and
/// mutants_sets.cpp that of paths that a data set is there for.
enum class Fault : std::uint8_t {
  none,
  no_flag,
  offset_at_36,
  offset_8_bits,
  offset_wraps,
  offset_clamped_to_int8,
  offset_from_minus_255,
  offset_sign_extended,
  offset_toward_zero,
  offset_half_up,
  offset_adds_half,
  offset_tie_at_the_end,
  offset_in_32_bits,
  offset_first,
  offset_left_out,
  scale_high,
  scale_uncut,
  scale_sign_lost,
  scale_first,
  scale_modulo_1024,
  scale_modulo_4096,
  scale_modulo_65536,
  offset_modulo_1024,
  offset_modulo_65536,
  single_scale_once,
  single_offset_once,
  round_mode_ignored,
  round_mode_default_1,
  round_up_ties,
  round_without_carry,
  round_stops_at_largest,
  cut_flushes_subnormals,
  cut_by_product,
  cut_stops_at_largest,
  cut_keeps_nan,
  flushed_sign_lost,
  rounds_first_16,
  rounds_first_512,
  scale_row_repeated,
  skips_last,
  storage_offset_of_scale_ignored,
  storage_offset_of_offset_ignored,
};

}  // namespace npu_cts::mutants::npu_trans_quant_param
