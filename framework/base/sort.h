// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace npu_cts {

/// Returns the places below `count` in the order that `comes_before` gives what stands there. Equals keep theirs.
std::vector<std::size_t> sorted_places(std::size_t count,
                                       const std::function<bool(std::size_t, std::size_t)>& comes_before);

/// Sorts `all` as std::ranges::stable_sort does, whose code for each type takes ten times as many bytes.
template <class T, class Less = std::ranges::less, class Key = std::identity>
void sort_stably(std::vector<T>& all, Less less = {}, Key key = {}) {
  std::vector<T> sorted;
  sorted.reserve(all.size());
  for (const std::size_t place : sorted_places(all.size(), [&](std::size_t a, std::size_t b) {
         return std::invoke(less, std::invoke(key, all[a]), std::invoke(key, all[b]));
       }))
    sorted.push_back(std::move(all[place]));
  all = std::move(sorted);
}

}  // namespace npu_cts
