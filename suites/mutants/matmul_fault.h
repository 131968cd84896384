#pragma once

#include <cstdint>

namespace npu_cts::mutants {

/// What the parametrized npu_quant_matmul does wrong; quant_matmul.cpp has the table that says it in words.
enum class MatmulFault : std::uint8_t {
  none,
  // how a sum becomes a result
  round_toward_zero,
  round_half_away,
  round_half_up,
  round_through_float16,
  wraps,
  from_minus_127,
  bfloat16_truncated,
  float16_truncated,
  float16_flushed,
  float16_overflow_is_nan,
  int32_through_float32,
  default_is_float16,
  // how products are summed
  sum_int16,
  sum_float16,
  sum_bfloat16,
  sum_float32,
  skips_k_tail_32,
  skips_k_tail_16,
  skips_last_k,
  stops_at_k_32767,
  skips_n_tail_32,
  skips_n_tail_16,
  skips_m_tail_16,
  skips_last_row,
  // scales
  scale_of_next,
  scale_of_first,
  scale_by_row,
  scale_sign_lost,
  scale_word_uncut,
  scale_float_uncut,
  scale_rounded_to_fp19,
  pertoken_by_column,
  pertoken_ignored,
  pertoken_of_first,
  product_in_bfloat16,
  // bias
  bias_left_out,
  bias_after_scale,
  bias_through_float32,
  bias_of_first,
  bias_of_batch_0,
  float_bias_before_scale,
  float_bias_rounded,
  // offset
  offset_half_away,
  offset_toward_zero,
  offset_ignored,
  offset_of_first,
  offset_in_word_ignored,
  offset_in_word_unsigned,
  offset_in_word_of_8_bits,
  offset_after_saturation,
  offset_unclamped,
  // how operands are read
  reads_from_minus_127,
  x1_unsigned,
  x2_unsigned,
  x2_of_batch_0,
  x1_of_batch_0,
  batches_counted_round,
  nibbles_swapped,
  nibbles_reversed,
  nibbles_unsigned,
  nz_columns_first,
  nz_blocks_16x16,
  nz_rows_unpadded,
  transposed_ignored,
  strides_ignored,
};

}  // namespace npu_cts::mutants
