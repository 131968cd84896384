// SPDX-License-Identifier: Apache-2.0
#include "framework/run/drive/slope.h"

#include <gtest/gtest.h>

namespace npu_cts::wire {
namespace {

/// Notes calls of which each grows by what `growth_of` says of it. Nothing else happens between them.
template <class GrowthOf>
Slope slope_where(std::size_t calls, const GrowthOf& growth_of) {
  Slope slope;
  std::int64_t now = 1000;
  for (std::size_t call = 0; call < calls; ++call) {
    const std::int64_t before = now;
    now += growth_of(call);
    slope.note(before, now);
  }
  return slope;
}

Slope slope_of(std::int64_t growth, std::size_t every, std::size_t calls) {
  return slope_where(calls, [&](std::size_t call) { return call % every == 0 ? growth : 0; });
}

TEST(Slope, IsKnownOnceManyCallsRan) {
  EXPECT_EQ(slope_of(100, 1, Slope::calls - 1).growth(), 0);
  EXPECT_EQ(slope_of(100, 1, Slope::calls).growth(), 100);
}

TEST(Slope, IsNoneWhereOnlySomeCallsGrow) { EXPECT_EQ(slope_of(100, 2, 200).growth(), 0); }

TEST(Slope, IsNoneWhereATableGrowsNowAndThen) { EXPECT_EQ(slope_of(4096, 16, 200).growth(), 0); }

TEST(Slope, IsNoneWhereMemoryComesAndGoes) {
  EXPECT_EQ(slope_where(200, [](std::size_t call) { return call % 2 == 0 ? 64 : -60; }).growth(), 0);
}

TEST(Slope, IsNoneWhereEachSecondCallHoldsMoreAndTheNextCallGivesItBack) {
  Slope slope;
  for (int call = 0; call < 200; ++call) slope.note(1000 + call % 3, 1032 + call % 3);
  EXPECT_EQ(slope.growth(), 0);
}

TEST(Slope, IsThereWhereTheFirstOfTwoCallsLeaksToo) {
  Slope slope;
  for (int call = 0; call < 200; ++call) slope.note(1000 + 64 * call, 1032 + 64 * call);
  EXPECT_EQ(slope.growth(), 32);
}

}  // namespace
}  // namespace npu_cts::wire
