// SPDX-License-Identifier: Apache-2.0
// npu_quant_matmul with one fault: reads the operands, sums the products, and scales each sum.

#include "kernels/npu_quant_matmul/mutants.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "kernels/common/mutant_meeting.h"
#include "kernels/common/mutant_values.h"
#include "kernels/npu_quant_matmul/mutants_epilogue.h"
#include "kernels/npu_quant_matmul/mutants_fault.h"
#include "kernels/npu_quant_matmul/mutants_meeting.h"
#include "kernels/npu_quant_matmul/mutants_operand.h"
#include "kernels/npu_quant_matmul/mutants_paths.h"
#include "kernels/npu_quant_matmul/mutants_sums.h"

namespace npu_cts::mutants::npu_quant_matmul {
namespace {

constexpr std::array faults{
    FaultRow<Fault>{Fault::none, "Faultless", "", "it has no fault"},
    FaultRow<Fault>{Fault::round_toward_zero, "RoundTowardZero", "cuts the fraction of int8 results off"},
    FaultRow<Fault>{Fault::round_half_away, "RoundHalfAway", "rounds halves away from zero"},
    FaultRow<Fault>{Fault::round_half_up, "RoundHalfUp", "rounds halves up"},
    FaultRow<Fault>{Fault::round_through_float16, "RoundThroughFloat16", "rounds to float16 before it rounds to int8"},
    FaultRow<Fault>{Fault::scale_in_fixed_point, "ScaleInFixedPoint",
                    "scales in fixed point and rounds twice: halves up, then halves away from zero"},
    FaultRow<Fault>{Fault::wraps, "Wraps", "keeps the low 8 bits instead of stopping at int8"},
    FaultRow<Fault>{Fault::from_minus_127, "FromMinus127", "stops at -127"},
    FaultRow<Fault>{Fault::floats_ties_away, "FloatsTiesAway", "rounds ties of float results away from zero"},
    FaultRow<Fault>{Fault::bfloat16_truncated, "Bfloat16Truncated", "cuts results to bfloat16"},
    FaultRow<Fault>{Fault::bfloat16_flushed, "Bfloat16Flushed", "makes subnormal bfloat16 results zero"},
    FaultRow<Fault>{Fault::float16_truncated, "Float16Truncated", "cuts results to float16"},
    FaultRow<Fault>{Fault::float16_flushed, "Float16Flushed", "makes subnormal float16 results zero"},
    FaultRow<Fault>{Fault::float16_overflow_is_nan, "Float16OverflowIsNan", "makes results beyond float16 NaN"},
    FaultRow<Fault>{Fault::float16_largest_is_infinite, "Float16LargestIsInfinite",
                    "makes results above 65504 infinite that round to it"},
    FaultRow<Fault>{Fault::float16_least_normal_flushed, "Float16LeastNormalFlushed",
                    "makes the smallest normal float16 result zero"},
    FaultRow<Fault>{Fault::conversion_wraps, "ConversionWraps",
                    "makes int8 results beyond int32 the least int32 first"},
    FaultRow<Fault>{Fault::minus_zero_lost, "MinusZeroLost", "gives zero for minus zero"},
    FaultRow<Fault>{Fault::int32_through_float32, "Int32ThroughFloat32", "takes int32 results through float32"},
    FaultRow<Fault>{Fault::default_is_float16, "DefaultIsFloat16", "gives float16 where no output_dtype is given"},
    FaultRow<Fault>{Fault::sum_int16, "SumInt16", "sums in int16, saturating"},
    FaultRow<Fault>{Fault::pairs_in_int16, "PairsInInt16", "adds pairs of products of x1 + 128 in int16, saturating"},
    FaultRow<Fault>{Fault::sum_float16, "SumFloat16", "sums in float16"},
    FaultRow<Fault>{Fault::sum_bfloat16, "SumBfloat16", "sums in bfloat16"},
    FaultRow<Fault>{Fault::sum_float32, "SumFloat32", "sums in float32"},
    FaultRow<Fault>{Fault::sums_through_float32, "SumsThroughFloat32", "takes sums through float32"},
    FaultRow<Fault>{Fault::sums_cut_to_float32, "SumsCutToFloat32", "cuts sums to float32 where it scales them"},
    FaultRow<Fault>{Fault::sum_stops_at_29_bits, "SumStopsAt29Bits", "keeps sums within 2^29 before bias"},
    FaultRow<Fault>{Fault::skips_k_tail_32, "SkipsKTail32", "sums whole blocks of 32 where there is one"},
    FaultRow<Fault>{Fault::skips_k_tail_16, "SkipsKTail16", "sums whole blocks of 16 where there is one"},
    FaultRow<Fault>{Fault::skips_last_k, "SkipsLastK", "leaves the last product out"},
    FaultRow<Fault>{Fault::stops_at_k_32767, "StopsAtK32767", "sums no more than 32767 products"},
    FaultRow<Fault>{Fault::skips_n_tail_32, "SkipsNTail32", "computes whole blocks of 32 columns where there is one"},
    FaultRow<Fault>{Fault::skips_n_tail_16, "SkipsNTail16", "computes whole blocks of 16 columns where there is one"},
    FaultRow<Fault>{Fault::skips_m_tail_16, "SkipsMTail16", "computes whole blocks of 16 rows where there is one"},
    FaultRow<Fault>{Fault::skips_last_row, "SkipsLastRow", "leaves the last of several rows zero"},
    FaultRow<Fault>{Fault::skips_last_column, "SkipsLastColumn", "leaves the last of several columns zero"},
    FaultRow<Fault>{Fault::skips_corner, "SkipsCorner",
                    "leaves the block zero where a tail of rows and a tail of columns of 16 meet"},
    FaultRow<Fault>{Fault::skips_rows_from_256, "SkipsRowsFrom256", "computes 256 rows and leaves the others zero"},
    FaultRow<Fault>{Fault::scale_of_next, "ScaleOfNext", "uses the next column's scale"},
    FaultRow<Fault>{Fault::scale_of_first, "ScaleOfFirst", "uses one scale for all columns"},
    FaultRow<Fault>{Fault::scale_by_row, "ScaleByRow", "counts scales by row"},
    FaultRow<Fault>{Fault::scale_sign_lost, "ScaleSignLost", "drops the sign of the scale"},
    FaultRow<Fault>{Fault::scale_word_uncut, "ScaleWordUncut", "uses the low 13 bits of an int64 scale",
                    "the rule scale.words leaves no call defined whose words have any"},
    FaultRow<Fault>{Fault::scale_float_uncut, "ScaleFloatUncut", "does not cut a float32 scale to FP19"},
    FaultRow<Fault>{Fault::scale_rounded_to_fp19, "ScaleRoundedToFp19", "rounds a float32 scale to FP19"},
    FaultRow<Fault>{Fault::scale_nan_is_zero, "ScaleNanIsZero", "takes a scale that is NaN for 0"},
    FaultRow<Fault>{Fault::pertoken_flushed, "PertokenFlushed", "makes a subnormal pertoken_scale zero"},
    FaultRow<Fault>{Fault::pertoken_nan_is_zero, "PertokenNanIsZero", "takes a pertoken_scale that is NaN for 0"},
    FaultRow<Fault>{Fault::pertoken_as_shifts, "PertokenAsShifts",
                    "takes pertoken_scale for powers of two where its first four entries are"},
    FaultRow<Fault>{Fault::pertoken_in_quarters, "PertokenInQuarters",
                    "keeps two fraction bits of pertoken_scale where its first four entries need no more"},
    FaultRow<Fault>{Fault::pertoken_by_column, "PertokenByColumn", "counts pertoken_scale by column"},
    FaultRow<Fault>{Fault::pertoken_ignored, "PertokenIgnored", "ignores pertoken_scale"},
    FaultRow<Fault>{Fault::scale_modulo_256, "ScaleModulo256", "begins with the first scale again at column 256"},
    FaultRow<Fault>{Fault::scale_modulo_1024, "ScaleModulo1024", "begins with the first scale again at column 1024"},
    FaultRow<Fault>{Fault::pertoken_modulo_256, "PertokenModulo256",
                    "begins with the first pertoken_scale again at row 256"},
    FaultRow<Fault>{Fault::pertoken_of_first, "PertokenOfFirst", "uses one pertoken_scale for all rows"},
    FaultRow<Fault>{Fault::product_in_bfloat16, "ProductInBfloat16", "rounds the scaled sum to bfloat16 on the way"},
    FaultRow<Fault>{Fault::bias_left_out, "BiasLeftOut", "ignores the bias"},
    FaultRow<Fault>{Fault::bias_after_scale, "BiasAfterScale", "adds an int32 bias after scaling"},
    FaultRow<Fault>{Fault::bias_through_float32, "BiasThroughFloat32", "takes an int32 bias through float32"},
    FaultRow<Fault>{Fault::bias_added_in_float32, "BiasAddedInFloat32", "adds an int32 bias in float32"},
    FaultRow<Fault>{Fault::bias_stops_at_30_bits, "BiasStopsAt30Bits", "keeps an int32 bias within 2^30"},
    FaultRow<Fault>{Fault::bias_of_first, "BiasOfFirst", "uses one bias for all columns"},
    FaultRow<Fault>{Fault::bias_of_batch_0, "BiasOfBatch0", "uses the first batch's bias for all"},
    FaultRow<Fault>{Fault::float_bias_before_scale, "FloatBiasBeforeScale", "adds a floating bias before scaling"},
    FaultRow<Fault>{Fault::float_bias_rounded, "FloatBiasRounded", "rounds a floating bias to bfloat16"},
    FaultRow<Fault>{Fault::float_bias_stops_at_65504, "FloatBiasStopsAt65504", "keeps a floating bias within float16"},
    FaultRow<Fault>{Fault::float_bias_nan_is_zero, "FloatBiasNanIsZero", "takes a floating bias that is NaN for 0"},
    FaultRow<Fault>{Fault::float_bias_flushed, "FloatBiasFlushed", "makes a subnormal bfloat16 bias zero"},
    FaultRow<Fault>{Fault::offset_half_away, "OffsetHalfAway", "rounds halves of the offset away from zero"},
    FaultRow<Fault>{Fault::offset_toward_zero, "OffsetTowardZero", "cuts the fraction of the offset off"},
    FaultRow<Fault>{Fault::offset_ignored, "OffsetIgnored", "ignores the tensor offset"},
    FaultRow<Fault>{Fault::offset_of_first, "OffsetOfFirst", "uses one offset for all columns"},
    FaultRow<Fault>{Fault::offset_in_word_ignored, "OffsetInWordIgnored", "ignores the offset in the words of scale"},
    FaultRow<Fault>{Fault::offset_in_word_unsigned, "OffsetInWordUnsigned", "reads the words' offset without its sign"},
    FaultRow<Fault>{Fault::offset_in_word_of_8_bits, "OffsetInWordOf8Bits", "reads 8 bits of the words' offset"},
    FaultRow<Fault>{Fault::offset_after_saturation, "OffsetAfterSaturation", "stops at int8 before it adds the offset"},
    FaultRow<Fault>{Fault::stops_at_10_bits, "StopsAt10Bits", "stops at 10 bits before it adds the offset"},
    FaultRow<Fault>{Fault::scaled_in_double, "ScaledInDouble", "scales sums and adds a real bias in double"},
    FaultRow<Fault>{Fault::offset_unclamped, "OffsetUnclamped", "lets an offset go beyond 9 bits"},
    FaultRow<Fault>{Fault::reads_from_minus_127, "ReadsFromMinus127", "reads -128 as -127"},
    FaultRow<Fault>{Fault::x1_unsigned, "X1Unsigned", "reads x1 as unsigned bytes"},
    FaultRow<Fault>{Fault::x2_unsigned, "X2Unsigned", "reads x2 as unsigned bytes"},
    FaultRow<Fault>{Fault::x2_of_batch_0, "X2OfBatch0", "uses the first matrix of x2 for all"},
    FaultRow<Fault>{Fault::x1_of_batch_0, "X1OfBatch0", "uses the first matrix of x1 for all"},
    FaultRow<Fault>{Fault::batches_modulo_16, "BatchesModulo16", "begins with the first matrix again at batch 16"},
    FaultRow<Fault>{Fault::batches_counted_round, "BatchesCountedRound", "broadcasts inner batch axes like outer ones"},
    FaultRow<Fault>{Fault::nibbles_swapped, "NibblesSwapped", "takes the high half of a byte first"},
    FaultRow<Fault>{Fault::nibbles_reversed, "NibblesReversed", "takes the high end of a word first"},
    FaultRow<Fault>{Fault::nibbles_unsigned, "NibblesUnsigned", "does not extend the sign of an int4"},
    FaultRow<Fault>{Fault::nz_columns_first, "NzColumnsFirst", "takes blocks along the columns first"},
    FaultRow<Fault>{Fault::nz_blocks_16x16, "NzBlocks16x16", "takes blocks of half the width"},
    FaultRow<Fault>{Fault::nz_rows_unpadded, "NzRowsUnpadded", "forgets the padding of the rows of blocks"},
    FaultRow<Fault>{Fault::nz_transposed_as_plain, "NzTransposedAsPlain",
                    "takes the blocks of a transposed x2 as its own"},
    FaultRow<Fault>{Fault::nz_of_batch_0, "NzOfBatch0", "reads the first matrix in blocks for all"},
    FaultRow<Fault>{Fault::transposed_x1_ignored, "TransposedX1Ignored", "reads a transposed x1 as if contiguous"},
    FaultRow<Fault>{Fault::transposed_x2_ignored, "TransposedX2Ignored", "reads a transposed x2 as if contiguous"},
    FaultRow<Fault>{Fault::packed_transposed_ignored, "PackedTransposedIgnored",
                    "reads a transposed packed x2 as if contiguous"},
    FaultRow<Fault>{Fault::strides_x1_ignored, "StridesX1Ignored", "reads a strided x1 as if contiguous"},
    FaultRow<Fault>{Fault::strides_x2_ignored, "StridesX2Ignored", "reads a strided x2 as if contiguous"},
    FaultRow<Fault>{Fault::transposed_ignored, "TransposedIgnored", "reads transposed views as if contiguous"},
    FaultRow<Fault>{Fault::strides_ignored, "StridesIgnored", "reads strided views as if contiguous"},
    FaultRow<Fault>{Fault::storage_offsets_ignored, "StorageOffsetsIgnored",
                    "reads operands from the start of their storage"},
    FaultRow<Fault>{Fault::storage_offset_of_scale_ignored, "StorageOffsetOfScaleIgnored",
                    "reads scales from the start of their storage"},
};

/// A fault of one operand's layout, as that operand's reader knows it.
Fault of_left(Fault fault) {
  if (fault == Fault::transposed_x1_ignored) return Fault::transposed_ignored;
  return fault == Fault::strides_x1_ignored ? Fault::strides_ignored : fault;
}

Fault of_right(Fault fault, DType dtype) {
  if (fault == Fault::transposed_x2_ignored) return Fault::transposed_ignored;
  if (fault == Fault::packed_transposed_ignored && dtype == DType::int32) return Fault::transposed_ignored;
  return fault == Fault::strides_x2_ignored ? Fault::strides_ignored : fault;
}

/// A call, read.
struct Product {
  Operand x1;
  Operand x2;
  Epilogue epilogue;
  Shape batch = {};
};

Product read_product(const Request& request, Fault fault) {
  const StoredTensor& right = *find_tensor(request, "x2");
  Product product{.x1 = read_operand(*find_tensor(request, "x1"), of_left(fault)),
                  .x2 = read_operand(right, of_right(fault, right.type.dtype)),
                  .epilogue = read_epilogue(request, fault)};
  product.batch = broadcast(product.x1.batch, product.x2.batch);
  return product;
}

std::vector<std::int64_t> results_of(const Product& of, RowRange range, Fault fault) {
  const auto sums = sums_of(of.x1, of.x2, of.batch, range, fault);
  const std::int64_t m = of.x1.rows;
  const std::int64_t n = of.x2.columns;
  std::vector<std::int64_t> results;
  for (std::int64_t flat = range.first * n; flat < range.end * n; ++flat) {
    const Place at{.batch = flat / n / m, .row = flat / n % m, .column = flat % n, .columns = n};
    const bool is_left_out = leaves_out(at.row, at.column, m, n, fault);
    const std::int64_t sum = sums[static_cast<std::size_t>(flat - range.first * n)];
    results.push_back(is_left_out ? 0 : result_of(of.epilogue, sum, at));
  }
  return results;
}

/// Computes a call, or one row of it.
struct Run {
  std::vector<NamedTensor> operator()(const Target& /*target*/, const Request& request, Fault fault) const {
    const Product product = read_product(request, fault);
    Shape shape = product.batch;
    shape.insert(shape.end(), {product.x1.rows, product.x2.columns});
    const RowRange all{.end = numel(product.batch) * product.x1.rows};
    return {{.name = "out", .tensor = integer_tensor(product.epilogue.out, shape, results_of(product, all, fault))}};
  }

  std::vector<std::byte> operator()(const Target& /*target*/, const Request& request, Fault fault,
                                    std::int64_t row) const {
    const Product product = read_product(request, fault);
    const auto results = results_of(product, {.first = row, .end = row + 1}, fault);
    return integer_tensor(product.epilogue.out, {product.x2.columns}, results).values;
  }
};
constexpr Run run;

}  // namespace

std::vector<Mutant> mutants() {
  auto all = each_fault(faults, paths(), run, path_call_of);
  std::ranges::move(each_path(faults_of_sets(), run, path_call_of), std::back_inserter(all));
  all = with_meetings(std::move(all), each_path(meetings(), run, path_call_of));
  all = with_limits(std::move(all), each_path(limits(), run, path_call_of));
  return with_threes(std::move(all), each_path(threes(), run, path_call_of));
}

std::int64_t cost_of(const Call& call) {
  const Sizes sizes = sizes_of(type_of(call, "x1"), type_of(call, "x2"));
  return std::max(largest_tensor(call), sizes.batches * sizes.m * sizes.n * sizes.k);
}

}  // namespace npu_cts::mutants::npu_quant_matmul
