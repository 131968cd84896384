// SPDX-License-Identifier: Apache-2.0
#include "framework/model/name_map.h"

#include <gmock/gmock.h>

namespace npu_cts {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

TEST(NameMap, SortsByName) {
  NameMap<int> map{{"m", 1}, {"z", 2}, {"a", 3}};
  map["k"] = 4;
  EXPECT_THAT(map, ElementsAre(Pair("a", 3), Pair("k", 4), Pair("m", 1), Pair("z", 2)));
}

TEST(NameMap, KeepsTheFirstOfTwoThatAreAdded) {
  NameMap<int> map{{"a", 1}};
  const auto [entry, is_new] = map.try_emplace("a", 2);
  EXPECT_FALSE(is_new);
  EXPECT_EQ(entry->second, 1);
  map.merge({{"a", 3}, {"b", 4}});
  EXPECT_THAT(map, ElementsAre(Pair("a", 1), Pair("b", 4)));
}

TEST(NameMap, AssignsWhatIsThere) {
  NameMap<int> map{{"a", 1}};
  map.insert_or_assign("a", 2);
  map.insert_or_assign("b", 3);
  EXPECT_THAT(map, ElementsAre(Pair("a", 2), Pair("b", 3)));
}

TEST(NameMap, ErasesByNameAndByPredicate) {
  NameMap<int> map{{"a", 1}, {"b", 2}, {"c", 3}};
  map.erase("a");
  map.erase("unknown");
  erase_if(map, [](const auto& entry) { return entry.second == 3; });
  EXPECT_THAT(map, ElementsAre(Pair("b", 2)));
}

TEST(NameMap, FindsOnlyWholeNames) {
  const NameMap<int> map{{"abc", 1}};
  EXPECT_TRUE(map.contains("abc"));
  EXPECT_EQ(map.find("ab"), map.end());
  EXPECT_EQ(map.find("abcd"), map.end());
}

}  // namespace
}  // namespace npu_cts
