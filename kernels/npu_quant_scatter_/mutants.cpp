// SPDX-License-Identifier: Apache-2.0
// npu_quant_scatter_ with one fault. Right: q = updates / scale + zero point, to the nearest even, stopped at int8.

#include "kernels/npu_quant_scatter_/mutants.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "framework/model/half.h"
#include "framework/model/storage.h"
#include "kernels/common/mutant_meeting.h"
#include "kernels/common/mutant_values.h"
#include "kernels/npu_quant_scatter_/mutants_fault.h"
#include "kernels/npu_quant_scatter_/mutants_meeting.h"
#include "kernels/npu_quant_scatter_/mutants_sets.h"

namespace npu_cts::mutants::npu_quant_scatter_ {
namespace {

constexpr std::array faults{
    FaultRow<Fault>{Fault::none, "Faultless", "", "it has no fault"},
    FaultRow<Fault>{Fault::multiplies, "Multiplies", "multiplies by the scale"},
    FaultRow<Fault>{Fault::reciprocal, "Reciprocal", "multiplies by the rounded reciprocal of the scale"},
    FaultRow<Fault>{Fault::zero_point_first, "ZeroPointFirst", "adds the zero point before dividing"},
    FaultRow<Fault>{Fault::zero_point_left_out, "ZeroPointLeftOut", "ignores the zero point"},
    FaultRow<Fault>{Fault::zero_point_of_channel_0, "ZeroPointOfChannel0", "uses one zero point for all"},
    FaultRow<Fault>{Fault::zero_point_rounded, "ZeroPointRounded", "rounds before it adds the zero point"},
    FaultRow<Fault>{Fault::zero_point_subtracted, "ZeroPointSubtracted", "subtracts the zero point"},
    FaultRow<Fault>{Fault::toward_zero, "TowardZero", "cuts the fraction off"},
    FaultRow<Fault>{Fault::half_away, "HalfAway", "rounds halves away from zero"},
    FaultRow<Fault>{Fault::half_up, "HalfUp", "rounds halves up"},
    FaultRow<Fault>{Fault::from_minus_127, "FromMinus127", "stops at -127"},
    FaultRow<Fault>{Fault::through_float16, "ThroughFloat16", "keeps the quotient in float16"},
    FaultRow<Fault>{Fault::in_float64, "InFloat64",
                    "divides in float64: a quotient that float32 rounds to a tie is none"},
    FaultRow<Fault>{Fault::zero_point_in_float64, "ZeroPointInFloat64",
                    "adds zero points in float64: those beyond 2^24 are not rounded"},
    FaultRow<Fault>{Fault::updates_as_integers, "UpdatesAsIntegers", "drops the fraction of updates"},
    FaultRow<Fault>{Fault::scale_of_channel_0, "ScaleOfChannel0", "uses one scale for all"},
    FaultRow<Fault>{Fault::next_scale, "NextScale", "uses the next channel's scale"},
    FaultRow<Fault>{Fault::writes_at_0, "WritesAt0", "ignores the index"},
    FaultRow<Fault>{Fault::writes_batch_0, "WritesBatch0", "writes every entry into batch 0"},
    FaultRow<Fault>{Fault::pairs_ignore_batch, "PairsIgnoreBatch", "ignores the batch of a pair"},
    FaultRow<Fault>{Fault::pairs_swapped, "PairsSwapped", "takes a pair the wrong way round"},
    FaultRow<Fault>{Fault::index_counts_blocks, "IndexCountsBlocks", "multiplies the index by the length of updates"},
    FaultRow<Fault>{Fault::index_of_batch_0, "IndexOfBatch0", "uses the first index for all"},
    FaultRow<Fault>{Fault::first_row_only, "FirstRowOnly", "writes one row of updates"},
    FaultRow<Fault>{Fault::next_axis, "NextAxis", "writes along another axis"},
    FaultRow<Fault>{Fault::zeroes_the_rest, "ZeroesTheRest", "clears what it does not write"},
    FaultRow<Fault>{Fault::skips_last_row, "SkipsLastRow", "leaves the last row of updates out"},
    FaultRow<Fault>{Fault::skips_batches_from_8, "SkipsBatchesFrom8", "writes 8 entries of updates"},
    FaultRow<Fault>{Fault::start_in_8_bits, "StartIn8Bits", "keeps 8 bits of a start"},
    FaultRow<Fault>{Fault::start_in_16_bits, "StartIn16Bits", "keeps 16 bits of a start"},
    FaultRow<Fault>{Fault::channel_modulo_256, "ChannelModulo256", "begins with the first scale again at channel 256"},
    FaultRow<Fault>{Fault::zero_point_modulo_64, "ZeroPointModulo64",
                    "begins with the first zero point again at channel 64"},
    FaultRow<Fault>{Fault::subnormal_updates_flushed, "SubnormalUpdatesFlushed",
                    "makes updates below the smallest normal float16 zero"},
    FaultRow<Fault>{Fault::skips_last_batch, "SkipsLastBatch", "leaves the last of several batches out"},
    FaultRow<Fault>{Fault::skips_column_tail, "SkipsColumnTail", "writes whole blocks of 32 channels only"},
    FaultRow<Fault>{Fault::ignores_strides_of_updates, "IgnoresStridesOfUpdates", "reads updates as if contiguous"},
    FaultRow<Fault>{Fault::ignores_strides_of_scales, "IgnoresStridesOfScales", "reads scales as if contiguous"},
    FaultRow<Fault>{Fault::ignores_strides_of_indices, "IgnoresStridesOfIndices", "reads indices as if contiguous"},
    FaultRow<Fault>{Fault::ignores_storage_offset_of_updates, "IgnoresStorageOffsetOfUpdates",
                    "reads updates from the start of their storage"},
    FaultRow<Fault>{Fault::ignores_storage_offset_of_result, "IgnoresStorageOffsetOfResult",
                    "reads the input from the start of its storage"},
    FaultRow<Fault>{Fault::axis_before_last, "AxisBeforeLast", "writes along the last axis but one whatever axis says"},
    FaultRow<Fault>{Fault::result_not_in_place, "ResultNotInPlace", "returns the result and leaves input as it was"},
    FaultRow<Fault>{Fault::blocks_in_16_bits, "BlocksIn16Bits", "counts blocks of 32 bytes of input in 16 bits"},
};

/// Reads a tensor; under the fault `of_strides`, as it lies in memory.
Tensor read(const StoredTensor& stored, Fault fault, Fault of_strides, bool ignores_offset = false) {
  Tensor tensor = load_at(stored, ignores_offset);
  if (fault == of_strides) std::copy_n(stored.storage.begin(), tensor.values.size(), tensor.values.begin());
  return tensor;
}

struct Scales {
  std::vector<float> scales;
  std::vector<double> zero_points;  ///< exact; empty: none
};

std::vector<double> exact_numbers_of(const Tensor& tensor) {
  if (tensor.type.dtype == DType::int32) {
    const std::vector<std::int64_t> integers = integers_of(tensor);
    return {integers.begin(), integers.end()};
  }
  const std::vector<float> floats = floats_of(tensor);
  return {floats.begin(), floats.end()};
}

float scaled(float update, float scale, Fault fault) {
  if (fault == Fault::multiplies) return update * scale;
  if (fault == Fault::reciprocal) {
    const float inverse = 1.0F / scale;
    return update * inverse;
  }
  const float quotient = update / scale;
  return fault == Fault::through_float16 ? from_float16(to_float16(quotient)) : quotient;
}

Rounding rounding_of(Fault fault) {
  if (fault == Fault::toward_zero) return Rounding::toward_zero;
  if (fault == Fault::half_away) return Rounding::half_away;
  return fault == Fault::half_up ? Rounding::half_up : Rounding::half_even;
}

/// Which zero point a channel takes.
std::size_t zero_point_of(std::size_t channel, Fault fault) {
  if (fault == Fault::zero_point_of_channel_0) return 0;
  return fault == Fault::zero_point_modulo_64 ? channel % 64 : channel;
}

std::int64_t quantize(float update, std::size_t channel, const Scales& with, Fault fault) {
  std::size_t at = fault == Fault::scale_of_channel_0 ? 0 : channel;
  if (fault == Fault::next_scale) at = (channel + 1) % with.scales.size();
  if (fault == Fault::updates_as_integers) update = std::trunc(update);
  constexpr float smallest_normal_float16 = 0x1p-14F;
  if (fault == Fault::subnormal_updates_flushed && std::fabs(update) < smallest_normal_float16) update = 0;
  const double exact = with.zero_points.empty() ? 0 : with.zero_points[zero_point_of(channel, fault)];
  auto zero = static_cast<float>(exact);
  if (fault == Fault::zero_point_left_out) zero = 0;
  if (fault == Fault::zero_point_subtracted) zero = -zero;
  if (fault == Fault::in_float64 || fault == Fault::zero_point_in_float64) {
    const bool divides = fault == Fault::in_float64;
    const double quotient = divides ? static_cast<double>(update) / with.scales[at] : update / with.scales[at];
    const double sum = quotient + (divides ? zero : exact);
    return std::isnan(sum) ? 0 : static_cast<std::int64_t>(std::nearbyint(std::clamp(sum, -128.0, 127.0)));
  }
  float steps = 0;
  if (fault == Fault::zero_point_first) {
    steps = scaled(update + zero, with.scales[at], fault);
  } else {
    steps = scaled(update, with.scales[at], fault);
    if (fault == Fault::zero_point_rounded) steps = std::nearbyint(steps);
    if (!with.zero_points.empty()) steps = steps + zero;
  }
  const std::int64_t lowest = fault == Fault::from_minus_127 ? -127 : -128;
  return std::clamp<std::int64_t>(round_to_integer(steps, rounding_of(fault)), lowest, 127);
}

/// Where one entry of updates goes: its batch, and its start along the axis.
struct Place {
  std::int64_t batch;
  std::int64_t start;
};

Place place_of(const Tensor& indices, const std::vector<std::int64_t>& index, std::int64_t entry, Fault fault) {
  const auto at = static_cast<std::size_t>(fault == Fault::index_of_batch_0 ? 0 : entry);
  Place place{.batch = entry, .start = 0};
  if (indices.type.shape.size() == 1) {
    place.start = index[at];
  } else {
    place = {.batch = index[2 * at], .start = index[2 * at + 1]};
    if (fault == Fault::index_of_batch_0) place.batch = entry;
    if (fault == Fault::pairs_swapped) std::swap(place.batch, place.start);
    if (fault == Fault::pairs_ignore_batch) place.batch = entry;
  }
  if (fault == Fault::writes_at_0) place.start = 0;
  if (fault == Fault::start_in_8_bits) place.start = static_cast<std::int8_t>(place.start);
  if (fault == Fault::start_in_16_bits) place.start = static_cast<std::int16_t>(place.start);
  if (fault == Fault::writes_batch_0) place.batch = 0;
  return place;
}

std::vector<std::int64_t> index_of(std::int64_t flat, const Shape& shape) {
  std::vector<std::int64_t> index(shape.size());
  for (std::size_t d = shape.size(); d-- > 0;) {
    index[d] = flat % shape[d];
    flat /= shape[d];
  }
  return index;
}

bool is_skipped(const std::vector<std::int64_t>& index, const Shape& shape, std::size_t axis, Fault fault) {
  const std::int64_t last = shape.back();
  if (fault == Fault::first_row_only) return index[axis] > 0;
  if (fault == Fault::skips_last_row) return index[axis] == shape[axis] - 1 && shape[axis] > 1;
  if (fault == Fault::skips_last_batch) return index[0] == shape[0] - 1 && shape[0] > 1;
  if (fault == Fault::skips_batches_from_8) return index[0] >= 8;
  if (fault == Fault::skips_column_tail) return last > 32 && index.back() >= last / 32 * 32;
  return false;
}

/// The place in `shape`, or -1 outside it.
std::int64_t flat_of(const std::vector<std::int64_t>& index, const Shape& shape) {
  std::int64_t flat = 0;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (index[d] < 0 || index[d] >= shape[d]) return -1;
    flat = flat * shape[d] + index[d];
  }
  return flat;
}

std::size_t axis_of(const Request& request, const Shape& shape) {
  const std::int64_t axis = integer_or(request, "axis", -2);
  return static_cast<std::size_t>(axis < 0 ? axis + static_cast<std::int64_t>(shape.size()) : axis);
}

std::size_t written_axis(std::size_t axis, std::size_t rank, Fault fault) {
  if (fault == Fault::axis_before_last) return rank - 2;
  if (fault != Fault::next_axis) return axis;
  return axis + 1 < rank - 1 ? axis + 1 : axis - 1;
}

std::vector<NamedTensor> run(const Target&, Request& request, Fault fault) {
  auto& input = std::get<StoredTensor>(request.arguments.find("input")->second);
  Tensor result = load_at(input, fault == Fault::ignores_storage_offset_of_result);
  const Tensor updates = read(*find_tensor(request, "updates"), fault, Fault::ignores_strides_of_updates,
                              fault == Fault::ignores_storage_offset_of_updates);
  const Tensor indices = read(*find_tensor(request, "indices"), fault, Fault::ignores_strides_of_indices);
  const Tensor scale = read(*find_tensor(request, "quant_scales"), fault, Fault::ignores_strides_of_scales,
                            fault == Fault::ignores_storage_offset_of_scales);
  const StoredTensor* zero_points = find_tensor(request, "quant_zero_points");
  const Scales with{
      .scales = floats_of(scale),
      .zero_points = zero_points == nullptr ? std::vector<double>{} : exact_numbers_of(load(*zero_points))};
  const auto starts = integers_of(indices);
  const auto values = floats_of(updates);
  const Shape& shape = updates.type.shape;
  const std::size_t axis = axis_of(request, shape);
  const std::size_t written = written_axis(axis, shape.size(), fault);
  if (fault == Fault::zeroes_the_rest) std::ranges::fill(result.values, std::byte{0});
  for (std::size_t i = 0; i < values.size(); ++i) {
    auto index = index_of(static_cast<std::int64_t>(i), shape);
    if (is_skipped(index, shape, axis, fault)) continue;
    Place place = place_of(indices, starts, index[0], fault);
    const bool is_last = place.start > 0 && place.start + shape[axis] == result.type.shape[axis];
    if (fault == Fault::last_start_one_early && is_last) --place.start;
    const auto channel =
        static_cast<std::size_t>(fault == Fault::channel_modulo_256 ? index.back() % 256 : index.back());
    index[0] = place.batch;
    index[written] += fault == Fault::index_counts_blocks ? place.start * shape[axis] : place.start;
    std::int64_t flat = flat_of(index, result.type.shape);
    if (flat < 0) continue;
    if (fault == Fault::blocks_in_16_bits) flat %= std::int64_t{32} << 16;
    result.values[static_cast<std::size_t>(flat)] = static_cast<std::byte>(quantize(values[i], channel, with, fault));
  }
  if (fault != Fault::result_not_in_place) input = store(result);
  result.type.layout = Layout::contiguous;
  return {{.name = "out", .tensor = result}};
}

const Shape& updates_of(const Request& request) { return find_tensor(request, "updates")->type.shape; }

bool counts_axis_from_front(const Request& request) { return integer_or(request, "axis", -2) > 0; }

const Shape& input_of(const Request& request) { return find_tensor(request, "input")->type.shape; }

using Path = PathFault<Fault, Request>;

/// Faults of single paths, as real kernels have them: what is forgotten where choices meet, and tiles.
constexpr std::array paths{
    FaultRow<Path>{{Fault::skips_last_row,
                    [](const Request& r) {
                      return !has_pairs(r) && updates_of(r).size() == 4 && integer_or(r, "axis", -2) == -2;
                    }},
                   "LastRowOfHeads",
                   "loses the last row of updates of four axes where indices are no pairs"},
    FaultRow<Path>{
        {Fault::skips_last_batch, [](const Request& r) { return updates_of(r)[0] > 8 && updates_of(r).back() > 64; }},
        "ManyWideBatches",
        "leaves the last of more than 8 batches out where there are more than 64 channels"},
    FaultRow<Path>{{Fault::zero_point_left_out,
                    [](const Request& r) { return has_pairs(r) && lies(r, "updates", Layout::strided); }},
                   "ZeroPointOfStridedPairs",
                   "ignores the zero point where indices are pairs and updates are strided"},
    FaultRow<Path>{
        {Fault::ignores_strides_of_scales, [](const Request& r) { return has_pairs(r) && counts_axis_from_front(r); }},
        "StridedScalesOfPairs",
        "reads scales as if contiguous where indices are pairs and axis is counted from the front"},
    FaultRow<Path>{{Fault::axis_before_last,
                    [](const Request& r) { return counts_axis_from_front(r) && updates_of(r).size() >= 5; }},
                   "AxisOfManyCountedFromFront",
                   "writes along the last axis but one where axis is counted from the front of five or more"},
    FaultRow<Path>{{Fault::skips_last_row, [](const Request& r) { return integer_or(r, "axis", -2) >= 4; }},
                   "FarAxisCountedFromFront",
                   "loses the last row of updates along axis 4 or a later one"},
    FaultRow<Path>{{Fault::first_row_only, [](const Request& r) { return updates_of(r).size() == 4 && axis(r) == 1; }},
                   "AxisBeforeHeads",
                   "writes one row of updates of four axes along axis 1"},
    FaultRow<Path>{{Fault::index_of_batch_0, [](const Request& r) { return updates_of(r).size() == 8; }},
                   "IndexOfEightAxes",
                   "uses the first index for all updates of eight axes"},
    FaultRow<Path>{{Fault::pairs_ignore_batch, [](const Request& r) { return updates_of(r).size() >= 5; }},
                   "PairsOfManyAxes",
                   "ignores the batch of a pair where updates have five axes or more"},
    FaultRow<Path>{
        {Fault::skips_last_batch, [](const Request& r) { return is_one_over(batches(r), 8) && channels(r) > 256; }},
        "OneWideBatchOver8",
        "leaves a single batch behind tiles of 8 out where there are more than 256 channels"},
    FaultRow<Path>{{Fault::skips_last_batch, [](const Request& r) { return batches(r) % 8 == 0; }},
                   "FullTileOf8Batches",
                   "leaves the last batch out where batches fill tiles of 8"},
    FaultRow<Path>{{Fault::skips_last_batch, [](const Request& r) { return batches(r) % 8 == 7; }},
                   "OneBatchUnder8",
                   "leaves the last batch out where one is missing to tiles of 8"},
    FaultRow<Path>{{Fault::skips_last_batch, [](const Request& r) { return is_one_over(batches(r), 32); }},
                   "OneBatchOver32",
                   "leaves a single batch behind tiles of 32 out"},
    FaultRow<Path>{{Fault::skips_last_row, [](const Request& r) { return is_one_over(rows(r), 8); }},
                   "OneRowOver8",
                   "loses a single row of updates behind tiles of 8"},
    FaultRow<Path>{{Fault::skips_last_row, [](const Request& r) { return rows(r) % 16 == 0; }},
                   "FullTileOf16Rows",
                   "loses the last row of updates where rows fill tiles of 16"},
    FaultRow<Path>{{Fault::skips_last_row, [](const Request& r) { return rows(r) > 64; }},
                   "ManyRows",
                   "loses the last of more than 64 rows of updates"},
    FaultRow<Path>{{Fault::zero_point_of_channel_0, [](const Request& r) { return channels(r) % 64 == 0; }},
                   "ZeroPointsOfFullTiles",
                   "uses one zero point where channels fill tiles of 64"},
    FaultRow<Path>{{Fault::scale_of_channel_0, [](const Request& r) { return channels(r) > 1024; }},
                   "ScalesOfManyChannels",
                   "uses one scale for more than 1024 channels"},
    // what sizes that are equal or one are taken for
    FaultRow<Path>{{Fault::index_of_batch_0, [](const Request& r) { return batches(r) == channels(r); }},
                   "AsManyBatchesAsChannels",
                   "uses the first index for all where there are as many batches as channels"},
    FaultRow<Path>{{Fault::skips_last_row, [](const Request& r) { return rows(r) > 1 && rows(r) == batches(r); }},
                   "AsManyRowsAsBatches",
                   "loses the last row of updates where there are as many as batches"},
    FaultRow<Path>{{Fault::next_scale, [](const Request& r) { return rows(r) == channels(r); }},
                   "AsManyRowsAsChannels",
                   "uses the next channel's scale where there are as many rows of updates"},
    FaultRow<Path>{{Fault::zero_point_left_out, [](const Request& r) { return numel(updates_of(r)) == channels(r); }},
                   "ZeroPointOfOneRow",
                   "ignores the zero point where updates are a single row"},
    FaultRow<Path>{{Fault::zero_point_left_out, [](const Request& r) { return input_of(r)[axis(r)] == 1; }},
                   "ZeroPointOfUnitAxis",
                   "ignores the zero point where input has one place along the axis"},
    FaultRow<Path>{
        {Fault::writes_at_0, [](const Request& r) { return rows(r) > 1 && input_of(r)[axis(r)] == rows(r) + 1; }},
        "OneFreePlace",
        "ignores the index where input has one place more than updates along the axis"},
};

}  // namespace

bool has_pairs(const Request& request) { return axes_of(request, "indices") == 2; }

std::size_t axis(const Request& request) { return axis_of(request, updates_of(request)); }

std::int64_t batches(const Request& request) { return updates_of(request).front(); }

std::int64_t rows(const Request& request) { return updates_of(request)[axis(request)]; }

std::int64_t channels(const Request& request) {
  return axes_of(request, "updates") == 0 ? -100 : updates_of(request).back();
}

std::vector<Mutant> mutants() {
  std::vector<Mutant> all =
      with_limits(with_meetings(each_fault(faults, paths, run), each_path(meetings(), run, met_call)),
                  each_path(limits(), run, met_call));
  all = with_threes(std::move(all), each_path(threes(), run, met_call));
  std::ranges::move(mutants_of_sets(), std::back_inserter(all));
  std::ranges::move(each_path(paths_of_sets(), run, met_call), std::back_inserter(all));
  return all;
}

std::int64_t cost_of(const Call& call) { return largest_tensor(call); }

}  // namespace npu_cts::mutants::npu_quant_scatter_
