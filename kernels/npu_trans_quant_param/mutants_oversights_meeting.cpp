// SPDX-License-Identifier: Apache-2.0
// Argument checks of npu_trans_quant_param that overlook one way of being wrong where several choices of a call meet.

#include <array>
#include <cstdint>

#include "kernels/common/mutant_meeting.h"
#include "kernels/common/mutant_oversights.h"
#include "kernels/npu_trans_quant_param/mutants_meeting.h"

namespace npu_cts::mutants::npu_trans_quant_param {
namespace {

void forgive_rows_of_scales(Request& request) {
  if (axes_of(request, "scale") != 2 || !is_row(request, "offset") || !rounds(request)) return;
  std::int64_t& rows = shape_in(request, "scale")->front();
  if (rows > 1) rows = 1;
}

void forgive_column_of_offsets(Request& request) {
  if (!is_row(request, "scale") || axes_of(request, "offset") != 2) return;
  Shape& offset = *shape_in(request, "offset");
  if (offset.back() == 1) offset = {1, offset.front()};
}

void forgive_short_row_of_offsets(Request& request) {
  if (!is_row(request, "scale") || !is_row(request, "offset")) return;
  const std::int64_t scales = elements_of(request, "scale");
  Shape& offset = *shape_in(request, "offset");
  if (offset.back() == scales - 1) offset.back() = scales;
}

void forgive_long_offsets_of_rounding(Request& request) {
  if (rounds(request) && axes_of(request, "scale") == 1)
    forgive_size(request, "offset", elements_of(request, "scale"), 1);
}

void forgive_mode_without_offset(Request& request) {
  std::int64_t* const mode = integer_in(request, "round_mode");
  if (mode != nullptr && *mode == 2 && axes_of(request, "scale") == 2 && !gives(request, "offset")) *mode = 0;
}

void forgive_strided_offsets(Request& request) {
  if (elements_of(request, "scale") == 1) forgive_layout(request, "offset", Layout::strided);
}

void forgive_empty_offset(Request& request) {
  Shape* const offset = shape_in(request, "offset");
  if (offset != nullptr && *offset == Shape{0} && axes_of(request, "scale") == 1) *offset = {1};
}

constexpr std::array oversight_rows{
    Oversight{"ScaleOfRowsBesideRow", "takes a scale of several rows beside a row of offsets where round_mode is 1",
              &forgive_rows_of_scales},
    Oversight{"OffsetColumnBesideRow", "takes a column of offsets beside a row of scales", &forgive_column_of_offsets},
    Oversight{"OffsetRowShort", "takes one offset too few where scales and offsets are rows",
              &forgive_short_row_of_offsets},
    Oversight{"OffsetLongOfRounding", "takes one offset too many where round_mode is 1 and scale a vector",
              &forgive_long_offsets_of_rounding},
    Oversight{"RoundModeTwoWithoutOffset", "takes round_mode 2 where scale has two axes and there is no offset",
              &forgive_mode_without_offset},
    Oversight{"OffsetStridedOfOneScale", "takes strided offsets beside a single scale", &forgive_strided_offsets},
    Oversight{"OffsetEmptyOfVector", "takes an offset without elements beside a vector of scales",
              &forgive_empty_offset},
};

bool refuses_one_in_row(const Request& request) {
  return is_row(request, "scale") && elements_of(request, "scale") == 1 && gives(request, "offset");
}

bool refuses_rounded_rows(const Request& request) {
  return rounds(request) && axes_of(request, "scale") == 2 && !is_row(request, "scale");
}

void forgive_least_mode_of_one_scale(Request& request) {
  std::int64_t* const mode = integer_in(request, "round_mode");
  const bool is_met = elements_of(request, "scale") == 1 && elements_of(request, "offset") > 1;
  if (mode != nullptr && *mode == -1 && is_met) *mode = 0;
}

void forgive_three_axes_of_rounding(Request& request) {
  if (rounds(request)) drop_axis_of_one(request, "scale", 3, 0);
}

constexpr std::array limit_oversight_rows{
    Oversight{.name = "OneInRowWithOffset",
              .wrong = "refuses a scale of shape [1, 1] where there is an offset",
              .refuses = &refuses_one_in_row},
    Oversight{.name = "RowsOfRounding",
              .wrong = "refuses round_mode 1 where scale has several rows",
              .refuses = &refuses_rounded_rows},
    Oversight{"LeastRoundModeOfOneScale", "takes round_mode -1 where a single scale meets several offsets",
              &forgive_least_mode_of_one_scale},
    Oversight{"ThreeAxesOfRounding", "takes a scale of three axes, the first of size 1, where round_mode is 1",
              &forgive_three_axes_of_rounding},
};

}  // namespace

std::span<const Oversight> meeting_oversights() { return oversight_rows; }

std::span<const Oversight> limit_oversights() { return limit_oversight_rows; }

}  // namespace npu_cts::mutants::npu_trans_quant_param
