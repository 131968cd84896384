// SPDX-License-Identifier: Apache-2.0
#include "framework/base/shrink_list.h"

#include <gmock/gmock.h>

#include <cstddef>
#include <vector>

#include "framework/base/find.h"

namespace npu_cts {
namespace {

using testing::ElementsAre;

std::vector<int> numbers(int count) {
  std::vector<int> all;
  for (int i = 0; i < count; ++i) all.push_back(i);
  return all;
}

template <class Fails>
std::vector<int> fewest(int count, const Fails& fails) {
  std::size_t most = 10000;
  return shrink_list(numbers(count), fails, most);
}

TEST(ShrinkList, KeepsTheTwoThatMustComeTogetherInTheirOrder) {
  const auto fails = [](const std::vector<int>& list) { return contains(list, 17) && contains(list, 80); };
  EXPECT_THAT(fewest(100, fails), ElementsAre(17, 80));
}

TEST(ShrinkList, KeepsAsManyAsItTakes) {
  EXPECT_EQ(fewest(1000, [](const std::vector<int>& list) { return list.size() >= 37; }).size(), 37U);
}

TEST(ShrinkList, NeverAsksForNone) {
  const auto fails = [](const std::vector<int>& list) {
    EXPECT_FALSE(list.empty());
    return contains(list, 5);
  };
  for (const int count : {6, 7, 8, 64}) EXPECT_THAT(fewest(count, fails), ElementsAre(5)) << count;
  std::size_t most = 10;
  EXPECT_THAT(shrink_list(std::vector<int>{5}, fails, most), ElementsAre(5));
  EXPECT_EQ(most, 10U);
}

TEST(ShrinkList, EndsWhenItsTriesAreUsed) {
  const auto never = [](const std::vector<int>&) { return false; };
  std::size_t most = 3;
  EXPECT_THAT(shrink_list(numbers(8), never, most), testing::SizeIs(8));
  EXPECT_EQ(most, 0U);
}

}  // namespace
}  // namespace npu_cts
