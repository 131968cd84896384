// SPDX-License-Identifier: Apache-2.0
// Argument checks of npu_quant_scatter_ that overlook one way of being wrong.

#include <cctype>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "kernels/common/mutant_meeting.h"
#include "kernels/common/mutant_oversights.h"
#include "kernels/npu_quant_scatter_/mutants.h"
#include "kernels/npu_quant_scatter_/mutants_meeting.h"

namespace npu_cts::mutants::npu_quant_scatter_ {
namespace {

std::int64_t rank(Request& request) {
  const Shape* const updates = shape_in(request, "updates");
  return updates == nullptr ? 0 : static_cast<std::int64_t>(updates->size());
}

/// Says the axis before the last where `wrong` is said.
void forgive_axis(Request& request, std::int64_t wrong) {
  std::int64_t* const axis = integer_in(request, "axis");
  if (axis != nullptr && *axis == wrong) *axis = -2;
}

std::string* reduce_in(Request& request) {
  const auto it = request.arguments.find("reduce");
  return it == request.arguments.end() ? nullptr : std::get_if<std::string>(&it->second);
}

template <class Forgives>
void forgive_reduce(Request& request, const Forgives& forgives) {
  std::string* const reduce = reduce_in(request);
  if (reduce != nullptr && forgives(*reduce)) *reduce = "update";
}

/// Makes axis `axis` of updates as long as that of input.
void forgive_updates(Request& request, std::size_t axis, std::size_t wants_rank) {
  const Shape* const input = shape_in(request, "input");
  Shape* const updates = shape_in(request, "updates");
  if (input == nullptr || updates == nullptr) return;
  if (updates->size() == wants_rank && input->size() == wants_rank) (*updates)[axis] = (*input)[axis];
}

void forgive_pairs(Request& request, std::int64_t columns) {
  Shape* const indices = shape_in(request, "indices");
  if (indices != nullptr && indices->size() == 2 && indices->back() == columns) indices->back() = 2;
}

}  // namespace

std::vector<Oversight> oversights() {
  std::vector<Oversight> all{
      {"AxisFirst", "takes axis 0", [](Request& r) { forgive_axis(r, 0); }},
      {"AxisFirstFromEnd", "takes the first axis counted from the end", [](Request& r) { forgive_axis(r, -rank(r)); }},
      {"ReduceAdd", "takes reduce 'add'",
       [](Request& r) { forgive_reduce(r, [](auto& word) { return word == "add"; }); }},
      {"ReduceEmpty", "takes an empty reduce",
       [](Request& r) { forgive_reduce(r, [](auto& word) { return word.empty(); }); }},
      {"ReduceLonger", "takes a reduce that begins with 'update'",
       [](Request& r) { forgive_reduce(r, [](auto& word) { return word.starts_with("update"); }); }},
      {"ReduceShorter", "takes a reduce that 'update' begins with",
       [](Request& r) {
         forgive_reduce(r, [](auto& word) { return !word.empty() && std::string_view("update").starts_with(word); });
       }},
      {"ReduceInCapitals", "takes 'Update'",
       [](Request& r) { forgive_reduce(r, [](auto& word) { return std::string_view(word).ends_with("pdate"); }); }},
      {"ScalesShort", "takes one scale too few", [](Request& r) { forgive_size(r, "quant_scales", channels(r), -1); }},
      {"ScalesLong", "takes one scale too many", [](Request& r) { forgive_size(r, "quant_scales", channels(r), 1); }},
      {"ZeroPointsShort", "takes one zero point too few",
       [](Request& r) { forgive_size(r, "quant_zero_points", channels(r), -1); }},
      {"ZeroPointsLong", "takes one zero point too many",
       [](Request& r) { forgive_size(r, "quant_zero_points", channels(r), 1); }},
      {"UpdatesAxis1Of4", "takes updates of another size on axis 1 of four",
       [](Request& r) { forgive_updates(r, 1, 4); }},
      {"IndicesSingle", "takes indices of one column", [](Request& r) { forgive_pairs(r, 1); }},
      {"IndicesTriple", "takes indices of three columns", [](Request& r) { forgive_pairs(r, 3); }},
      {"IndicesScalar", "takes indices without axes",
       [](Request& r) {
         Shape* const indices = shape_in(r, "indices");
         const Shape* const updates = shape_in(r, "updates");
         if (indices == nullptr || updates == nullptr || updates->empty()) return;
         if (indices->empty()) *indices = {updates->front()};
       }},
  };
  return with_limits(with_meetings(std::move(all), meeting_oversights()), limit_oversights());
}

}  // namespace npu_cts::mutants::npu_quant_scatter_
