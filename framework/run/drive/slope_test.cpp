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

std::vector<std::int64_t> held_of(std::size_t runs, std::int64_t (*held)(std::int64_t run)) {
  std::vector<std::int64_t> all;
  for (std::size_t run = 0; run < runs; ++run) all.push_back(held(static_cast<std::int64_t>(run)));
  return all;
}

TEST(SteadyGrowth, IsThatOfALeakAlsoWhereFewRunsLeakOrPagesDo) {
  EXPECT_EQ(steady_growth(held_of(5120, [](std::int64_t run) { return 100 * run; })), 100);
  EXPECT_EQ(steady_growth(held_of(5120, [](std::int64_t run) { return run / 10 * 1000; })), 100);
  EXPECT_EQ(steady_growth(held_of(5120, [](std::int64_t run) { return run * 128 / 4096 * 4096; })), 128);
}

TEST(SteadyGrowth, IsNoneOfAPoolThatFillsAndOfASingleStep) {
  EXPECT_EQ(steady_growth(held_of(5120, [](std::int64_t run) { return std::min<std::int64_t>(run, 2000) * 100; })), 0);
  EXPECT_EQ(steady_growth(held_of(5120, [](std::int64_t run) { return run < 3500 ? 0 : std::int64_t{1} << 21; })), 0);
  EXPECT_EQ(steady_growth(held_of(1023, [](std::int64_t run) { return 100 * run; })), 0) << "too few runs";
}

}  // namespace
}  // namespace npu_cts::wire
