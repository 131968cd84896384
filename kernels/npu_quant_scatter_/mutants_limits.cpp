// SPDX-License-Identifier: Apache-2.0
// Faults and argument checks of npu_quant_scatter_ that are wrong only where a choice meets a limit of a size, a rank,
// an axis or an index.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "kernels/common/mutant_meeting.h"
#include "kernels/common/mutant_oversights.h"
#include "kernels/common/mutant_values.h"
#include "kernels/npu_quant_scatter_/mutants_meeting.h"

namespace npu_cts::mutants::npu_quant_scatter_ {
namespace {

constexpr std::size_t most_axes = 8;
constexpr std::int64_t fewest_channels = 16;  ///< 32 bytes of 16-bit updates

const Shape& shape_at(const Request& request, std::string_view key) { return find_tensor(request, key)->type.shape; }

/// Returns how many axes input has.
std::int64_t rank_of(const Request& request) { return static_cast<std::int64_t>(axes_of(request, "input")); }

constexpr std::array limit_rows{
    FaultRow<Meeting>{
        {Fault::zero_point_left_out,
         [](const MetCall& c) { return axes_of(c.request, "updates") == most_axes && has_pairs(c.request); }},
        "ZeroPointOfEightAxesOfPairs",
        "ignores the zero point of updates of eight axes where indices are pairs"},
    FaultRow<Meeting>{
        {Fault::last_start_one_early, [](const MetCall& c) { return is_laid(c.request, "input", Layout::transposed); }},
        "LastStartOfTransposedInput",
        "begins one place too early at the last start that is legal where input is transposed"},
    FaultRow<Meeting>{{Fault::skips_last_batch,
                       [](const MetCall& c) {
                         return has_pairs(c.request) && batches(c.request) == shape_at(c.request, "input").front();
                       }},
                      "AsManyPairsAsBatches",
                      "leaves the last pair out where there are as many as input has batches"},
    FaultRow<Meeting>{{Fault::scale_of_channel_0,
                       [](const MetCall& c) {
                         return channels(c.request) == fewest_channels && axes_of(c.request, "quant_scales") > 1;
                       }},
                      "ScalesWithAxesOfFewestChannels",
                      "uses one scale for all of the fewest channels, 16, where scales have several axes"},
    FaultRow<Meeting>{
        {Fault::axis_before_last,
         [](const MetCall& c) {
           return rank_of(c.request) > 5 && integer_or(c.request, "axis", -2) == 1 - rank_of(c.request) &&
                  !gives(c.request, "quant_zero_points");
         }},
        "LeastAxisFromEndWithoutZeroPoints",
        "writes along the last axis but one of six or more where axis is the least that is legal and there "
        "are no zero points"},
};

bool refuses_eight_axes(const Request& request) {
  return axes_of(request, "input") == most_axes && holds(request, "quant_zero_points", DType::int32);
}

bool refuses_last_axis_from_front(const Request& request) {
  return integer_or(request, "axis", -2) == rank_of(request) - 2 && is_laid(request, "updates", Layout::strided);
}

bool refuses_as_long_updates(const Request& request) {
  const std::size_t at = axis(request);
  return is_laid(request, "updates", Layout::transposed) &&
         shape_at(request, "updates")[at] == shape_at(request, "input")[at];
}

void forgive_nine_axes_of_pairs(Request& request) {
  if (!has_pairs(request)) return;
  for (const std::string_view key : {"input", "updates"}) drop_axis_of_one(request, key, most_axes + 1, 1);
}

void forgive_one_entry_more(Request& request) {
  const bool has_axes = axes_of(request, "input") > 0 && axes_of(request, "updates") > 0;
  if (!has_axes || axes_of(request, "indices") != 1 || gives(request, "quant_zero_points")) return;
  std::int64_t& room = shape_in(request, "input")->front();
  if (shape_in(request, "updates")->front() == room + 1) ++room;
}

void forgive_fifteen_channels(Request& request) {
  if (gives(request, "quant_zero_points")) return;
  for (const std::string_view key : {"input", "updates", "quant_scales"}) {
    Shape* const shape = shape_in(request, key);
    if (shape != nullptr && !shape->empty() && shape->back() == fewest_channels - 1) shape->back() = fewest_channels;
  }
}

constexpr std::array limit_oversight_rows{
    Oversight{.name = "EightAxesWithInt32ZeroPoints",
              .wrong = "refuses eight axes where zero points are int32",
              .refuses = &refuses_eight_axes},
    Oversight{.name = "LastAxisFromFrontOfStrided",
              .wrong = "refuses the largest axis that is legal where updates are strided",
              .refuses = &refuses_last_axis_from_front},
    Oversight{.name = "AsLongUpdatesOfTransposed",
              .wrong = "refuses updates as long as input along the axis where they are transposed",
              .refuses = &refuses_as_long_updates},
    Oversight{"NineAxesOfPairs", "takes nine axes, the second of size 1, where indices are pairs",
              &forgive_nine_axes_of_pairs},
    Oversight{"EntryMoreWithoutZeroPoints",
              "takes one entry more than input has batches where indices are a vector and there are no zero points",
              &forgive_one_entry_more},
    Oversight{"FifteenChannelsWithoutZeroPoints",
              "takes 15 channels, one too few for a block, where there are no zero points", &forgive_fifteen_channels},
};

}  // namespace

std::span<const FaultRow<Meeting>> limits() { return limit_rows; }

std::span<const Oversight> limit_oversights() { return limit_oversight_rows; }

}  // namespace npu_cts::mutants::npu_quant_scatter_
