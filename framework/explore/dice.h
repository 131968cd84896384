// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "framework/expand/random.h"

namespace npu_cts::explore {

/// Random numbers in turn. Two of one name give the same numbers, on every machine.
class Dice {
 public:
  explicit Dice(std::string_view name) : random_(name) {}

  /// Returns an integer in [low, high]. Precondition: low <= high.
  std::int64_t between(std::int64_t low, std::int64_t high) { return random_.integer(next_++, low, high); }

  /// Returns an index below `count`, which is not 0.
  std::size_t below(std::size_t count) {
    return static_cast<std::size_t>(random_.bits(next_++) % static_cast<std::uint64_t>(count));
  }

  /// Returns true once in `count` times.
  bool once_in(std::size_t count) { return below(count) == 0; }

  /// Precondition: `from` is not empty.
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[below(from.size())];
  }

 private:
  expand::Random random_;
  std::uint64_t next_ = 0;
};

}  // namespace npu_cts::explore
