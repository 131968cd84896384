// SPDX-License-Identifier: Apache-2.0
#include "framework/base/sort.h"

#include <string>

#include <gmock/gmock.h>

namespace npu_cts {
namespace {

using testing::ElementsAre;

TEST(SortStably, KeepsTheOrderOfEquals) {
  std::vector<std::string> words{"ccc", "bb", "aaa", "d", "aa"};
  sort_stably(words, {}, &std::string::size);
  EXPECT_THAT(words, ElementsAre("d", "bb", "aa", "ccc", "aaa"));
}

TEST(SortStably, TakesAnotherOrder) {
  std::vector<int> numbers{1, 3, 2};
  sort_stably(numbers, std::greater{});
  EXPECT_THAT(numbers, ElementsAre(3, 2, 1));
}

TEST(SortStably, LeavesNothingAsItIs) {
  std::vector<int> none;
  sort_stably(none);
  EXPECT_TRUE(none.empty());
}

}  // namespace
}  // namespace npu_cts
