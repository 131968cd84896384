// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "framework/arrays/model.h"

namespace npu_cts::expand {

/// Calls `visit` with each combination of `strength` cells of `row`.
template <class Visit>
void for_each_tuple(const arrays::Row& row, std::size_t strength, const Visit& visit) {
  std::vector<std::size_t> places(strength);
  for (std::size_t i = 0; i < strength; ++i) places[i] = i;
  arrays::Tuple tuple(strength);
  while (true) {
    for (std::size_t i = 0; i < strength; ++i) tuple[i] = {.parameter = places[i], .value = row[places[i]]};
    visit(tuple);
    std::size_t last = strength;
    while (last > 0 && places[last - 1] == row.size() - strength + last - 1) --last;
    if (last == 0) return;
    ++places[last - 1];
    for (std::size_t i = last; i < strength; ++i) places[i] = places[i - 1] + 1;
  }
}

/// Returns whether `row` has every cell of `tuple`.
inline bool has_cells(const arrays::Row& row, const arrays::Tuple& tuple) {
  return std::ranges::all_of(tuple, [&](const arrays::Cell& cell) { return row[cell.parameter] == cell.value; });
}

/// Combinations of cells that calls have.
class Met {
 public:
  explicit Met(std::size_t strength) : strength_(strength) {}

  void add(const arrays::Row& row) {
    for_each_tuple(row, strength_, [&](const arrays::Tuple& tuple) { keys_.insert(key_of(tuple)); });
  }
  void add(const arrays::Tuple& tuple) { keys_.insert(key_of(tuple)); }
  [[nodiscard]] bool has(const arrays::Tuple& tuple) const { return keys_.contains(key_of(tuple)); }

 private:
  static std::uint64_t key_of(const arrays::Tuple& tuple) {
    std::uint64_t key = 0;
    for (const arrays::Cell& cell : tuple) key = (key << 16U) | (cell.parameter << 10U) | cell.value;
    return key;
  }

  std::size_t strength_;
  std::unordered_set<std::uint64_t> keys_;
};

}  // namespace npu_cts::expand
