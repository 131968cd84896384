// SPDX-License-Identifier: Apache-2.0
// Faults of npu_quant_matmul that show only where several choices of a call meet, as real kernels have them.
#include "kernels/npu_quant_matmul/mutants_meeting.h"

#include <array>
#include <string_view>

#include "kernels/common/mutant_meeting.h"

namespace npu_cts::mutants::npu_quant_matmul {
namespace {

using Call = PathCall;

bool gives_dtype(const Call& call, DType dtype) { return asks_for(call.request, "output_dtype", dtype); }

bool is_transposed(const Call& call, std::string_view key) { return is_laid(call.request, key, Layout::transposed); }

/// Returns whether x2 is one matrix for all of several matrices of x1, so that a kernel may take them for rows.
bool folds_batches(const Call& call) { return axes_of(call.request, "x1") > 2 && axes_of(call.request, "x2") == 2; }

constexpr std::array meeting_rows{
    // what an epilogue forgets
    FaultRow<Path>{{Fault::bias_left_out,
                    [](const Call& c) {
                      return gives_dtype(c, DType::float16) && holds(c.request, "bias", DType::float32) &&
                             is_transposed(c, "x2");
                    }},
                   "Float32BiasOfFloat16ByTransposed",
                   "ignores a float32 bias of float16 results where x2 is transposed"},
    FaultRow<Path>{{Fault::offset_ignored,
                    [](const Call& c) {
                      return elements_of(c.request, "offset") == 1 && elements_of(c.request, "scale") > 1 &&
                             has_bias_of_batches(c);
                    }},
                   "OneOffsetOfManyScalesWithBatchBias",
                   "ignores a single offset beside several scales and a bias with batches"},
    FaultRow<Path>{{Fault::offset_of_first,
                    [](const Call& c) {
                      return elements_of(c.request, "scale") == 1 && is_transposed(c, "x2") &&
                             !gives(c.request, "bias");
                    }},
                   "ManyOffsetsOfOneScaleByTransposed",
                   "uses one offset for all columns where scale is single, x2 transposed and there is no bias"},
    FaultRow<Path>{{Fault::pertoken_ignored,
                    [](const Call& c) { return gives(c.request, "group_sizes") && gives_dtype(c, DType::float16); }},
                   "PertokenBesideGroupSizes",
                   "ignores pertoken_scale of float16 results where group_sizes is given"},
    FaultRow<Path>{{Fault::float_bias_rounded,
                    [](const Call& c) { return is_in_graph(c.target) && holds(c.request, "scale", DType::bfloat16); }},
                   "Float32BiasInGraphsOfNarrowScales",
                   "rounds a float32 bias to bfloat16 in a graph where scales are bfloat16"},
    FaultRow<Path>{{Fault::offset_in_word_ignored,
                    [](const Call& c) {
                      return c.target.product == "atlas_inference" && is_blocked(c) && !gives(c.request, "bias");
                    }},
                   "WordsOfBlocksWithoutBias",
                   "ignores the words' offset on Atlas inference products where x2 is in blocks and there is no bias"},
    FaultRow<Path>{
        {Fault::offset_in_word_of_8_bits,
         [](const Call& c) { return elements_of(c.request, "scale") == 1 && !gives(c.request, "output_dtype"); }},
        "OneWordOfDefaultDtype",
        "reads 8 bits of the offset of a single word where no output_dtype is given"},
    FaultRow<Path>{{Fault::bias_twice, [](const Call& c) { return gives_dtype(c, DType::int32) && c.k > 512; }},
                   "BiasOfEachSplit",
                   "adds the bias of int32 results twice where more than 512 products are split"},
    // what batches taken for rows lose
    FaultRow<Path>{{Fault::pertoken_counts_on, folds_batches},
                   "PertokenOfFoldedBatches",
                   "uses the last pertoken_scale for all rows from the second batch of x1 on where x2 is one matrix"},
    FaultRow<Path>{{Fault::bias_of_batch_0,
                    [](const Call& c) {
                      return has_bias_of_batches(c) && folds_batches(c) && is_laid(c.request, "x1", Layout::strided);
                    }},
                   "BatchBiasOfFoldedStrides",
                   "uses the first batch's bias where x1 is strided and x2 one matrix"},
    FaultRow<Path>{
        {Fault::x1_of_batch_0, [](const Call& c) { return c.m == 1 && is_blocked(c) && axes_of(c.request, "x2") > 2; }},
        "OneRowByBatchesOfBlocks",
        "uses the first matrix of x1 where it has one row and x2 in blocks has batches"},
    // what is read from the wrong place
    FaultRow<Path>{
        {Fault::bias_by_word, [](const Call& c) { return is_packed(c) && !is_transposed(c, "x2") && c.m == 1; }},
        "BiasOfInt4Words",
        "counts the bias by words of int4 where x2 is not transposed and there is one row"},
    FaultRow<Path>{{Fault::scale_of_next,
                    [](const Call& c) {
                      return is_packed(c) && is_transposed(c, "x2") && holds(c.request, "scale", DType::float32);
                    }},
                   "ScaleOfTransposedInt4",
                   "uses the next column's float32 scale where x2 is int4 and transposed"},
    FaultRow<Path>{{Fault::storage_offsets_ignored,
                    [](const Call& c) {
                      return begins_inside(c.request, "x1") && is_transposed(c, "x1") && axes_of(c.request, "x1") > 2;
                    }},
                   "TransposedBatchesInside",
                   "reads operands from the start of their storage where x1 is inside, transposed and has batches"},
    FaultRow<Path>{{Fault::storage_offset_of_scale_ignored,
                    [](const Call& c) {
                      return holds(c.request, "scale", DType::bfloat16) && !gives(c.request, "pertoken_scale");
                    }},
                   "NarrowScalesInsideWithoutPertoken",
                   "reads bfloat16 scales from the start of their storage where there is no pertoken_scale"},
    FaultRow<Path>{
        {Fault::storage_offset_of_scale_ignored,
         [](const Call& c) {
           return holds(c.request, "scale", DType::float32) && holds(c.request, "bias", DType::bfloat16) &&
                  !gives(c.request, "pertoken_scale");
         }},
        "ScalesInsideByNarrowBias",
        "reads float32 scales from the start of their storage beside a bfloat16 bias without pertoken_scale"},
    FaultRow<Path>{{Fault::storage_offset_of_scale_ignored,
                    [](const Call& c) {
                      return holds(c.request, "scale", DType::int64) && gives(c.request, "offset") &&
                             gives(c.request, "bias") && !gives(c.request, "output_dtype");
                    }},
                   "WordsInsideByBiasAndOffset",
                   "reads int64 scales from the start of their storage beside bias and offset without output_dtype"},
    FaultRow<Path>{{Fault::skips_last_row,
                    [](const Call& c) {
                      return c.target.product == "atlas_a3" && is_shared_unevenly(c.m) && is_transposed(c, "x1");
                    }},
                   "OddRowsOfTwoCores",
                   "loses the last of an odd number of rows of a transposed x1 on Atlas A3"},
    // what is wrong where three choices meet
    FaultRow<Path>{
        {Fault::bias_of_batch_0,
         [](const Call& c) { return has_bias_of_batches(c) && is_blocked(c) && elements_of(c.request, "scale") == 1; }},
        "BatchBiasOfBlocksByOneScale",
        "uses the first batch's bias where x2 is in blocks and scale is single"},
    FaultRow<Path>{
        {Fault::storage_offset_of_scale_ignored,
         [](const Call& c) { return is_blocked(c) && is_transposed(c, "x1") && elements_of(c.request, "scale") > 1; }},
        "ScalesInsideOfBlocksByTransposed",
        "reads scales from the start of their storage where x1 is transposed and x2 in blocks"},
    FaultRow<Path>{{Fault::offset_of_first,
                    [](const Call& c) {
                      return is_laid(c.request, "x1", Layout::strided) && is_blocked(c) && gives(c.request, "bias");
                    }},
                   "OffsetsOfStridedByBlocksWithBias",
                   "uses one offset for all columns where x1 is strided, x2 in blocks and there is a bias"},
    FaultRow<Path>{{Fault::pertoken_of_first,
                    [](const Call& c) {
                      return begins_inside(c.request, "pertoken_scale") && is_transposed(c, "x1") &&
                             is_laid(c.request, "x2", Layout::strided);
                    }},
                   "PertokenInsideOfTransposedByStrided",
                   "uses the first pertoken_scale for all rows where it is inside, x1 transposed and x2 strided"},
};

// Which three choices these have was read off the calls that the family triples alone has.
constexpr std::array three_rows{
    FaultRow<Path>{
        {Fault::strides_x1_ignored,
         [](const Call& c) { return c.m == 1 && axes_of(c.request, "x1") == 2 && axes_of(c.request, "x2") == 4; }},
        "StridedRowByManyBatches",
        "reads a strided x1 of one row as if contiguous where x2 has two axes of batches"},
};

}  // namespace

std::span<const FaultRow<Path>> meetings() { return meeting_rows; }

std::span<const FaultRow<Path>> threes() { return three_rows; }

}  // namespace npu_cts::mutants::npu_quant_matmul
