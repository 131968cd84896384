// SPDX-License-Identifier: Apache-2.0
#include "framework/base/side_by_side.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

namespace npu_cts {
namespace {

TEST(SideBySide, CallsTheWorkOnceWithEachNumber) {
  std::vector<std::atomic<int>> calls(1000);
  side_by_side(calls.size(), [&](std::size_t i) { ++calls[i]; });
  for (const auto& count : calls) EXPECT_EQ(count, 1);
}

TEST(SideBySide, DoesNothingWhereThereIsNothingToDo) {
  side_by_side(0, [](std::size_t) { FAIL(); });
}

}  // namespace
}  // namespace npu_cts
