// SPDX-License-Identifier: Apache-2.0
#include "framework/run/drive/slope.h"

#include <gtest/gtest.h>

namespace npu_cts::wire {
namespace {

Slope slope_of(std::int64_t growth, std::size_t every, std::size_t calls) {
  Slope slope;
  for (std::size_t call = 0; call < calls; ++call) slope.note(call % every == 0 ? growth : 0);
  return slope;
}

TEST(Slope, IsKnownOnceManyCallsRan) {
  EXPECT_EQ(slope_of(100, 1, Slope::calls - 1).growth(), 0);
  EXPECT_EQ(slope_of(100, 1, Slope::calls).growth(), 100);
}

TEST(Slope, IsNoneWhereOnlySomeCallsGrow) { EXPECT_EQ(slope_of(100, 2, 200).growth(), 0); }

TEST(Slope, IsNoneWhereATableGrowsNowAndThen) { EXPECT_EQ(slope_of(4096, 16, 200).growth(), 0); }

TEST(Slope, IsNoneWhereMemoryComesAndGoes) {
  Slope slope;
  for (int call = 0; call < 200; ++call) slope.note(call % 2 == 0 ? 64 : -60);
  EXPECT_EQ(slope.growth(), 0);
}

}  // namespace
}  // namespace npu_cts::wire
