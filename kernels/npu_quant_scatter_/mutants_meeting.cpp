// SPDX-License-Identifier: Apache-2.0
// Faults of npu_quant_scatter_ that show only where several choices of a call meet, as real kernels have them.
#include "kernels/npu_quant_scatter_/mutants_meeting.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "kernels/common/mutant_values.h"

namespace npu_cts::mutants::npu_quant_scatter_ {
namespace {

bool is_strided(const MetCall& call, std::string_view key) { return is_laid(call.request, key, Layout::strided); }

bool is_transposed(const MetCall& call, std::string_view key) { return is_laid(call.request, key, Layout::transposed); }

bool is_inside(const MetCall& call, std::string_view key) { return begins_inside(call.request, key); }

bool has_int32_zeros(const MetCall& call) { return holds(call.request, "quant_zero_points", DType::int32); }

std::int64_t said_axis(const MetCall& call) { return integer_or(call.request, "axis", -2); }

/// Returns whether all tensors are contiguous, and axis is left as it is.
bool is_plain(const MetCall& call) {
  constexpr std::array keys{"input", "indices", "updates", "quant_scales", "quant_zero_points"};
  return said_axis(call) == -2 && std::ranges::all_of(keys, [&](std::string_view key) {
           return !gives(call.request, key) || is_laid(call.request, key, Layout::contiguous);
         });
}

constexpr std::array meeting_rows{
    // what a path for plain calls forgets
    FaultRow<Meeting>{{Fault::zero_point_left_out,
                       [](const MetCall& c) {
                         return is_plain(c) && axes_of(c.request, "quant_zero_points") > 1 &&
                                axes_of(c.request, "quant_scales") == 1;
                       }},
                      "PlainZeroPointsWithAxes",
                      "ignores zero points of several axes beside scales of one where all else is plain"},
    FaultRow<Meeting>{{Fault::scale_of_channel_0,
                       [](const MetCall& c) {
                         return is_plain(c) && axes_of(c.request, "quant_scales") > 1 &&
                                !gives(c.request, "quant_zero_points");
                       }},
                      "PlainScalesWithAxes",
                      "uses one scale for all where scales have several axes and all else is plain"},
    FaultRow<Meeting>{
        {Fault::ignores_storage_offset_of_scales,
         [](const MetCall& c) { return is_plain(c) && !is_inside(c, "input") && !is_inside(c, "updates"); }},
        "PlainScalesInside",
        "reads scales from the start of their storage where all is contiguous, axis is left as it is, and input and "
        "updates are not inside"},
    // what is forgotten or rounded otherwise
    FaultRow<Meeting>{
        {Fault::zero_point_left_out,
         [](const MetCall& c) { return has_int32_zeros(c) && is_transposed(c, "updates") && said_axis(c) > 0; }},
        "Int32ZeroPointsOfTransposedUpdates",
        "ignores int32 zero points where updates are transposed and axis is counted from the front"},
    FaultRow<Meeting>{{Fault::zero_point_rounded,
                       [](const MetCall& c) {
                         return holds(c.request, "quant_zero_points", DType::bfloat16) &&
                                axes_of(c.request, "quant_zero_points") > 1 && has_pairs(c.request);
                       }},
                      "NarrowZeroPointsWithAxesOfPairs",
                      "rounds before it adds bfloat16 zero points of several axes where indices are pairs"},
    FaultRow<Meeting>{{Fault::half_away,
                       [](const MetCall& c) {
                         return is_in_graph(c.target) && holds(c.request, "updates", DType::float16) &&
                                !gives(c.request, "quant_zero_points");
                       }},
                      "HalvesOfFloat16InGraphs",
                      "rounds halves away from zero in a graph where updates are float16 without zero points"},
    FaultRow<Meeting>{{Fault::scale_of_channel_0,
                       [](const MetCall& c) {
                         return axes_of(c.request, "quant_scales") > 1 && axes_of(c.request, "quant_zero_points") == 1;
                       }},
                      "ScalesWithAxesBesideZeroPointsWithout",
                      "uses one scale for all where scales have several axes and zero points have one"},
    // what goes to the wrong place
    FaultRow<Meeting>{{Fault::pairs_ignore_batch,
                       [](const MetCall& c) {
                         return c.target.product == "atlas_inference" && batches(c.request) == 1 && said_axis(c) < 0;
                       }},
                      "OnePairOnInferenceProducts",
                      "ignores the batch of a single pair on Atlas inference products where axis is negative"},
    FaultRow<Meeting>{
        {Fault::axis_before_last,
         [](const MetCall& c) { return said_axis(c) < -2 && integer_or(c.request, "quant_axis", -1) > 0; }},
        "NegativeAxisBesidePositiveQuantAxis",
        "writes along the last axis but one where axis is negative and quant_axis counted from the front"},
    FaultRow<Meeting>{{Fault::result_not_in_place,
                       [](const MetCall& c) {
                         return is_in_graph(c.target) && is_transposed(c, "input") && axes_of(c.request, "input") > 3;
                       }},
                      "TransposedInputInGraphs",
                      "leaves a transposed input of four axes or more as it was in a graph"},
    // what is read from the wrong place
    FaultRow<Meeting>{{Fault::ignores_strides_of_indices,
                       [](const MetCall& c) { return has_pairs(c.request) && is_strided(c, "input"); }},
                      "StridedPairsOfStridedInput",
                      "reads pairs as if contiguous where input is strided"},
    FaultRow<Meeting>{{Fault::index_of_batch_0,
                       [](const MetCall& c) {
                         return is_inside(c, "indices") && !has_pairs(c.request) && is_transposed(c, "input");
                       }},
                      "IndexInsideOfTransposedInput",
                      "uses the first index for all where indices are inside their storage and input is transposed"},
    FaultRow<Meeting>{{Fault::ignores_storage_offset_of_result,
                       [](const MetCall& c) { return is_strided(c, "input") && said_axis(c) > 0; }},
                      "StridedInputInside",
                      "reads a strided input from the start of its storage where axis is counted from the front"},
    FaultRow<Meeting>{{Fault::ignores_storage_offset_of_updates,
                       [](const MetCall& c) {
                         return is_transposed(c, "updates") && axis(c.request) + 2 != axes_of(c.request, "updates");
                       }},
                      "TransposedUpdatesInsideAlongOuterAxes",
                      "reads transposed updates from the start of their storage along an axis before the last two"},
    FaultRow<Meeting>{{Fault::ignores_storage_offset_of_scales,
                       [](const MetCall& c) {
                         return axes_of(c.request, "quant_scales") > 1 && !gives(c.request, "quant_zero_points");
                       }},
                      "ScalesWithAxesInside",
                      "reads scales of several axes from the start of their storage where there are no zero points"},
    FaultRow<Meeting>{{Fault::ignores_storage_offset_of_scales,
                       [](const MetCall& c) {
                         return holds(c.request, "quant_scales", DType::bfloat16) &&
                                !gives(c.request, "quant_zero_points") && !has_pairs(c.request);
                       }},
                      "NarrowScalesInsideOfIndices",
                      "reads bfloat16 scales from the start of their storage without zero points and pairs"},
    FaultRow<Meeting>{
        {Fault::skips_last_row, [](const MetCall& c) { return rows(c.request) == 4 && !has_pairs(c.request); }},
        "FourRows",
        "loses the last of four rows, which are one tile, where indices are no pairs"},
    // what cores lose that share unevenly
    FaultRow<Meeting>{{Fault::skips_last_row,
                       [](const MetCall& c) {
                         return is_strided(c, "updates") && holds(c.request, "updates", DType::bfloat16) &&
                                is_shared_unevenly(rows(c.request));
                       }},
                      "OddRowsOfStridedBfloat16",
                      "loses the last of an odd number of rows of strided bfloat16 updates"},
    FaultRow<Meeting>{{Fault::skips_last_batch,
                       [](const MetCall& c) {
                         return is_shared_unevenly(batches(c.request)) && has_pairs(c.request) && has_int32_zeros(c);
                       }},
                      "OddPairsWithInt32ZeroPoints",
                      "leaves the last of an odd number of pairs out where zero points are int32"},
    // what is wrong where three choices meet
    FaultRow<Meeting>{{Fault::ignores_storage_offset_of_updates,
                       [](const MetCall& c) {
                         return has_pairs(c.request) && is_transposed(c, "updates") && is_strided(c, "input");
                       }},
                      "TransposedUpdatesInsideOfPairsIntoStrided",
                      "reads transposed updates from the start of their storage where pairs lead into a strided input"},
    FaultRow<Meeting>{{Fault::ignores_strides_of_indices,
                       [](const MetCall& c) {
                         return has_pairs(c.request) && is_transposed(c, "input") && is_strided(c, "quant_scales");
                       }},
                      "StridedPairsOfTransposedInputByStridedScales",
                      "reads pairs as if contiguous where input is transposed and scales are strided"},
    FaultRow<Meeting>{{Fault::zero_point_of_channel_0,
                       [](const MetCall& c) {
                         return is_strided(c, "quant_zero_points") && axes_of(c.request, "quant_zero_points") > 3 &&
                                has_pairs(c.request);
                       }},
                      "StridedZeroPointsWithManyAxesOfPairs",
                      "uses one zero point for all where zero points are strided, have four axes or more and indices "
                      "are pairs"},
    FaultRow<Meeting>{{Fault::scale_of_channel_0,
                       [](const MetCall& c) {
                         return is_strided(c, "quant_scales") && is_transposed(c, "updates") && said_axis(c) > 0 &&
                                !gives(c.request, "quant_zero_points");
                       }},
                      "StridedScalesOfTransposedUpdatesFromFront",
                      "uses one scale for all where scales are strided, updates transposed, axis is counted from the "
                      "front and there are no zero points"},
};

// Which three choices these have was read off the calls that the family triples alone has.
constexpr std::array three_rows{
    FaultRow<Meeting>{
        {Fault::ignores_storage_offset_of_updates,
         [](const MetCall& c) { return !has_pairs(c.request) && integer_or(c.request, "quant_axis", -1) == 3; }},
        "UpdatesInsideOfStartsByQuantAxisFromFront",
        "reads updates from the start of their storage where indices are starts and quant_axis is 3"},
    FaultRow<Meeting>{{Fault::ignores_storage_offset_of_scales,
                       [](const MetCall& c) { return !has_pairs(c.request) && said_axis(c) == 2; }},
                      "ScalesInsideOfStartsByAxisFromFront",
                      "reads scales from the start of their storage where indices are starts and axis is 2"},
};

}  // namespace

std::span<const FaultRow<Meeting>> meetings() { return meeting_rows; }

std::span<const FaultRow<Meeting>> threes() { return three_rows; }

}  // namespace npu_cts::mutants::npu_quant_scatter_
