// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "framework/base/sort.h"
#include "framework/record/journal.h"

namespace npu_cts::record {

/// Sorts `lines`, which nearly every journal has sorted, by the ids of their cases.
template <class Line>
void sort_by_id(std::vector<Line>& lines) {
  if (!std::ranges::is_sorted(lines, {}, &Line::id)) sort_stably(lines, {}, &Line::id);
}

/// Calls `take` with each planned case of `journal`, whose lines are sorted by id, and its result: null where it has
/// none.
template <class Take>
void for_each_case(const Journal& journal, const Take& take) {
  auto result = journal.results.begin();
  for (const PlannedCase& planned : journal.planned) {
    int order = 1;  // of the two ids; nearly always they are the same
    while (result != journal.results.end() && (order = result->id.compare(planned.id)) < 0) ++result;
    take(planned, order == 0 ? &*result : nullptr);
  }
}

}  // namespace npu_cts::record
