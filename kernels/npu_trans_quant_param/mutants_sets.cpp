// SPDX-License-Identifier: Apache-2.0
// Faults of npu_trans_quant_param that one data set, or one group of sizes, is there for. Each is what a kernel gets
// wrong in a path of its own: numbers that few calls hold, and sizes that few calls have.
#include "kernels/npu_trans_quant_param/mutants_sets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "framework/model/storage.h"
#include "kernels/common/mutant_meeting.h"
#include "kernels/common/mutant_values.h"
#include "kernels/npu_trans_quant_param/mutants_meeting.h"

namespace npu_cts::mutants::npu_trans_quant_param {
namespace {

constexpr std::uint32_t sign_bit = 0x80000000U;
constexpr std::uint32_t exponent_bits = 0x7F800000U;
constexpr std::uint32_t fp19_bits = 0xFFFFE000U;

bool is_subnormal(std::uint32_t scale) { return (scale & exponent_bits) == 0 && (scale & ~sign_bit) != 0; }

bool is_nan(std::uint32_t scale) { return (scale & ~sign_bit) > exponent_bits; }

/// The scale to the nearest FP19, ties to even; subnormals become zero.
std::uint32_t to_nearest(std::uint32_t scale) {
  const std::uint32_t exponent = scale & exponent_bits;
  if (exponent == 0) return scale & sign_bit;
  if (exponent == exponent_bits) return scale & fp19_bits;
  return (scale + 0xFFFU + ((scale >> 13U) & 1U)) & fp19_bits;
}

/// A word on its way.
struct Word {
  std::uint32_t scale;  ///< bits
  float offset;
  std::size_t scale_at;  ///< which scale it takes
  std::size_t offset_at;
  std::size_t place;  ///< of the word
  std::size_t words;  ///< that there are
  bool rounds_scale;
  bool is_written = true;
};

/// One fault: where a path is taken, it has what is given here, and is right otherwise.
struct SetFault {
  bool (*is_taken)(const MetCall&) = nullptr;  ///< null: always
  void (*aim)(Word&) = nullptr;                ///< changes which scale and offset it takes, before they are read
  void (*read)(Word&) = nullptr;               ///< changes what is read
  std::uint32_t (*fp19)(std::uint32_t scale) = nullptr;
  float (*whole)(float offset) = nullptr;  ///< stops at the ends of 9 bits afterwards
  bool wraps_offset = false;               ///< keeps the low 9 bits instead
};

bool is_vector(const MetCall& c) { return axes_of(c.request, "scale") == 1; }

bool has_one_row(const MetCall& c) { return is_row(c.request, "scale"); }

std::int64_t last_of_scale(const MetCall& c) { return find_tensor(c.request, "scale")->type.shape.back(); }

bool has_column(const MetCall& c) { return !is_vector(c) && !has_one_row(c) && last_of_scale(c) == 1; }

bool has_matrix(const MetCall& c) { return !is_vector(c) && !has_one_row(c) && last_of_scale(c) > 1; }

bool rounds_scales(const MetCall& c) { return rounds(c.request); }

bool rounds_vector(const MetCall& c) { return rounds_scales(c) && is_vector(c); }

bool cuts_scales(const MetCall& c) { return !rounds_scales(c); }

bool has_offset(const MetCall& c) { return gives(c.request, "offset"); }

std::uint32_t tie_away_from_zero(std::uint32_t scale) {
  const std::uint32_t exponent = scale & exponent_bits;
  return exponent == 0 || exponent == exponent_bits ? to_nearest(scale) : (scale + 0x1000U) & fp19_bits;
}

/// Divides by 8192 what it has multiplied by that and cut.
std::uint32_t cut_by_a_product(std::uint32_t scale) {
  const bool overflows =
      (scale & exponent_bits) > (std::uint32_t{254 - 13} << 23U) && (scale & exponent_bits) != exponent_bits;
  return overflows ? (scale & sign_bit) | exponent_bits : scale & fp19_bits;
}

std::uint32_t flush_with_sign(std::uint32_t scale) { return is_subnormal(scale) ? 0 : to_nearest(scale); }

std::uint32_t cut_and_flush(std::uint32_t scale) { return is_subnormal(scale) ? scale & sign_bit : scale & fp19_bits; }

std::uint32_t cut_and_stop(std::uint32_t scale) {
  return (scale & ~sign_bit) == exponent_bits ? (scale & sign_bit) | 0x7F7FE000U : scale & fp19_bits;
}

std::uint32_t round_and_stop(std::uint32_t scale) {
  const std::uint32_t rounded = to_nearest(scale);
  const bool carries = (rounded & ~sign_bit) == exponent_bits && (scale & exponent_bits) != exponent_bits;
  return carries ? (scale & sign_bit) | 0x7F7FE000U : rounded;
}

std::uint32_t cut_and_stay_nan(std::uint32_t scale) {
  const std::uint32_t cut = scale & fp19_bits;
  return is_nan(scale) && !is_nan(cut) ? cut | 0x2000U : cut;
}

float add_half_and_cut(float offset) { return std::trunc(offset + std::copysign(0.5F, offset)); }

float round_half_up(float offset) { return std::floor(offset + 0.5F); }

/// Goes through the low 32 bits.
float through_32_bits(float offset) {
  return static_cast<float>(static_cast<std::int32_t>(round_to_integer(offset, Rounding::half_even)));
}

void lose_single(Word& word, std::size_t tile) {
  word.is_written = word.place + 1 < word.words || word.words % tile != 1;
}

constexpr std::array set_faults{
    // scales
    FaultRow<SetFault>{{.is_taken = rounds_vector, .fp19 = tie_away_from_zero},
                       "TiesOfVectorAway",
                       "rounds ties of a vector of scales away from zero"},
    FaultRow<SetFault>{{.is_taken = rounds_vector, .fp19 = round_and_stop},
                       "RoundOfVectorStopsAtLargest",
                       "stops at the largest FP19 where rounding a vector of scales carries to infinity"},
    FaultRow<SetFault>{{.is_taken = cuts_scales, .fp19 = cut_by_a_product},
                       "CutByProduct",
                       "multiplies scales by 8192 to cut them, so the largest become infinite"},
    FaultRow<SetFault>{{.is_taken = rounds_scales, .fp19 = flush_with_sign},
                       "SignOfFlushedScale",
                       "makes negative subnormal scales zero without sign where round_mode is 1"},
    FaultRow<SetFault>{
        {.is_taken = [](const MetCall& c) { return cuts_scales(c) && has_offset(c); }, .fp19 = cut_and_flush},
        "SubnormalsBesideOffsetsFlushed",
        "makes subnormal scales zero where it cuts beside offsets"},
    FaultRow<SetFault>{
        {.is_taken = [](const MetCall& c) { return cuts_scales(c) && has_matrix(c); }, .fp19 = cut_and_flush},
        "SubnormalsOfMatrixFlushed",
        "makes subnormal scales of a matrix zero where it cuts"},
    FaultRow<SetFault>{{.is_taken = cuts_scales, .fp19 = cut_and_stop},
                       "CutStopsAtLargest",
                       "makes infinite scales the largest FP19 where it cuts"},
    FaultRow<SetFault>{{.is_taken = cuts_scales, .fp19 = cut_and_stay_nan},
                       "CutKeepsNan",
                       "sets a bit of a NaN that would become infinite where it cuts"},
    // offsets
    FaultRow<SetFault>{{.whole = add_half_and_cut},
                       "OffsetAddsHalf",
                       "adds a half to an offset and cuts, which makes 1 of 0.49999997"},
    FaultRow<SetFault>{{.is_taken = rounds_scales, .whole = round_half_up},
                       "OffsetHalfUpWhereRounding",
                       "rounds halves of the offset up where round_mode is 1"},
    FaultRow<SetFault>{
        {.is_taken = [](const MetCall& c) { return has_one_row(c) && elements_of(c.request, "offset") > 1; },
         .whole = round_half_up},
        "OffsetsOfRowHalfUp",
        "rounds halves of a row of offsets up"},
    FaultRow<SetFault>{{.read =
                            [](Word& w) {
                              if (w.offset == 255.5F) w.offset = -256;
                            }},
                       "OffsetTieAtTheEnd",
                       "lets an offset of 255.5 wrap, as it stops at the ends before it rounds"},
    FaultRow<SetFault>{{.whole = through_32_bits}, "OffsetIn32Bits", "keeps 32 bits of an offset before it stops it"},
    FaultRow<SetFault>{
        {.is_taken = [](const MetCall& c) { return has_one_row(c) && rounds_scales(c); }, .wraps_offset = true},
        "OffsetsOfRowWrap",
        "lets offsets beyond 9 bits wrap where scale is a row and round_mode 1"},
    FaultRow<SetFault>{{.is_taken =
                            [](const MetCall& c) {
                              return elements_of(c.request, "offset") == 1 && elements_of(c.request, "scale") > 1;
                            },
                        .read = [](Word& w) { w.offset = std::clamp(w.offset, -128.0F, 127.0F); }},
                       "SingleOffsetIn8Bits",
                       "clamps a single offset of several scales to 8 bits"},
    // sizes
    FaultRow<SetFault>{{.is_taken =
                            [](const MetCall& c) {
                              return elements_of(c.request, "scale") == 1 && elements_of(c.request, "offset") < 8;
                            },
                        .aim = [](Word& w) { w.offset_at = 0; }},
                       "OffsetsUnderOneBlock",
                       "uses the first offset for all where fewer than 8 meet a single scale"},
    FaultRow<SetFault>{{.is_taken = has_column, .aim = [](Word& w) { lose_single(w, 32); }},
                       "ColumnOneOver32",
                       "loses a single word behind tiles of 32 of a column"},
    FaultRow<SetFault>{
        {.is_taken = has_column, .aim = [](Word& w) { w.rounds_scale = w.rounds_scale && w.place < 16; }},
        "RoundedColumnBehind16",
        "cuts the scales of a column behind the first 16 where round_mode is 1"},
    FaultRow<SetFault>{{.is_taken = has_matrix, .aim = [](Word& w) { w.scale_at %= 4096; }},
                       "ScalesOfMatrixBehind4096",
                       "begins with the first scale of a matrix again at entry 4096"},
    FaultRow<SetFault>{
        {.is_taken = is_vector, .aim = [](Word& w) { w.rounds_scale = w.rounds_scale && w.place < 512; }},
        "RoundedVectorBehind512",
        "cuts the scales of a vector behind the first 512 where round_mode is 1"},
    FaultRow<SetFault>{{.is_taken = has_one_row, .aim = [](Word& w) { w.offset_at %= 65536; }},
                       "OffsetsOfRowIn16Bits",
                       "begins with the first offset of a row again at entry 65536"},
    FaultRow<SetFault>{{.is_taken = [](const MetCall& c) { return has_one_row(c) && !has_offset(c); },
                        .aim = [](Word& w) { w.scale_at %= 65536; }},
                       "ScalesOfPlainRowIn16Bits",
                       "begins with the first scale of a row again at entry 65536 where there are no offsets"},
};

std::vector<float> numbers_of(const Request& request, const char* key) {
  const StoredTensor* const stored = find_tensor(request, key);
  return stored == nullptr ? std::vector<float>{} : floats_of(load(*stored));
}

std::uint64_t offset_field(const Word& word, const SetFault& fault) {
  const float whole = fault.whole == nullptr ? std::nearbyint(word.offset) : fault.whole(word.offset);
  const std::int64_t steps = round_to_integer(whole, Rounding::half_even);
  const std::int64_t kept = fault.wraps_offset ? steps : std::clamp<std::int64_t>(steps, -256, 255);
  return (static_cast<std::uint64_t>(kept) & 0x1FFU) << 37U;
}

std::uint64_t word_of(const Word& word, const SetFault& fault) {
  if (!word.is_written) return 0;
  std::uint32_t fp19 = word.rounds_scale ? to_nearest(word.scale) : word.scale & fp19_bits;
  if (fault.fp19 != nullptr) fp19 = fault.fp19(word.scale);
  return fp19 | offset_field(word, fault) | std::uint64_t{1} << 46U;
}

std::vector<NamedTensor> run_set(const Target& target, const Request& request, SetFault fault) {
  if (fault.is_taken != nullptr && !fault.is_taken(met_call(target, request))) fault = {};
  const auto scales = numbers_of(request, "scale");
  const auto offsets = numbers_of(request, "offset");
  const std::size_t count = std::max(scales.size(), offsets.size());
  std::vector<std::int64_t> words(count);
  for (std::size_t i = 0; i < count; ++i) {
    Word word{.scale = 0,
              .offset = 0,
              .scale_at = scales.size() == 1 ? 0 : i,
              .offset_at = offsets.size() == 1 ? 0 : i,
              .place = i,
              .words = count,
              .rounds_scale = rounds(request)};
    if (fault.aim != nullptr) fault.aim(word);
    word.scale = bits_of(scales[word.scale_at]);
    if (!offsets.empty()) word.offset = offsets[word.offset_at];
    if (fault.read != nullptr) fault.read(word);
    words[i] = static_cast<std::int64_t>(word_of(word, fault));
  }
  const Shape& as_scale = find_tensor(request, "scale")->type.shape;
  const Shape shape = count == scales.size() ? as_scale : Shape{static_cast<std::int64_t>(count)};
  const DType dtype = target.mode == "eager" ? DType::int64 : DType::uint64;
  return {{.name = "out", .tensor = integer_tensor(dtype, shape, words)}};
}

}  // namespace

std::vector<Mutant> mutants_of_sets() { return each_fault(set_faults, run_set); }

}  // namespace npu_cts::mutants::npu_trans_quant_param
