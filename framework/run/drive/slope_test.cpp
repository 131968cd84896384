// SPDX-License-Identifier: Apache-2.0
#include "framework/run/drive/leftovers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace npu_cts::wire {
namespace {

/// Returns the growth of `calls` of which the first has 0 and each other what `in_use` says.
std::int64_t growth_of(int calls, const std::function<std::int64_t(int call)>& in_use) {
  Slope slope(calls);
  for (int call = 0; call < calls; ++call) slope.note(in_use(call));
  return slope.growth();
}

TEST(Slope, IsWhatEachCallLeaves) {
  for (const int calls : {2, 8, 128})
    EXPECT_EQ(growth_of(calls, [](int call) { return 1'000'000 + 100 * call; }), 100) << calls;
}

TEST(Slope, IsHalfOfWhatEverySecondCallLeaves) {
  EXPECT_EQ(growth_of(32, [](int call) { return call / 2 * 100; }), 50);
}

TEST(Slope, IsNoneWhereAPoolFillsInHalfOfTheCalls) {
  EXPECT_EQ(growth_of(32, [](int call) { return std::min(call, 16) * 4096; }), 0);
}

TEST(Slope, IsNoneWhereABlockIsLargerAfterEverySecondCall) {
  EXPECT_EQ(growth_of(8, [](int call) { return call % 2 * 64; }), 0);
}

TEST(Slope, IsNoneWhereGarbageIsCollectedNowAndThen) {
  EXPECT_EQ(growth_of(2048, [](int call) { return call % 700 * 100; }), 0);
}

TEST(Slope, FallsWhereMemoryIsGivenBack) {
  EXPECT_LT(growth_of(8, [](int call) { return -call * 100; }), 0);
}

}  // namespace
}  // namespace npu_cts::wire
