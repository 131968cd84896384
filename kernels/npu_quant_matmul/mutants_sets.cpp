// SPDX-License-Identifier: Apache-2.0
// Faults of npu_quant_matmul that data sets and groups of sizes of its hints are there for: those of single paths.
// Those of every call stand in the table of mutants.cpp.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "kernels/common/mutant_meeting.h"
#include "kernels/common/mutant_values.h"
#include "kernels/npu_quant_matmul/mutants_meeting.h"

namespace npu_cts::mutants::npu_quant_matmul {
namespace {

using Call = PathCall;

bool is_given(const Call& call, std::string_view key) { return gives(call.request, key); }

bool gives_out(const Call& call, DType dtype) { return asks_for(call.request, "output_dtype", dtype); }

/// Returns whether results are floats.
bool gives_floats(const Call& call) { return gives_out(call, DType::float16) || gives_out(call, DType::bfloat16); }

bool has_words(const Call& call) { return holds(call.request, "scale", DType::int64); }

bool has_narrow_scales(const Call& call) { return holds(call.request, "scale", DType::bfloat16); }

bool has_one_scale(const Call& call) { return elements_of(call.request, "scale") == 1; }

bool has_one_offset(const Call& call) { return elements_of(call.request, "offset") == 1 && call.n > 1; }

bool has_many_offsets(const Call& call) { return elements_of(call.request, "offset") > 1; }

bool has_real_bias(const Call& call) { return is_given(call, "bias") && !holds(call.request, "bias", DType::int32); }

bool turns(const Call& call, std::string_view key) { return is_laid(call.request, key, Layout::transposed); }

bool has_ranks(const Call& call, std::size_t left, std::size_t right) {
  return axes_of(call.request, "x1") == left && axes_of(call.request, "x2") == right;
}

/// Returns how many elements a matrix of x2 has.
std::int64_t weights(const Call& call) { return call.n * call.k; }

/// Returns whether `size` misses one to full tiles of `tile`.
bool misses_one(std::int64_t size, std::int64_t tile) { return size % tile == tile - 1; }

/// Returns whether 2 to 31 are behind full tiles of 1024.
bool has_small_tail(std::int64_t size) { return size > 1024 && size % 1024 > 1 && size % 1024 < 32; }

constexpr std::array set_rows{
    // ties, and results near the ends of their dtypes
    FaultRow<Path>{{Fault::round_half_away,
                    [](const Call& c) { return has_words(c) && !has_one_scale(c) && is_in_graph(c.target); }},
                   "TiesOfWordsInGraphsAway",
                   "rounds halves away from zero where scale is int64 in a graph"},
    FaultRow<Path>{
        {Fault::round_half_away,
         [](const Call& c) { return has_words(c) && !has_one_scale(c) && is_in_graph(c.target) && c.n < 64; }},
        "TiesOfFewWordsInGraphsAway",
        "rounds halves away from zero where scale is int64 in a graph and there are fewer than 64 columns"},
    FaultRow<Path>{{Fault::floats_ties_away,
                    [](const Call& c) {
                      return gives_out(c, DType::float16) && !is_given(c, "bias") && is_given(c, "pertoken_scale") &&
                             c.n < 64 && is_in_graph(c.target);
                    }},
                   "Float16TiesAwayOfFewColumnsWithPertokenInGraphs",
                   "rounds ties of float16 results away from zero in a graph where fewer than 64 columns meet "
                   "pertoken_scale and no bias"},
    FaultRow<Path>{{Fault::floats_ties_away, [](const Call& c) { return !is_given(c, "bias"); }},
                   "FloatsTiesAwayWithoutBias",
                   "rounds ties of float results away from zero where there is no bias"},
    FaultRow<Path>{{Fault::floats_ties_away, [](const Call& c) { return has_real_bias(c); }},
                   "FloatsTiesAwayByRealBias",
                   "rounds ties of float results away from zero where there is a floating bias"},
    FaultRow<Path>{{Fault::floats_ties_away,
                    [](const Call& c) {
                      return gives_out(c, DType::float16) && has_real_bias(c) && c.n < 64 && is_in_graph(c.target);
                    }},
                   "Float16TiesAwayOfFewColumnsInGraphs",
                   "rounds ties of float16 results away from zero in a graph where there is a floating bias of fewer "
                   "than 64 columns"},
    FaultRow<Path>{
        {Fault::fused_in_vectors, [](const Call& c) { return !gives_floats(c); }},
        "FusedInVectorsInt8",
        "rounds int8 results once in whole vectors of 16 columns, behind scale and offset, and twice in the others"},
    FaultRow<Path>{
        {Fault::fused_in_vectors, [](const Call& c) { return has_real_bias(c); }},
        "FusedInVectorsByRealBias",
        "rounds once where it scales whole vectors of 16 columns and adds a floating bias, and twice behind them"},
    FaultRow<Path>{{Fault::bfloat16_flushed, [](const Call& c) { return !is_given(c, "bias"); }},
                   "Bfloat16FlushedWithoutBias",
                   "makes subnormal bfloat16 results zero where there is no bias"},
    FaultRow<Path>{{Fault::bfloat16_flushed, [](const Call& c) { return has_real_bias(c); }},
                   "Bfloat16FlushedByRealBias",
                   "makes subnormal bfloat16 results zero where there is a floating bias"},
    FaultRow<Path>{{Fault::float16_flushed, [](const Call& c) { return !is_given(c, "bias"); }},
                   "Float16FlushedWithoutBias",
                   "makes subnormal float16 results zero where there is no bias"},
    // scales
    FaultRow<Path>{
        {Fault::scale_sign_lost,
         [](const Call& c) { return has_one_scale(c) && !has_narrow_scales(c) && !is_given(c, "pertoken_scale"); }},
        "SignOfOneScaleLost",
        "drops the sign of a single scale where there is no pertoken_scale"},
    FaultRow<Path>{
        {Fault::scale_sign_lost,
         [](const Call& c) { return has_one_scale(c) && has_narrow_scales(c) && !is_given(c, "pertoken_scale"); }},
        "SignOfOneNarrowScaleLost",
        "drops the sign of a single bfloat16 scale where there is no pertoken_scale"},
    FaultRow<Path>{{Fault::pertoken_sign_lost, [](const Call& c) { return has_one_scale(c); }},
                   "SignOfPertokenByOneScaleLost",
                   "drops the sign of pertoken_scale where scale is single"},
    FaultRow<Path>{
        {Fault::scale_float_uncut,
         [](const Call& c) { return has_one_scale(c) && c.n > 1 && !is_packed(c) && !is_given(c, "offset"); }},
        "OneScaleUncut",
        "does not cut a single float32 scale of int8 operands to FP19 where there is no offset"},
    FaultRow<Path>{{Fault::scale_zero_is_one, [](const Call& c) { return !has_narrow_scales(c); }},
                   "ScaleZeroIsOne",
                   "takes a float32 or int64 scale of 0 for one that is not given"},
    FaultRow<Path>{{Fault::scale_flushed, has_narrow_scales},
                   "NarrowScalesFlushed",
                   "takes a bfloat16 scale below the smallest normal number for zero"},
    // sums
    FaultRow<Path>{{Fault::sums_through_float32, [](const Call& c) { return gives_out(c, DType::int32) && c.m > 1; }},
                   "UnscaledSumsThroughFloat32",
                   "takes unscaled sums of several rows through float32"},
    FaultRow<Path>{{Fault::sum_stops_at_22_bits, [](const Call& c) { return is_packed(c); }},
                   "SumOfInt4StopsAt22Bits",
                   "keeps sums of int4 products within 2^22 before bias"},
    FaultRow<Path>{{Fault::bias_through_float32, [](const Call& c) { return c.k > 1024; }},
                   "BiasOfManyProductsThroughFloat32",
                   "takes an int32 bias through float32 where there are more than 1024 products"},
    FaultRow<Path>{
        {Fault::float_bias_stops_at_65504, [](const Call& c) { return holds(c.request, "bias", DType::bfloat16); }},
        "NarrowBiasStopsAt65504",
        "keeps a bfloat16 bias within float16"},
    // offsets
    FaultRow<Path>{{Fault::offset_half_away, [](const Call& c) { return has_one_offset(c); }},
                   "OneOffsetHalfAway",
                   "rounds halves of a single offset away from zero"},
    FaultRow<Path>{{Fault::offset_half_away, [](const Call& c) { return has_many_offsets(c); }},
                   "OffsetsHalfAway",
                   "rounds halves of several offsets away from zero"},
    FaultRow<Path>{{Fault::offset_unclamped, [](const Call& c) { return has_one_offset(c); }},
                   "OneOffsetUnclamped",
                   "lets a single offset go beyond 9 bits"},
    FaultRow<Path>{{Fault::offset_unclamped, [](const Call& c) { return has_many_offsets(c); }},
                   "OffsetsUnclamped",
                   "lets several offsets go beyond 9 bits"},
    FaultRow<Path>{{Fault::offset_of_first, [](const Call& c) { return has_words(c) && c.n > 128; }},
                   "OffsetOfFirstOfManyWords",
                   "uses the offset of the first word for more than 128 columns"},
    // batches
    FaultRow<Path>{{Fault::bias_of_batch_0, [](const Call& c) { return is_given(c, "pertoken_scale") && c.n > 64; }},
                   "BatchBiasOfManyColumnsWithPertoken",
                   "uses the first batch's bias beside pertoken_scale where there are more than 64 columns"},
    FaultRow<Path>{
        {Fault::bias_of_batch_0, [](const Call& c) { return has_real_bias(c) && !is_given(c, "pertoken_scale"); }},
        "RealBatchBiasWithoutPertoken",
        "uses the first batch's floating bias where there is no pertoken_scale"},
    FaultRow<Path>{{Fault::batches_counted_round, [](const Call& c) { return has_ranks(c, 4, 3) && has_words(c); }},
                   "TwoBatchAxesByOneWithWords",
                   "broadcasts inner batch axes like outer ones where x1 has two, x2 one, and scale is int64"},
    FaultRow<Path>{{Fault::x2_of_batch_0, [](const Call& c) { return has_ranks(c, 3, 5) && turns(c, "x2"); }},
                   "TransposedOneBatchAxisByThree",
                   "uses the first matrix of a transposed x2 where it has three batch axes and x1 one"},
    FaultRow<Path>{{Fault::batches_modulo_16, [](const Call& c) { return is_in_graph(c.target); }},
                   "BatchesOfGraphsModulo16",
                   "begins with the first matrix again at batch 16 in a graph"},
    FaultRow<Path>{{Fault::x2_of_batch_0, [](const Call& c) { return c.batches > 255; }},
                   "BatchesOfX2In8Bits",
                   "uses the first matrix of x2 where there are more than 255 batches"},
    // blocks and int4
    FaultRow<Path>{
        {Fault::offset_ignored, [](const Call& c) { return is_blocked(c) && turns(c, "x2") && c.batches > 1; }},
        "OffsetOfTransposedBatchesOfBlocks",
        "ignores the offset where there are batches and x2 is transposed in blocks"},
    FaultRow<Path>{{Fault::nz_rows_unpadded, [](const Call& c) { return is_packed(c) && is_in_graph(c.target); }},
                   "BlocksOfInt4InGraphsUnpadded",
                   "forgets the padding of the rows of blocks of int4 in a graph"},
    FaultRow<Path>{
        {Fault::scale_of_next,
         [](const Call& c) {
           return is_packed(c) && turns(c, "x2") && !has_words(c) && c.n < 64 && !is_given(c, "bias");
         }},
        "ScaleOfFewTransposedInt4Columns",
        "uses the next column's float32 scale where fewer than 64 columns of int4 are transposed and there is no bias"},
    FaultRow<Path>{{Fault::skips_k_tail_32, [](const Call& c) { return is_packed(c) && c.k > 2048; }},
                   "TailOfManyInt4Products",
                   "sums whole blocks of 32 where there are more than 2048 products of int4"},
    FaultRow<Path>{{Fault::skips_rows_from_256, [](const Call& c) { return is_packed(c) && c.k > 2048; }},
                   "RowsOfManyInt4ProductsFrom256",
                   "computes 256 rows of int4 and leaves the others zero where there are more than 2048 products"},
    FaultRow<Path>{{Fault::skips_rows_from_256, [](const Call& c) { return is_packed(c); }},
                   "RowsOfInt4From256",
                   "computes 256 rows of int4 and leaves the others zero"},
    FaultRow<Path>{
        {Fault::skips_last_k, [](const Call& c) { return is_blocked(c) && is_one_over(c.k, 16) && has_real_bias(c); }},
        "OneProductOverBlocksWithRealBias",
        "loses a single product behind the rows of blocks of x2 where there is a floating bias"},
    FaultRow<Path>{{Fault::skips_last_k,
                    [](const Call& c) { return is_blocked(c) && is_one_over(c.k, 16) && !is_given(c, "bias"); }},
                   "OneProductOverBlocksWithoutBias",
                   "loses a single product behind the rows of blocks of x2 where there is no bias"},
    FaultRow<Path>{
        {Fault::pertoken_of_first, [](const Call& c) { return is_blocked(c) && weights(c) > (std::int64_t{1} << 19); }},
        "PertokenOfLargeBlocks",
        "uses one pertoken_scale for all rows where x2 in blocks has more than 2^19 weights"},
    // sizes
    FaultRow<Path>{{Fault::bias_of_first,
                    [](const Call& c) { return c.n > 1024 && has_real_bias(c) && !is_given(c, "pertoken_scale"); }},
                   "RealBiasOfManyColumnsWithoutPertoken",
                   "uses one floating bias for more than 1024 columns where there is no pertoken_scale"},
    FaultRow<Path>{
        {Fault::skips_last_k, [](const Call& c) { return misses_one(c.k, 32) && misses_one(c.n, 16) && has_words(c); }},
        "LastProductOfTailsWithWords",
        "loses the last product where a product and a column are missing to tiles of 32 and 16 and scale is int64"},
    FaultRow<Path>{
        {Fault::transposed_x1_ignored, [](const Call& c) { return c.m == c.k && c.k == c.n && !has_words(c); }},
        "TransposedX1OfSquares",
        "reads a transposed x1 as if contiguous where it, x2 and the result are square"},
    FaultRow<Path>{{Fault::skips_last_row, [](const Call& c) { return misses_one(c.m, 16) && has_words(c); }},
                   "OneRowUnder16WithWords",
                   "loses the last row where one is missing to tiles of 16 and scale is int64"},
    FaultRow<Path>{{Fault::pertoken_modulo_256, [](const Call& c) { return is_in_graph(c.target); }},
                   "PertokenModulo256InGraphs",
                   "begins with the first pertoken_scale again at row 256 in a graph"},
    FaultRow<Path>{{Fault::pertoken_by_column, [](const Call& c) { return c.m == c.n && has_narrow_scales(c); }},
                   "PertokenOfSquareWithNarrowScales",
                   "counts pertoken_scale by column where results are square and scale is bfloat16"},
    FaultRow<Path>{
        {Fault::product_in_bfloat16,
         [](const Call& c) {
           return c.m == 1 && weights(c) > (std::int64_t{1} << 21) && has_narrow_scales(c) &&
                  is_given(c, "pertoken_scale");
         }},
        "TokenWithNarrowScaleInBfloat16",
        "keeps sums by bfloat16 scales in bfloat16 where one token with its scale meets more than 2^21 weights"},
    FaultRow<Path>{{Fault::skips_last_column,
                    [](const Call& c) {
                      return misses_one(c.m, 16) && misses_one(c.n, 32) && !is_given(c, "bias") && !has_words(c);
                    }},
                   "CornerOfOneMissingWithoutBias",
                   "loses the last column where a row and a column are missing to tiles of 16 and 32 without bias"},
    FaultRow<Path>{
        {Fault::pertoken_of_first, [](const Call& c) { return is_one_over(c.m, 64) && has_narrow_scales(c); }},
        "PertokenOfOneRowOver64WithNarrowScales",
        "uses one pertoken_scale where a single row is behind tiles of 64 and scale is bfloat16"},
    FaultRow<Path>{{Fault::skips_last_column, [](const Call& c) { return is_one_over(c.n, 96); }},
                   "OneColumnOver96",
                   "loses a single column behind tiles of 96"},
    FaultRow<Path>{{Fault::skips_last_k, [](const Call& c) { return misses_one(c.k, 320); }},
                   "OneProductUnder320",
                   "loses the last product where one is missing to tiles of 320"},
    FaultRow<Path>{{Fault::skips_last_column, [](const Call& c) { return has_small_tail(c.n); }},
                   "SmallTailBehind1024Columns",
                   "loses the last of 2 to 31 columns behind tiles of 1024"},
};

}  // namespace

std::span<const FaultRow<Path>> faults_of_sets() { return set_rows; }

}  // namespace npu_cts::mutants::npu_quant_matmul
