// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace npu_cts {

/// Numbers that depend on a name and an index alone: the same on every machine, in any order of asking.
class Random {
 public:
  explicit Random(std::string_view name);

  /// Of the name whose stable_hash is `name`.
  explicit Random(std::uint64_t name) : seed_(mix(name)) {}

  /// Returns the 64 random bits of `index`.
  [[nodiscard]] std::uint64_t bits(std::uint64_t index) const {
    return mix(seed_ + (index + 1) * 0x9E3779B97F4A7C15ULL);
  }

  /// Returns an integer in [low, high] for `index`. Precondition: low <= high.
  [[nodiscard]] std::int64_t integer(std::uint64_t index, std::int64_t low, std::int64_t high) const;

  /// Returns a real in [low, high) for `index`, low plus a multiple of (high - low) / 2^53.
  [[nodiscard]] double real(std::uint64_t index, double low, double high) const;

 private:
  /// The finalizer of SplitMix64 (Steele, Lea, Flood 2014): a bijection that mixes all bits.
  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }

  std::uint64_t seed_;
};

}  // namespace npu_cts
