// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/random.h"

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
  Random random_;
  std::uint64_t next_ = 0;
};

/// Returns a size from 0 to `most`: log-uniform, a power of two, a multiple of 8, 16 … 512, one of `limits`, each also
/// one less and one more; often a small one, seldom 0. Precondition: most >= 1.
std::int64_t draw_size(Dice& dice, std::int64_t most, const std::vector<std::int64_t>& limits);

/// Returns the class of `size` for the coverage: "0" to "4", "2^k-1", "2^k", "2^k+1", "2^k..".
std::string class_of_size(std::int64_t size);

/// Returns sizes below `size` that are worth trying in its place, the smallest first: 1, those that halve the way to
/// 1, multiples of tiles, and those a tile or less below it. Ends where sizes end: nothing for 0.
std::vector<std::int64_t> smaller_sizes(std::int64_t size);

}  // namespace npu_cts::explore
