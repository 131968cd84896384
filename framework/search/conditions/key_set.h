// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace npu_cts::search {

/// Returns a number that is spread evenly, and not 0 where `number` is not: another for each `number`.
constexpr std::uint64_t spread(std::uint64_t number) {
  number *= 0x9E3779B97F4A7C15;  // odd, so that it can be undone
  return number ^ (number >> 29U);
}

/// A set of numbers that are spread evenly, as hashes are: a search asks it more often than anything else.
class KeySet {
 public:
  [[nodiscard]] bool contains(std::uint64_t key) const { return !keys_.empty() && keys_[place_of(key)] == key; }

  /// Adds `key`, which is not 0.
  void insert(std::uint64_t key) {
    if (2 * (size_ + 1) > keys_.size()) grow();
    std::uint64_t& place = keys_[place_of(key)];
    if (place == 0) ++size_;
    place = key;
  }

 private:
  /// Returns where `key` stands, or the free place for it: the next one from where its lowest bits point.
  [[nodiscard]] std::size_t place_of(std::uint64_t key) const {
    const std::size_t mask = keys_.size() - 1;
    std::size_t place = key & mask;
    while (keys_[place] != 0 && keys_[place] != key) place = (place + 1) & mask;
    return place;
  }

  void grow() {
    constexpr std::size_t first_size = 64;
    std::vector<std::uint64_t> old(keys_.empty() ? first_size : 2 * keys_.size());
    old.swap(keys_);
    for (const std::uint64_t key : old) {
      if (key != 0) keys_[place_of(key)] = key;
    }
  }

  std::vector<std::uint64_t> keys_;  ///< 0 where a place is free; a power of two, at most half full
  std::size_t size_ = 0;
};

}  // namespace npu_cts::search
