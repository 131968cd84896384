// SPDX-License-Identifier: Apache-2.0
#include "framework/search/conditions/key_set.h"

#include <gtest/gtest.h>

namespace npu_cts::search {
namespace {

TEST(KeySet, HasWhatWasInserted) {
  KeySet set;
  EXPECT_FALSE(set.contains(1));
  for (std::uint64_t key = 1; key < 1000; key += 2) set.insert(key);
  for (std::uint64_t key = 1; key < 1000; ++key) EXPECT_EQ(set.contains(key), key % 2 == 1) << key;
}

TEST(KeySet, TellsKeysApartThatPointToOnePlace) {
  KeySet set;
  set.insert(std::uint64_t{1} << 40U);
  set.insert(std::uint64_t{1} << 41U);
  EXPECT_TRUE(set.contains(std::uint64_t{1} << 40U));
  EXPECT_TRUE(set.contains(std::uint64_t{1} << 41U));
  EXPECT_FALSE(set.contains(std::uint64_t{1} << 42U));
}

}  // namespace
}  // namespace npu_cts::search
