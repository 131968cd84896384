// SPDX-License-Identifier: Apache-2.0
#include "framework/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>

#include "framework/base/text.h"

namespace npu_cts {
namespace {

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

TEST(Random, DependsOnItsNameAndTheIndexAlone) {
  EXPECT_EQ(Random("a").bits(7), Random("a").bits(7));
  EXPECT_NE(Random("a").bits(7), Random("a").bits(8));
  EXPECT_NE(Random("a").bits(7), Random("b").bits(7));
  EXPECT_EQ(Random("a").bits(7), Random(stable_hash("a")).bits(7));
}

TEST(Random, IsTheSameOnEveryMachine) {
  // SplitMix64 seeded by the mixed hash of the name: recorded, for the bytes of every case follow from it.
  const Random random("name");
  const std::uint64_t seed = [] {
    std::uint64_t z = stable_hash("name");
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }();
  for (std::uint64_t index = 0; index < 5; ++index) {
    std::uint64_t z = seed + (index + 1) * 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    EXPECT_EQ(random.bits(index), z ^ (z >> 31U));
  }
}

TEST(Random, DrawsEachIntegerOfASmallRangeAndNoOther) {
  const Random random("small");
  for (std::int64_t low = -3; low <= 3; ++low) {
    for (std::int64_t high = low; high <= 3; ++high) {
      std::set<std::int64_t> seen;
      for (std::uint64_t index = 0; index < 200; ++index) seen.insert(random.integer(index, low, high));
      EXPECT_EQ(seen.size(), static_cast<std::size_t>(high - low + 1));
      EXPECT_EQ(*seen.begin(), low);
      EXPECT_EQ(*seen.rbegin(), high);
    }
  }
}

TEST(Random, DrawsFromTheWholeRangeOf64Bits) {
  const Random random("whole");
  EXPECT_EQ(static_cast<std::uint64_t>(random.integer(3, lowest, highest)),
            static_cast<std::uint64_t>(lowest) + random.bits(3));
  EXPECT_EQ(random.integer(3, highest, highest), highest);
  EXPECT_EQ(random.integer(3, lowest, lowest), lowest);
}

TEST(Random, DrawsRealsBelowTheUpperEnd) {
  const Random random("reals");
  double least = 1;
  double most = 0;
  for (std::uint64_t index = 0; index < 1000; ++index) {
    const double real = random.real(index, 0, 1);
    least = std::min(least, real);
    most = std::max(most, real);
  }
  EXPECT_GE(least, 0);
  EXPECT_LT(most, 1);
  EXPECT_LT(least, 0.01);
  EXPECT_GT(most, 0.99);
  EXPECT_EQ(random.real(0, 2.5, 2.5), 2.5);
}

}  // namespace
}  // namespace npu_cts
