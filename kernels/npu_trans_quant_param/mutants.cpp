// SPDX-License-Identifier: Apache-2.0
// npu_trans_quant_param with one fault. Right: bits 0-31 hold the scale as FP19, bits 37-45 the offset, bit 46 is one.

#include "kernels/npu_trans_quant_param/mutants.h"
#include "kernels/npu_trans_quant_param/mutants_meeting.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/model/storage.h"
#include "kernels/common/mutant_meeting.h"
#include "kernels/common/mutant_values.h"

namespace npu_cts::mutants::npu_trans_quant_param {
namespace {

constexpr std::array faults{
    FaultRow<Fault>{Fault::none, "Faultless", "", "it has no fault"},
    FaultRow<Fault>{Fault::no_flag, "NoFlag", "leaves bit 46 zero"},
    FaultRow<Fault>{Fault::offset_at_36, "OffsetAt36", "puts the offset one bit too low"},
    FaultRow<Fault>{Fault::offset_8_bits, "Offset8Bits", "keeps 8 bits of the offset"},
    FaultRow<Fault>{Fault::offset_wraps, "OffsetWraps", "lets offsets beyond 9 bits wrap"},
    FaultRow<Fault>{Fault::offset_clamped_to_int8, "OffsetClampedToInt8", "clamps the offset to 8 bits"},
    FaultRow<Fault>{Fault::offset_from_minus_255, "OffsetFromMinus255", "clamps the offset at -255"},
    FaultRow<Fault>{Fault::offset_sign_extended, "OffsetSignExtended", "lets a negative offset fill the high bits"},
    FaultRow<Fault>{Fault::offset_toward_zero, "OffsetTowardZero", "cuts the fraction of the offset off"},
    FaultRow<Fault>{Fault::offset_half_up, "OffsetHalfUp", "rounds halves of the offset up"},
    FaultRow<Fault>{Fault::offset_adds_half, "OffsetAddsHalf",
                    "adds a half to an offset and cuts, which makes 1 of 0.49999997"},
    FaultRow<Fault>{Fault::offset_tie_at_the_end, "OffsetTieAtTheEnd",
                    "lets an offset of 255.5 wrap, as it stops at the ends before it rounds"},
    FaultRow<Fault>{Fault::offset_in_32_bits, "OffsetIn32Bits", "keeps 32 bits of an offset before it stops it"},
    FaultRow<Fault>{Fault::offset_first, "OffsetFirst", "uses the first offset for all"},
    FaultRow<Fault>{Fault::offset_left_out, "OffsetLeftOut", "ignores the offset"},
    FaultRow<Fault>{Fault::scale_high, "ScaleHigh", "puts the scale into the high half"},
    FaultRow<Fault>{Fault::scale_uncut, "ScaleUncut", "keeps the low 13 bits of the scale"},
    FaultRow<Fault>{Fault::scale_sign_lost, "ScaleSignLost", "drops the sign of the scale"},
    FaultRow<Fault>{Fault::scale_first, "ScaleFirst", "uses the first scale for all"},
    FaultRow<Fault>{Fault::scale_modulo_1024, "ScaleModulo1024", "begins with the first scale again at entry 1024"},
    FaultRow<Fault>{Fault::offset_modulo_1024, "OffsetModulo1024", "begins with the first offset again at entry 1024"},
    FaultRow<Fault>{Fault::single_scale_once, "SingleScaleOnce", "does not repeat a single scale"},
    FaultRow<Fault>{Fault::single_offset_once, "SingleOffsetOnce", "does not repeat a single offset"},
    FaultRow<Fault>{Fault::round_mode_ignored, "RoundModeIgnored", "cuts whatever round_mode says"},
    FaultRow<Fault>{Fault::round_mode_default_1, "RoundModeDefault1", "rounds where round_mode is not given"},
    FaultRow<Fault>{Fault::round_up_ties, "RoundUpTies", "rounds ties of the scale away from zero"},
    FaultRow<Fault>{Fault::round_without_carry, "RoundWithoutCarry", "loses the carry into the exponent"},
    FaultRow<Fault>{Fault::round_stops_at_largest, "RoundStopsAtLargest", "rounds no finite scale to infinity"},
    FaultRow<Fault>{Fault::cut_flushes_subnormals, "CutFlushesSubnormals", "makes subnormal scales zero where it cuts"},
    FaultRow<Fault>{Fault::cut_by_product, "CutByProduct",
                    "multiplies scales by 8192 to cut them, so the largest become infinite"},
    FaultRow<Fault>{Fault::cut_stops_at_largest, "CutStopsAtLargest",
                    "makes infinite scales the largest FP19 where it cuts"},
    FaultRow<Fault>{Fault::cut_keeps_nan, "CutKeepsNan",
                    "sets a bit of a NaN that would become infinite where it cuts"},
    FaultRow<Fault>{Fault::flushed_sign_lost, "SignOfFlushedScale",
                    "makes negative subnormal scales zero without sign where round_mode is 1"},
    FaultRow<Fault>{Fault::scale_row_repeated, "ScaleRowRepeated", "uses the first row of a scale for all"},
    FaultRow<Fault>{Fault::skips_last, "SkipsLast", "leaves the last of several words zero"},
    FaultRow<Fault>{Fault::storage_offset_of_scale_ignored, "StorageOffsetOfScaleIgnored",
                    "reads scales from the start of their storage"},
    FaultRow<Fault>{Fault::storage_offset_of_offset_ignored, "StorageOffsetOfOffsetIgnored",
                    "reads offsets from the start of their storage"},
};

/// The scale to the nearest FP19, ties to even; subnormals become zero.
std::uint32_t rounded_fp19(std::uint32_t bits, Fault fault) {
  const std::uint32_t sign = bits & 0x80000000U;
  const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
  const std::uint32_t exponent = magnitude >> 23U;
  if (exponent == 0) return fault == Fault::flushed_sign_lost && magnitude != 0 ? 0 : sign;
  if (exponent == 255) return bits & 0xFFFFE000U;
  const std::uint32_t odd = fault == Fault::round_up_ties ? 1U : (magnitude >> 13U) & 1U;
  const std::uint32_t rounded = (magnitude + 0xFFFU + odd) & 0xFFFFE000U;
  if (fault == Fault::round_without_carry) return sign | (exponent << 23U) | (rounded & 0x7FFFFFU);
  if (fault == Fault::round_stops_at_largest && rounded == 0x7F800000U) return sign | 0x7F7FE000U;
  return sign | rounded;
}

/// The scale without the bits that FP19 has not.
std::uint32_t cut_fp19(std::uint32_t bits, Fault fault) {
  const std::uint32_t sign = bits & 0x80000000U;
  const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
  const std::uint32_t cut = bits & 0xFFFFE000U;
  const std::uint32_t exponent = magnitude >> 23U;
  if (fault == Fault::cut_flushes_subnormals && exponent == 0) return sign;
  if (fault == Fault::cut_by_product && exponent > 254 - 13 && exponent != 255) return sign | 0x7F800000U;
  if (fault == Fault::cut_stops_at_largest && magnitude == 0x7F800000U) return sign | 0x7F7FE000U;
  const bool loses_nan = magnitude > 0x7F800000U && cut == (sign | 0x7F800000U);
  return fault == Fault::cut_keeps_nan && loses_nan ? cut | 0x2000U : cut;
}

std::uint32_t scale_bits(float scale, std::int64_t round_mode, Fault fault) {
  std::uint32_t bits = bits_of(scale);
  if (fault == Fault::scale_sign_lost) bits &= 0x7FFFFFFFU;
  if (fault == Fault::scale_uncut) return bits;
  if (round_mode == 1 && fault != Fault::round_mode_ignored) return rounded_fp19(bits, fault);
  return cut_fp19(bits, fault);
}

std::uint64_t offset_bits(float offset, Fault fault) {
  Rounding rounding = Rounding::half_even;
  if (fault == Fault::offset_toward_zero) rounding = Rounding::toward_zero;
  if (fault == Fault::offset_half_up) rounding = Rounding::half_up;
  if (fault == Fault::offset_adds_half) offset = std::trunc(offset + std::copysign(0.5F, offset));
  std::int64_t whole = round_to_integer(offset, rounding);
  if (fault == Fault::offset_in_32_bits) whole = static_cast<std::int32_t>(whole);
  if (fault == Fault::offset_tie_at_the_end && offset == 255.5F) whole = -256;
  if (fault == Fault::offset_clamped_to_int8) whole = std::clamp<std::int64_t>(whole, -128, 127);
  const std::int64_t lowest = fault == Fault::offset_from_minus_255 ? -255 : -256;
  if (fault != Fault::offset_wraps) whole = std::clamp<std::int64_t>(whole, lowest, 255);
  const auto word = static_cast<std::uint64_t>(whole);
  if (fault == Fault::offset_left_out) return 0;
  if (fault == Fault::offset_sign_extended) return word << 37U;
  if (fault == Fault::offset_8_bits) return (word & 0xFFU) << 37U;
  return (word & 0x1FFU) << (fault == Fault::offset_at_36 ? 36U : 37U);
}

std::size_t scale_place(const Shape& shape, std::size_t flat, Fault fault) {
  if (fault == Fault::scale_modulo_1024) return flat % 1024;
  if (fault == Fault::scale_modulo_4096) return flat % 4096;
  if (fault == Fault::scale_modulo_65536) return flat % 65536;
  return fault == Fault::scale_row_repeated ? flat % static_cast<std::size_t>(shape.back()) : flat;
}

std::size_t offset_place(std::size_t flat, Fault fault) {
  if (fault == Fault::offset_modulo_1024) return flat % 1024;
  return fault == Fault::offset_modulo_65536 ? flat % 65536 : flat;
}

/// Returns whether the scale at `flat` is cut whatever round_mode says.
bool is_cut(std::size_t flat, Fault fault) {
  if (fault == Fault::rounds_first_16) return flat >= 16;
  return fault == Fault::rounds_first_512 && flat >= 512;
}

std::vector<NamedTensor> run(const Target& target, const Request& request, Fault fault) {
  const Tensor scale = load_at(*find_tensor(request, "scale"), fault == Fault::storage_offset_of_scale_ignored);
  const auto scales = floats_of(scale);
  const StoredTensor* stored = find_tensor(request, "offset");
  const auto offsets = stored == nullptr
                           ? std::vector<float>{}
                           : floats_of(load_at(*stored, fault == Fault::storage_offset_of_offset_ignored));
  const std::int64_t round_mode = integer_or(request, "round_mode", fault == Fault::round_mode_default_1 ? 1 : 0);
  const std::size_t count = std::max(scales.size(), offsets.size());
  std::vector<std::int64_t> words(count);
  for (std::size_t i = 0; i < count; ++i) {
    const bool lone_scale = scales.size() == 1 || fault == Fault::scale_first;
    const bool lone_offset = offsets.size() == 1 || fault == Fault::offset_first;
    const float given = scales[lone_scale ? 0 : scale_place(scale.type.shape, i, fault)];
    std::uint64_t word = scale_bits(given, is_cut(i, fault) ? 0 : round_mode, fault);
    if (fault == Fault::single_scale_once && scales.size() == 1 && i > 0) word = 0;
    if (fault == Fault::scale_high) word <<= 32U;
    const bool is_skipped = fault == Fault::single_offset_once && offsets.size() == 1 && i > 0;
    if (!offsets.empty() && !is_skipped) word |= offset_bits(offsets[lone_offset ? 0 : offset_place(i, fault)], fault);
    if (fault != Fault::no_flag) word |= std::uint64_t{1} << 46U;
    if (fault == Fault::skips_last && i > 0 && i + 1 == count) word = 0;
    words[i] = static_cast<std::int64_t>(word);
  }
  const Shape shape = count == scales.size() ? scale.type.shape : Shape{static_cast<std::int64_t>(count)};
  const DType dtype = target.mode == "eager" ? DType::int64 : DType::uint64;
  return {{.name = "out", .tensor = integer_tensor(dtype, shape, words)}};
}

std::int64_t count_of(const Request& request) {
  return std::max(elements_of(request, "scale"), elements_of(request, "offset"));
}

const Shape& scale_of(const Request& request) { return find_tensor(request, "scale")->type.shape; }

using Path = PathFault<Fault, Request>;

/// Faults of single paths, as real kernels have them: what is forgotten where choices meet, and tiles.
constexpr std::array paths{
    FaultRow<Path>{{Fault::round_mode_ignored, [](const Request& r) { return count_of(r) == 1; }},
                   "RoundModeOfOneScale",
                   "cuts a single scale whatever round_mode says"},
    FaultRow<Path>{{Fault::skips_last, [](const Request& r) { return count_of(r) > 1 && count_of(r) % 16 == 15; }},
                   "OneUnder16",
                   "loses the last word where one is missing to tiles of 16"},
    FaultRow<Path>{{Fault::skips_last, [](const Request& r) { return count_of(r) > 256 && count_of(r) % 8 == 5; }},
                   "LongTailOf5",
                   "loses the last word of a tail of five behind 256"},
    FaultRow<Path>{{Fault::skips_last,
                    [](const Request& r) { return count_of(r) > 256 && count_of(r) % 8 == 3 && !gives(r, "offset"); }},
                   "LongTailOf3PlainScales",
                   "loses the last word of a tail of three behind 256 where there is no offset"},
    FaultRow<Path>{
        {Fault::offset_left_out,
         [](const Request& r) { return rounds(r) && elements_of(r, "offset") == 1 && elements_of(r, "scale") > 1; }},
        "SingleOffsetOfRounding",
        "ignores a single offset of several scales where round_mode is 1"},
    FaultRow<Path>{{Fault::skips_last, [](const Request& r) { return count_of(r) > 256 && count_of(r) % 256 == 1; }},
                   "OneOver256",
                   "loses a single word behind tiles of 256"},
    FaultRow<Path>{{Fault::skips_last, [](const Request& r) { return count_of(r) % 512 == 511; }},
                   "OneUnder512",
                   "loses the last word where one is missing to tiles of 512"},
    FaultRow<Path>{{Fault::skips_last, [](const Request& r) { return is_one_over(count_of(r), 8); }},
                   "OneOver8",
                   "loses a single word behind tiles of 8"},
    FaultRow<Path>{{Fault::skips_last, [](const Request& r) { return count_of(r) % 8 == 7; }},
                   "OneUnder8",
                   "loses the last word where one is missing to tiles of 8"},
    FaultRow<Path>{{Fault::skips_last, [](const Request& r) { return is_one_over(count_of(r), 64); }},
                   "OneOver64",
                   "loses a single word behind tiles of 64"},
    FaultRow<Path>{{Fault::skips_last, [](const Request& r) { return count_of(r) % 64 == 0; }},
                   "FullTileOf64",
                   "loses the last word where words fill tiles of 64"},
    FaultRow<Path>{{Fault::skips_last, [](const Request& r) { return count_of(r) % 128 == 127; }},
                   "OneUnder128",
                   "loses the last word where one is missing to tiles of 128"},
    FaultRow<Path>{{Fault::single_scale_once, [](const Request& r) { return elements_of(r, "offset") > 64; }},
                   "SingleScaleOfManyOffsets",
                   "does not repeat a single scale of more than 64 offsets"},
    FaultRow<Path>{{Fault::single_offset_once, [](const Request& r) { return elements_of(r, "scale") > 256; }},
                   "SingleOffsetOfManyScales",
                   "does not repeat a single offset of more than 256 scales"},
    FaultRow<Path>{{Fault::scale_row_repeated, [](const Request& r) { return is_column(r) && count_of(r) > 8; }},
                   "LongColumn",
                   "uses the first row for all of a column of more than 8 scales"},
    FaultRow<Path>{{Fault::scale_first, [](const Request& r) { return is_column(r); }},
                   "ScaleOfColumn",
                   "uses the first scale for all of a column"},
    FaultRow<Path>{
        {Fault::skips_last, [](const Request& r) { return is_row(r, "scale") && is_one_over(count_of(r), 32); }},
        "RowOneOver32",
        "loses a single word behind tiles of 32 of a scale of two axes"},
};

/// Faults that show only where several choices of a call meet.
constexpr std::array meetings{
    FaultRow<Meeting>{
        {Fault::scale_first,
         [](const MetCall& c) { return is_column(c.request) && !rounds(c.request) && !gives(c.request, "offset"); }},
        "PlainColumn",
        "uses the first scale for all of a column where there is neither rounding nor offset"},
    FaultRow<Meeting>{
        {Fault::storage_offset_of_scale_ignored,
         [](const MetCall& c) {
           return scale_of(c.request).size() == 1 && !rounds(c.request) && !gives(c.request, "offset");
         }},
        "PlainScaleInside",
        "reads a vector of scales from the start of its storage where there is neither rounding nor offset"},
    FaultRow<Meeting>{
        {Fault::offset_toward_zero,
         [](const MetCall& c) { return is_in_graph(c.target) && is_row(c.request, "scale") && rounds(c.request); }},
        "OffsetOfRoundedRowsInGraphs",
        "cuts the fraction of offsets off in a graph where scale is a row and round_mode 1"},
    FaultRow<Meeting>{
        {Fault::offset_first,
         [](const MetCall& c) { return is_row(c.request, "scale") && axes_of(c.request, "offset") == 2; }},
        "OffsetRowBesideScaleRow",
        "uses the first offset for all where scales and offsets are rows"},
    FaultRow<Meeting>{
        {Fault::scale_row_repeated, [](const MetCall& c) { return is_matrix(c.request) && rounds(c.request); }},
        "RoundedMatrix",
        "uses the first row for all of several rows of scales where round_mode is 1"},
    FaultRow<Meeting>{
        {Fault::storage_offset_of_offset_ignored,
         [](const MetCall& c) { return elements_of(c.request, "offset") == 1 && elements_of(c.request, "scale") > 1; }},
        "SingleOffsetInside",
        "reads a single offset of several scales from the start of its storage"},
    FaultRow<Meeting>{{Fault::storage_offset_of_scale_ignored,
                       [](const MetCall& c) { return scale_of(c.request).size() == 2 && rounds(c.request); }},
                      "RoundedScaleOfTwoAxesInside",
                      "reads scales of two axes from the start of their storage where round_mode is 1"},
    FaultRow<Meeting>{{Fault::no_flag,
                       [](const MetCall& c) {
                         return c.target.product == "atlas_inference" && is_in_graph(c.target) &&
                                !gives(c.request, "offset");
                       }},
                      "FlagInGraphsOfInferenceProducts",
                      "leaves bit 46 zero in a graph on Atlas inference products where there is no offset"},
    FaultRow<Meeting>{
        {Fault::round_without_carry,
         [](const MetCall& c) { return elements_of(c.request, "scale") == 1 && elements_of(c.request, "offset") > 1; }},
        "CarryOfSingleScale",
        "loses the carry into the exponent of a single scale of several offsets"},
    FaultRow<Meeting>{{Fault::skips_last,
                       [](const MetCall& c) {
                         return c.target.product == "atlas_a3" && is_shared_unevenly(count_of(c.request)) &&
                                gives(c.request, "offset");
                       }},
                      "OddWordsOfTwoCores",
                      "loses the last of an odd number of words with offsets on Atlas A3"},
};

bool is_single(const Request& request) { return elements_of(request, "scale") == 1; }

/// Faults that show only where a choice meets a limit of a size or a number.
constexpr std::array limits{
    FaultRow<Meeting>{{Fault::offset_wraps, [](const MetCall& c) { return is_row(c.request, "scale"); }},
                      "OffsetsBeyondTheirEndsOfRows",
                      "lets offsets beyond 9 bits wrap where scale is a row"},
    FaultRow<Meeting>{
        {Fault::offset_toward_zero,
         [](const MetCall& c) {
           return rounds(c.request) && is_single(c.request) && elements_of(c.request, "offset") == 1;
         }},
        "OneOffsetOfOneScaleOfRounding",
        "cuts the fraction of the offset off where a single scale meets a single offset and round_mode is 1"},
    FaultRow<Meeting>{
        {Fault::scale_sign_lost,
         [](const MetCall& c) { return rounds(c.request) && is_single(c.request) && is_row(c.request, "scale"); }},
        "SignOfOneInRowOfRounding",
        "drops the sign of a scale of shape [1, 1] where round_mode is 1"},
    FaultRow<Meeting>{{Fault::round_stops_at_largest, [](const MetCall& c) { return is_matrix(c.request); }},
                      "LargestScalesOfMatrix",
                      "rounds no finite scale to infinity where there are several rows and columns of them"},
};

}  // namespace

bool rounds(const Request& request) { return integer_or(request, "round_mode", 0) == 1; }

bool is_row(const Request& request, std::string_view key) {
  return axes_of(request, key) == 2 && find_tensor(request, key)->type.shape.front() == 1;
}

bool is_column(const Request& request) { return scale_of(request).size() == 2 && scale_of(request).back() == 1; }

bool is_matrix(const Request& request) {
  return scale_of(request).size() == 2 && !is_row(request, "scale") && !is_column(request);
}

std::vector<Mutant> mutants() {
  std::vector<Mutant> all =
      with_limits(with_meetings(each_fault(faults, paths, run), each_path(meetings, run, met_call)),
                  each_path(limits, run, met_call));
  all = with_threes(std::move(all), each_path(threes(), run, met_call));
  std::ranges::move(each_path(faults_of_sets(), run, met_call), std::back_inserter(all));
  return all;
}

std::int64_t cost_of(const Call& call) { return largest_tensor(call); }

}  // namespace npu_cts::mutants::npu_trans_quant_param
