// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace npu_cts::explore {

/// Makes a value simpler.
template <class T>
using Change = std::function<void(T&)>;

/// Returns the simplest value that was found to fail as `start` does: `changes_of(value)` returns the changes to what
/// is next simpler than `value`, the boldest first, and `fails(value)` says whether one fails in the same way. Asks
/// `fails` at most `most` times, and takes them off. Terminates where no chain of simpler values is endless.
template <class T, class ChangesOf, class Fails>
T shrink(T start, const ChangesOf& changes_of, const Fails& fails, std::size_t& most) {
  std::vector<Change<T>> changes = changes_of(start);
  std::size_t place = 0;
  std::size_t in_vain = 0;  // what follows a change that helped is tried first, then what stands before it
  while (in_vain < changes.size() && most > 0) {
    place %= changes.size();
    --most;
    T simpler = start;
    changes[place](simpler);
    if (fails(simpler)) {
      start = std::move(simpler);
      changes = changes_of(start);
      in_vain = 0;
    } else {
      ++place;
      ++in_vain;
    }
  }
  return start;
}

}  // namespace npu_cts::explore
