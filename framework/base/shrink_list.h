// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace npu_cts {

/// Returns the fewest of `items`, in their order, with which `fails` still holds, as it does with all and not with
/// none: takes out halves, quarters, … and single ones, again until none can go. Asks `fails` at most `most` times, and
/// takes them off.
template <class T, class Fails>
std::vector<T> shrink_list(std::vector<T> items, const Fails& fails, std::size_t& most) {
  for (std::size_t length = (items.size() + 1) / 2; items.size() > 1 && most > 0;) {
    bool has_shrunk = false;
    for (std::size_t from = 0; from < items.size() && length < items.size() && most > 0;) {
      const std::size_t until = std::min(from + length, items.size());
      std::vector<T> rest(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(from));
      rest.insert(rest.end(), items.begin() + static_cast<std::ptrdiff_t>(until), items.end());
      --most;
      if (fails(rest)) {
        items = std::move(rest);
        has_shrunk = true;
      } else {
        from = until;
      }
    }
    if (length == 1 && !has_shrunk) break;
    length = length > 1 ? (length + 1) / 2 : 1;
  }
  return items;
}

}  // namespace npu_cts
