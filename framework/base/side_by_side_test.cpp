// SPDX-License-Identifier: Apache-2.0
#include "framework/base/side_by_side.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
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

TEST(SideBySide, TakesTheNumbersInTheirOrderOnOneThread) {
  std::vector<std::size_t> seen;
  side_by_side(
      3, [&](std::size_t i) { seen.push_back(i); }, 1);
  EXPECT_EQ(seen, (std::vector<std::size_t>{0, 1, 2}));
}

}  // namespace
}  // namespace npu_cts
