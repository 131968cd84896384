// SPDX-License-Identifier: Apache-2.0
// Faults of npu_quant_scatter_ that one data set, or one group of sizes, is there for. Each is what a kernel gets wrong
// in a path of its own: numbers that few calls hold, places that few calls name, and sizes that few calls have.
#include "kernels/npu_quant_scatter_/mutants_sets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/model/half.h"
#include "framework/model/storage.h"
#include "kernels/common/mutant_meeting.h"
#include "kernels/common/mutant_values.h"
#include "kernels/npu_quant_scatter_/mutants_meeting.h"

namespace npu_cts::mutants::npu_quant_scatter_ {
namespace {

/// Where an entry of updates goes: its entry of axis 0 of input, and its first place along the axis.
struct EntryPlace {
  std::int64_t batch;
  std::int64_t start;
};

constexpr std::int64_t unwritten = -1;  ///< a batch that input does not have

/// What the places of entries are made of.
struct Placed {
  const Request& request;
  std::vector<EntryPlace>& places;  ///< by entry
};

/// An element of updates as it is read, and its place among them.
struct Element {
  float update;
  float scale;
  float zero_point;
  std::int64_t row;
  bool is_written = true;
};

/// One fault: where a path is taken, it has what is given here, and is right otherwise.
struct SetFault {
  bool (*is_taken)(const MetCall&) = nullptr;  ///< null: always
  void (*place)(const Placed&) = nullptr;      ///< changes where entries go
  void (*read)(Element&) = nullptr;            ///< changes what is read
  float (*round)(float steps) = nullptr;       ///< gives whole steps, which stop at the ends of int8
  std::int64_t scales_held = 0;                ///< scales and zero points begin again behind so many; 0: never
};

bool has_float32_scales(const MetCall& c) { return holds(c.request, "quant_scales", DType::float32); }

bool has_narrow_scales(const MetCall& c) { return holds(c.request, "quant_scales", DType::bfloat16); }

bool has_float16_updates(const MetCall& c) { return holds(c.request, "updates", DType::float16); }

bool has_narrow_updates(const MetCall& c) { return holds(c.request, "updates", DType::bfloat16); }

bool has_int32_zero_points(const MetCall& c) { return holds(c.request, "quant_zero_points", DType::int32); }

bool takes_pairs(const MetCall& c) { return has_pairs(c.request); }

bool takes_pairs_in_front(const MetCall& c) {
  return has_pairs(c.request) && axis(c.request) + 2 < axes_of(c.request, "updates");
}

std::int64_t axis_said(const MetCall& c) { return integer_or(c.request, "axis", -2); }

constexpr float largest_float16 = 65504;

/// The places of single entries.
template <auto Change>
void each_place(const Placed& placed) {
  for (EntryPlace& place : placed.places) Change(place);
}

void keep_16_bits_of_start(EntryPlace& place) { place.start = static_cast<std::uint16_t>(place.start); }

void keep_16_bits_of_batch(EntryPlace& place) { place.batch = static_cast<std::int16_t>(place.batch); }

/// Loses what an earlier entry wrote into a batch, if others came between.
void read_batch_again(const Placed& placed) {
  auto& places = placed.places;
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t later = i + 2; later < places.size(); ++later) {
      if (places[later].batch == places[i].batch && places[later - 1].batch != places[i].batch)
        places[i].batch = unwritten;
    }
  }
}

/// Keeps the start of the entry before, if that has the same batch.
void keep_start_of_batch(const Placed& placed) {
  auto& places = placed.places;
  for (std::size_t i = 1; i < places.size(); ++i) {
    if (places[i].batch == places[i - 1].batch) places[i].start = places[i - 1].start;
  }
}

/// Leaves out what ends with the axis.
void stop_before_end(const Placed& placed) {
  const std::int64_t end = find_tensor(placed.request, "input")->type.shape[axis(placed.request)];
  for (EntryPlace& place : placed.places) {
    if (place.start + rows(placed.request) >= end) place.batch = unwritten;
  }
}

bool has_long_axis(const MetCall& c) { return find_tensor(c.request, "input")->type.shape[axis(c.request)] > 256; }

void count_entries_in_8_bits(const Placed& placed) {
  for (std::size_t i = placed.places.size() % 256; i < placed.places.size(); ++i) placed.places[i].batch = unwritten;
}

/// A float16 that is not normal or not finite, by the formula of the others.
float by_the_formula_of_normal_numbers(float update) {
  const std::uint16_t bits = to_float16(update);
  const int exponent = (bits >> 10U) & 0x1F;
  const float magnitude = std::ldexp(static_cast<float>(0x400 | (bits & 0x3FF)), exponent - 25);
  return (bits & 0x8000U) != 0 ? -magnitude : magnitude;
}

void read_infinities_as_numbers(Element& element) {
  if (std::isinf(element.update)) element.update = by_the_formula_of_normal_numbers(element.update);
}

void read_subnormals_as_normal(Element& element) {
  if (element.update != 0 && std::fabs(element.update) < 0x1p-14F)
    element.update = by_the_formula_of_normal_numbers(element.update);
}

void flush_subnormal_scales(Element& element) {
  if (element.update != 0 && std::fabs(element.scale) < 0x1p-126F) element.scale = 0;
}

void give_zero_for_zero_scales(Element& element) {
  if (element.scale != 0) return;
  element.update = 0;
  element.scale = 1;
}

float keep_16_bits_of_steps(float steps) {
  return static_cast<float>(static_cast<std::int16_t>(round_to_integer(steps, Rounding::half_even)));
}

constexpr std::array set_faults{
    // what is read otherwise
    FaultRow<SetFault>{{.is_taken = has_float32_scales,
                        .read = [](Element& e) { e.scale = std::clamp(e.scale, -largest_float16, largest_float16); }},
                       "ScalesStopAtFloat16",
                       "stops float32 scales at the largest float16"},
    FaultRow<SetFault>{{.is_taken = has_narrow_updates,
                        .read = [](Element& e) { e.update = std::clamp(e.update, -largest_float16, largest_float16); }},
                       "UpdatesStopAtFloat16",
                       "stops bfloat16 updates at the largest float16"},
    FaultRow<SetFault>{
        {.read = give_zero_for_zero_scales}, "ZeroScaleGivesZero", "gives 0 for a quotient by a scale of zero"},
    FaultRow<SetFault>{{.is_taken = has_float16_updates, .read = read_infinities_as_numbers},
                       "InfiniteUpdatesAsNumbers",
                       "reads infinite float16 updates by the formula of finite ones, as 65536"},
    FaultRow<SetFault>{{.is_taken = has_float16_updates, .read = read_subnormals_as_normal},
                       "SubnormalUpdatesAsNormal",
                       "reads subnormal float16 updates by the formula of normal ones"},
    FaultRow<SetFault>{{.is_taken = has_narrow_scales, .read = flush_subnormal_scales},
                       "SubnormalScalesFlushed",
                       "divides by zero where a bfloat16 scale is subnormal and the update is not zero"},
    FaultRow<SetFault>{{.is_taken = has_float32_scales, .read = [](Element& e) { e.scale = std::fabs(e.scale); }},
                       "Float32ScaleSignLost",
                       "drops the sign of float32 scales"},
    FaultRow<SetFault>{{.is_taken = has_int32_zero_points,
                        .read = [](Element& e) { e.zero_point = from_float16(to_float16(e.zero_point)); }},
                       "ZeroPointsInFloat16",
                       "keeps int32 zero points in float16"},
    FaultRow<SetFault>{{.read = [](Element& e) { e.is_written = e.update != 0; }},
                       "ZeroUpdatesSkipped",
                       "leaves the place of an update of zero as it was"},
    FaultRow<SetFault>{
        {.scales_held = 65536}, "ChannelIn16Bits", "begins with the first scale and zero point again at channel 65536"},
    FaultRow<SetFault>{{.read = [](Element& e) { e.is_written = e.row < 65536; }},
                       "RowsIn16Bits",
                       "leaves out the rows of updates behind 65536"},
    FaultRow<SetFault>{{.is_taken = takes_pairs, .read = [](Element& e) { e.is_written = e.row < 64; }},
                       "RowsOfPairsIn64",
                       "leaves out the rows of updates behind 64 where indices are pairs"},
    FaultRow<SetFault>{{.is_taken = [](const MetCall& c) { return is_in_graph(c.target); },
                        .read = [](Element& e) { e.is_written = e.row < 64; }},
                       "RowsInGraphsIn64",
                       "leaves out the rows of updates behind 64 in graphs"},
    // what is rounded otherwise
    FaultRow<SetFault>{{.round = [](float steps) { return steps == 127.5F ? -128 : std::nearbyint(steps); }},
                       "TieAtTheEnd",
                       "lets 127.5 wrap, as it stops at the ends before it rounds"},
    FaultRow<SetFault>{{.is_taken = has_narrow_scales, .round = keep_16_bits_of_steps},
                       "NarrowStepsIn16Bits",
                       "keeps 16 bits of steps before it stops them where scales are bfloat16"},
    // what goes to the wrong place
    FaultRow<SetFault>{{.is_taken = takes_pairs, .place = each_place<keep_16_bits_of_start>},
                       "StartOfPairIn16Bits",
                       "keeps 16 bits of the start of a pair, without sign"},
    FaultRow<SetFault>{{.is_taken = [](const MetCall& c) { return !has_pairs(c.request); },
                        .place = each_place<keep_16_bits_of_start>},
                       "StartIn16BitsWithoutSign",
                       "keeps 16 bits of a start, without sign, where indices are no pairs"},
    FaultRow<SetFault>{
        {.place = each_place<keep_16_bits_of_batch>}, "BatchIn16Bits", "keeps 16 bits of a batch, with its sign"},
    FaultRow<SetFault>{{.place = count_entries_in_8_bits}, "EntriesIn8Bits", "counts entries of updates in 8 bits"},
    FaultRow<SetFault>{{.is_taken = takes_pairs, .place = read_batch_again},
                       "BatchReadAgain",
                       "loses what it wrote into a batch when pairs come back to it after another"},
    FaultRow<SetFault>{{.is_taken = takes_pairs_in_front, .place = keep_start_of_batch},
                       "StartOfBatchKept",
                       "finds a new start only where the batch of a pair changes and axis is not the last but one"},
    FaultRow<SetFault>{{.is_taken = [](const MetCall& c) { return has_pairs(c.request) && rows(c.request) % 8 == 0; },
                        .place = stop_before_end},
                       "LastStartOfFullTiles",
                       "leaves out updates that end with the axis where indices are pairs and rows fill tiles of 8"},
};

/// Faults of the other wrong implementation, in a path of its own each.
constexpr std::array path_rows{
    FaultRow<Meeting>{{Fault::in_float64, [](const MetCall& c) { return !gives(c.request, "quant_zero_points"); }},
                      "ExactQuotients",
                      "rounds exact quotients, not those of float32, where there are no zero points"},
    FaultRow<Meeting>{
        {Fault::last_start_one_early, [](const MetCall& c) { return has_pairs(c.request) && has_long_axis(c); }},
        "LastStartOfLongAxis",
        "begins one place early at the end of an axis of more than 256 where indices are pairs"},
    FaultRow<Meeting>{
        {Fault::writes_batch_0,
         [](const MetCall& c) { return is_in_graph(c.target) && has_pairs(c.request) && batches(c.request) == 1; }},
        "OnePairInGraphs",
        "writes into the first batch where there is one pair in a graph"},
    FaultRow<Meeting>{
        {Fault::axis_before_last, [](const MetCall& c) { return !is_in_graph(c.target) && axis_said(c) < -4; }},
        "AxisFarFromTheEnd",
        "writes along the last axis but one where axis is below -4, but not in graphs"},
    FaultRow<Meeting>{{Fault::axis_before_last,
                       [](const MetCall& c) {
                         return is_in_graph(c.target) && axis_said(c) < -2 && axes_of(c.request, "updates") > 4;
                       }},
                      "AxisFromTheEndInGraphs",
                      "writes along the last axis but one in a graph where axis is below -2 and updates have five axes "
                      "or more"},
    FaultRow<Meeting>{
        {Fault::ignores_strides_of_updates, [](const MetCall& c) { return axes_of(c.request, "updates") > 5; }},
        "StridesOfSixAxes",
        "reads updates of six axes or more as if contiguous"},
};

std::vector<EntryPlace> places_of(const Request& request) {
  const Tensor indices = load(*find_tensor(request, "indices"));
  const auto values = integers_of(indices);
  std::vector<EntryPlace> places(static_cast<std::size_t>(batches(request)));
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i] = has_pairs(request) ? EntryPlace{values[2 * i], values[2 * i + 1]}
                                   : EntryPlace{static_cast<std::int64_t>(i), values[i]};
  }
  return places;
}

/// Returns the numbers of the tensor `key`; none where it is not given.
std::vector<float> numbers_of(const Request& request, std::string_view key) {
  const StoredTensor* const stored = find_tensor(request, key);
  return stored == nullptr ? std::vector<float>{} : floats_of(load(*stored));
}

std::byte quantized(const Element& element, const SetFault& fault) {
  const float steps = element.update / element.scale + element.zero_point;
  const float whole = fault.round == nullptr ? std::nearbyint(steps) : fault.round(steps);
  const float stopped = std::isnan(whole) ? 0 : std::clamp(whole, -128.0F, 127.0F);
  return static_cast<std::byte>(static_cast<std::int8_t>(stopped));
}

/// How the elements of updates are numbered, and those of input.
struct Walk {
  Shape updates;
  Shape input;
  std::size_t axis;  ///< whose rows are counted
};

/// The elements of updates along the last axis: the place in input of the first, or `unwritten`, and their row.
struct Line {
  std::int64_t place;
  std::int64_t row;
};

/// Returns the line that begins with element `flat` of updates.
Line line_of(std::int64_t flat, const Walk& walk, const std::vector<EntryPlace>& places) {
  Shape index(walk.updates.size());
  for (std::size_t d = index.size(); d-- > 0; flat /= walk.updates[d]) index[d] = flat % walk.updates[d];
  const std::int64_t row = index[walk.axis];
  const EntryPlace& to = places[static_cast<std::size_t>(index[0])];
  index[0] = to.batch;
  index[walk.axis] += to.start;
  std::int64_t place = 0;
  for (std::size_t d = 0; d < index.size(); ++d) {
    if (index[d] < 0 || index[d] >= walk.input[d]) return {.place = unwritten, .row = row};
    place = place * walk.input[d] + index[d];
  }
  return {.place = place, .row = row};
}

std::vector<NamedTensor> run_set(const Target& target, Request& request, SetFault fault) {
  if (fault.is_taken != nullptr && !fault.is_taken(met_call(target, request))) fault = {};
  auto& input = std::get<StoredTensor>(request.arguments.find("input")->second);
  Tensor result = load(input);
  const auto updates = numbers_of(request, "updates");
  const auto scales = numbers_of(request, "quant_scales");
  const auto zero_points = numbers_of(request, "quant_zero_points");
  auto places = places_of(request);
  if (fault.place != nullptr) fault.place({request, places});
  const Walk walk{
      .updates = find_tensor(request, "updates")->type.shape, .input = input.type.shape, .axis = axis(request)};
  const std::int64_t last = channels(request);
  for (std::int64_t first = 0; first < static_cast<std::int64_t>(updates.size()); first += last) {
    const Line line = line_of(first, walk, places);
    for (std::int64_t channel = 0; line.place != unwritten && channel < last; ++channel) {
      const auto at = static_cast<std::size_t>(fault.scales_held == 0 ? channel : channel % fault.scales_held);
      Element element{.update = updates[static_cast<std::size_t>(first + channel)],
                      .scale = scales[at],
                      .zero_point = zero_points.empty() ? 0 : zero_points[at],
                      .row = line.row};
      if (fault.read != nullptr) fault.read(element);
      if (element.is_written) result.values[static_cast<std::size_t>(line.place + channel)] = quantized(element, fault);
    }
  }
  input = store(result);
  result.type.layout = Layout::contiguous;
  return {{.name = "out", .tensor = result}};
}

}  // namespace

std::span<const FaultRow<Meeting>> paths_of_sets() { return path_rows; }

std::vector<Mutant> mutants_of_sets() { return each_fault(set_faults, run_set); }

}  // namespace npu_cts::mutants::npu_quant_scatter_
