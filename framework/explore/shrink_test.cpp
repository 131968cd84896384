// SPDX-License-Identifier: Apache-2.0
#include "framework/explore/shrink.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "framework/base/find.h"
#include "framework/explore/dice.h"

namespace npu_cts::explore {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<Change<std::int64_t>> smaller(std::int64_t size) {
  std::vector<Change<std::int64_t>> changes;
  for (const std::int64_t one : smaller_sizes(size)) changes.emplace_back([one](std::int64_t& now) { now = one; });
  return changes;
}

/// Returns what is left of `start` where `fails` says which sizes fail.
template <class Fails>
std::int64_t smallest(std::int64_t start, const Fails& fails) {
  std::size_t most = 1000;
  return shrink(start, smaller, fails, most);
}

TEST(Shrink, FindsTheFirstSizeBeyondALimit) {
  EXPECT_EQ(smallest(3000, [](std::int64_t size) { return size > 64; }), 65);
  EXPECT_EQ(smallest(65536, [](std::int64_t size) { return size >= 1000; }), 1000);
  EXPECT_EQ(smallest(100, [](std::int64_t) { return true; }), 0);
}

TEST(Shrink, KeepsWhatFailsOnlyAtMultiplesOfATile) {
  EXPECT_EQ(smallest(4096, [](std::int64_t size) { return size % 32 == 0 && size > 64; }), 96);
  EXPECT_EQ(smallest(4097, [](std::int64_t size) { return size % 32 == 1 && size > 1; }), 33);
}

TEST(Shrink, LeavesAloneWhatNothingSimplerFailsLike) {
  EXPECT_EQ(smallest(77, [](std::int64_t size) { return size == 77; }), 77);
}

TEST(Shrink, EndsWhenItsTriesAreUsed) {
  std::size_t most = 3;
  std::size_t asked = 0;
  const auto fails = [&](std::int64_t) {
    ++asked;
    return false;
  };
  EXPECT_EQ(shrink(std::int64_t{1000}, smaller, fails, most), 1000);
  EXPECT_EQ(asked, 3U);
  EXPECT_EQ(most, 0U);
}

TEST(SmallerSizes, AreBelowTheSizeAndRising) {
  for (const std::int64_t size : {1, 2, 3, 65, 512, 70000}) {
    const auto sizes = smaller_sizes(size);
    EXPECT_TRUE(std::ranges::is_sorted(sizes)) << size;
    EXPECT_TRUE(std::ranges::all_of(sizes, [&](std::int64_t one) { return one >= 0 && one < size; })) << size;
    EXPECT_FALSE(sizes.empty()) << size;
  }
  EXPECT_THAT(smaller_sizes(0), IsEmpty());
}

TEST(DrawSize, StaysInsideAndSeesPowersTheirNeighboursAndTheLimits) {
  Dice dice("sizes");
  std::map<std::int64_t, int> seen;
  for (int i = 0; i < 20000; ++i) ++seen[draw_size(dice, 4096, {100})];
  EXPECT_GE(seen.begin()->first, 0);
  EXPECT_LE(seen.rbegin()->first, 4096);
  for (const std::int64_t size : {0, 1, 2, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 511, 513, 1023, 1025, 4096})
    EXPECT_GT(seen[size], 0) << size;
}

TEST(ClassOfSize, TellsPowersFromTheirNeighbours) {
  EXPECT_EQ(class_of_size(0), "0");
  EXPECT_EQ(class_of_size(4), "4");
  EXPECT_EQ(class_of_size(31), "2^5-1");
  EXPECT_EQ(class_of_size(32), "2^5");
  EXPECT_EQ(class_of_size(33), "2^5+1");
  EXPECT_EQ(class_of_size(40), "2^5..");
}

}  // namespace
}  // namespace npu_cts::explore
