// SPDX-License-Identifier: Apache-2.0
// Argument checks of npu_trans_quant_param that overlook one way of being wrong.

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/common/mutant_meeting.h"
#include "kernels/common/mutant_oversights.h"
#include "kernels/npu_trans_quant_param/mutants.h"
#include "kernels/npu_trans_quant_param/mutants_meeting.h"

namespace npu_cts::mutants::npu_trans_quant_param {
namespace {

std::int64_t count(Request& request, std::string_view key) {
  const Shape* const shape = shape_in(request, key);
  return shape == nullptr ? -100 : numel(*shape);
}

void forgive_round_mode(Request& request, std::int64_t wrong) {
  std::int64_t* const mode = integer_in(request, "round_mode");
  if (mode != nullptr && *mode == wrong) *mode = 0;
}

/// Makes a vector of a tensor of so many axes.
void forgive_rank(Request& request, std::string_view key, std::size_t rank) {
  const Shape* const shape = shape_in(request, key);
  if (shape != nullptr && shape->size() == rank) flatten(request, key);
}

}  // namespace

std::vector<Oversight> oversights() {
  std::vector<Oversight> all{
      {"ScaleOfThreeAxes", "takes a scale of three axes", [](Request& r) { forgive_rank(r, "scale", 3); }},
      {"ScaleScalar", "takes a scale without axes", [](Request& r) { forgive_rank(r, "scale", 0); }},
      {"OffsetOfThreeAxes", "takes an offset of three axes", [](Request& r) { forgive_rank(r, "offset", 3); }},
      {"OffsetScalar", "takes an offset without axes", [](Request& r) { forgive_rank(r, "offset", 0); }},
      {"OffsetShort", "takes one offset too few", [](Request& r) { forgive_size(r, "offset", count(r, "scale"), -1); }},
      {"OffsetLong", "takes one offset too many", [](Request& r) { forgive_size(r, "offset", count(r, "scale"), 1); }},
      {"RoundModeNegative", "takes round_mode -1", [](Request& r) { forgive_round_mode(r, -1); }},
      {"RoundModeTwo", "takes round_mode 2", [](Request& r) { forgive_round_mode(r, 2); }},
  };
  return with_limits(with_meetings(std::move(all), meeting_oversights()), limit_oversights());
}

}  // namespace npu_cts::mutants::npu_trans_quant_param
