// SPDX-License-Identifier: Apache-2.0
// Argument checks of npu_quant_scatter_ that overlook one way of being wrong where several choices of a call meet.

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/common/mutant_meeting.h"
#include "kernels/common/mutant_oversights.h"
#include "kernels/common/mutant_values.h"
#include "kernels/npu_quant_scatter_/mutants_meeting.h"

namespace npu_cts::mutants::npu_quant_scatter_ {
namespace {

/// Returns whether input and updates have as many axes, and how many that is; 0 where they have not.
std::size_t common_axes(const Request& request) {
  const std::size_t axes = axes_of(request, "updates");
  return axes == axes_of(request, "input") ? axes : 0;
}

void forgive_last_axis(Request& request) {
  std::int64_t* const axis = integer_in(request, "axis");
  const auto axes = static_cast<std::int64_t>(axes_of(request, "updates"));
  if (axis != nullptr && has_pairs(request) && (*axis == axes - 1 || *axis == -1)) *axis = -2;
}

void forgive_quant_axis(Request& request) {
  std::int64_t* const axis = integer_in(request, "quant_axis");
  if (axis != nullptr && *axis == -2 && !gives(request, "quant_zero_points")) *axis = -1;
}

void forgive_scales_with_axes(Request& request) {
  Shape* const scales = shape_in(request, "quant_scales");
  if (scales != nullptr && scales->size() > 1 && scales->back() == channels(request) + 1) --scales->back();
}

void forgive_one_zero_point(Request& request) {
  if (axes_of(request, "quant_scales") > 1)
    forgive_size(request, "quant_zero_points", channels(request), 1 - channels(request));
}

void forgive_triple(Request& request) {
  Shape* const indices = shape_in(request, "indices");
  if (indices != nullptr && *indices == Shape{1, 3} && is_laid(request, "updates", Layout::strided)) *indices = {1, 2};
}

void forgive_index_too_many(Request& request) {
  if (common_axes(request) == 0 || !is_laid(request, "indices", Layout::strided)) return;
  forgive_size(request, "indices", shape_in(request, "updates")->front(), 1);
}

void forgive_long_updates(Request& request) {
  const std::size_t axes = common_axes(request);
  if (axes < 4 || !has_pairs(request)) return;
  const std::size_t at = axis(request);
  if (at < 1 || at > axes - 2) return;
  std::int64_t& size = (*shape_in(request, "updates"))[at];
  const std::int64_t room = (*shape_in(request, "input"))[at];
  if (size == room + 1) size = room;
}

void forgive_more_entries(Request& request) {
  if (common_axes(request) == 0 || !has_pairs(request)) return;
  const std::int64_t entries = shape_in(request, "updates")->front();
  std::int64_t& room = shape_in(request, "input")->front();
  if (entries == shape_in(request, "indices")->front() && room == entries - 1) room = entries;
}

constexpr std::array oversight_rows{
    Oversight{"LastAxisOfPairs", "takes the last axis where indices are pairs", &forgive_last_axis},
    Oversight{"QuantAxisWithoutZeroPoints", "takes a quant_axis of -2 where there are no zero points",
              &forgive_quant_axis},
    Oversight{"ScalesWithAxesLong", "takes one scale too many where scales have several axes",
              &forgive_scales_with_axes},
    Oversight{"ZeroPointOneOfScalesWithAxes", "takes one zero point for all where scales have several axes",
              &forgive_one_zero_point},
    Oversight{"TripleOfStridedUpdates", "takes a single triple of indices where updates are strided", &forgive_triple},
    Oversight{"IndexTooManyStrided", "takes one index too many where indices are strided", &forgive_index_too_many},
    Oversight{"UpdatesLongOfPairs",
              "takes updates one longer than input along the axis where indices are pairs and axes four or more",
              &forgive_long_updates},
    Oversight{"MorePairsThanBatches", "takes one pair more than input has batches", &forgive_more_entries},
};

}  // namespace

std::span<const Oversight> meeting_oversights() { return oversight_rows; }

}  // namespace npu_cts::mutants::npu_quant_scatter_
