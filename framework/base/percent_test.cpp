// SPDX-License-Identifier: Apache-2.0
#include "framework/base/percent.h"

#include <gtest/gtest.h>

namespace npu_cts {
namespace {

TEST(Percent, IsPrintedAsAHundredForTheWholeAlone) {
  EXPECT_EQ(percent_of(2173, 2173), 100);
  EXPECT_EQ(percent_of(2172, 2173), 99.9);
  EXPECT_EQ(percent_of(1, 4), 25);
}

TEST(Percent, IsReachedByTheExactShare) {
  EXPECT_TRUE(reaches(2172, 2173, 99.95));
  EXPECT_FALSE(reaches(2172, 2173, 99.96));
  EXPECT_TRUE(reaches(2173, 2173, 100));
  EXPECT_TRUE(reaches(0, 0, 100));
}

}  // namespace
}  // namespace npu_cts
