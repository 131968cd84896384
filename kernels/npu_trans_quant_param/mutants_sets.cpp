// SPDX-License-Identifier: Apache-2.0
// Faults of npu_trans_quant_param that data sets and groups of sizes of its hints are there for: those of single paths.
// Those of every call stand in the table of mutants.cpp.
#include <array>

#include "kernels/common/mutant_values.h"
#include "kernels/npu_trans_quant_param/mutants_meeting.h"

namespace npu_cts::mutants::npu_trans_quant_param {
namespace {

bool is_vector(const MetCall& c) { return axes_of(c.request, "scale") == 1; }

bool has_one_row(const MetCall& c) { return is_row(c.request, "scale"); }

bool is_long_column(const MetCall& c) { return is_column(c.request) && !has_one_row(c); }

constexpr std::array set_rows{
    // scales
    FaultRow<Meeting>{
        {Fault::round_up_ties, is_vector}, "TiesOfVectorAway", "rounds ties of a vector of scales away from zero"},
    FaultRow<Meeting>{{Fault::round_stops_at_largest, is_vector},
                      "RoundOfVectorStopsAtLargest",
                      "stops at the largest FP19 where rounding a vector of scales carries to infinity"},
    FaultRow<Meeting>{{Fault::cut_flushes_subnormals, [](const MetCall& c) { return gives(c.request, "offset"); }},
                      "SubnormalsBesideOffsetsFlushed",
                      "makes subnormal scales zero where it cuts beside offsets"},
    FaultRow<Meeting>{{Fault::cut_flushes_subnormals, [](const MetCall& c) { return is_matrix(c.request); }},
                      "SubnormalsOfMatrixFlushed",
                      "makes subnormal scales of a matrix zero where it cuts"},
    // offsets
    FaultRow<Meeting>{{Fault::offset_half_up, [](const MetCall& c) { return rounds(c.request); }},
                      "OffsetHalfUpWhereRounding",
                      "rounds halves of the offset up where round_mode is 1"},
    FaultRow<Meeting>{{Fault::offset_half_up,
                       [](const MetCall& c) { return has_one_row(c) && elements_of(c.request, "offset") > 1; }},
                      "OffsetsOfRowHalfUp",
                      "rounds halves of a row of offsets up"},
    FaultRow<Meeting>{{Fault::offset_wraps, [](const MetCall& c) { return has_one_row(c) && rounds(c.request); }},
                      "OffsetsOfRowWrap",
                      "lets offsets beyond 9 bits wrap where scale is a row and round_mode 1"},
    FaultRow<Meeting>{
        {Fault::offset_clamped_to_int8,
         [](const MetCall& c) { return elements_of(c.request, "offset") == 1 && elements_of(c.request, "scale") > 1; }},
        "SingleOffsetIn8Bits",
        "clamps a single offset of several scales to 8 bits"},
    // sizes
    FaultRow<Meeting>{
        {Fault::offset_first,
         [](const MetCall& c) { return elements_of(c.request, "scale") == 1 && elements_of(c.request, "offset") < 8; }},
        "OffsetsUnderOneBlock",
        "uses the first offset for all where fewer than 8 meet a single scale"},
    FaultRow<Meeting>{
        {Fault::skips_last,
         [](const MetCall& c) { return is_long_column(c) && is_one_over(elements_of(c.request, "scale"), 32); }},
        "ColumnOneOver32",
        "loses a single word behind tiles of 32 of a column"},
    FaultRow<Meeting>{{Fault::offset_first, [](const MetCall& c) { return elements_of(c.request, "offset") == 1028; }},
                      "OffsetsOf257Groups",
                      "uses the first offset for all where there are 257 groups of four"},
    FaultRow<Meeting>{{Fault::rounds_first_16, is_long_column},
                      "RoundedColumnBehind16",
                      "cuts the scales of a column behind the first 16 where round_mode is 1"},
    FaultRow<Meeting>{{Fault::scale_modulo_4096, [](const MetCall& c) { return is_matrix(c.request); }},
                      "ScalesOfMatrixBehind4096",
                      "begins with the first scale of a matrix again at entry 4096"},
    FaultRow<Meeting>{{Fault::rounds_first_512, is_vector},
                      "RoundedVectorBehind512",
                      "cuts the scales of a vector behind the first 512 where round_mode is 1"},
    FaultRow<Meeting>{{Fault::offset_modulo_65536, has_one_row},
                      "OffsetsOfRowIn16Bits",
                      "begins with the first offset of a row again at entry 65536"},
    FaultRow<Meeting>{
        {Fault::scale_modulo_65536, [](const MetCall& c) { return has_one_row(c) && !gives(c.request, "offset"); }},
        "ScalesOfPlainRowIn16Bits",
        "begins with the first scale of a row again at entry 65536 where there are no offsets"},
    // what is wrong where three choices meet
    FaultRow<Meeting>{
        {Fault::storage_offset_of_offset_ignored,
         [](const MetCall& c) { return is_column(c.request) && rounds(c.request) && is_in_graph(c.target); }},
        "OffsetsInsideBesideRoundedColumnInGraphs",
        "reads offsets from the start of their storage in a graph where scale is a column and rounded"},
    FaultRow<Meeting>{
        {Fault::storage_offset_of_scale_ignored,
         [](const MetCall& c) { return is_matrix(c.request) && rounds(c.request) && c.target.product == "atlas_a3"; }},
        "RoundedMatrixInsideOnA3",
        "reads a matrix of scales from the start of its storage where it is rounded on Atlas A3"},
};

// Which three choices these have was read off the calls that the family triples alone has.
constexpr std::array three_rows{
    FaultRow<Meeting>{{Fault::storage_offset_of_offset_ignored,
                       [](const MetCall& c) {
                         return gives(c.request, "round_mode") && !rounds(c.request) &&
                                axes_of(c.request, "offset") == 2;
                       }},
                      "OffsetRowInsideOfRoundModeSaid",
                      "reads a row of offsets from the start of its storage where round_mode is said to be 0"},
};

}  // namespace

std::span<const FaultRow<Meeting>> faults_of_sets() { return set_rows; }

std::span<const FaultRow<Meeting>> threes() { return three_rows; }

}  // namespace npu_cts::mutants::npu_trans_quant_param
