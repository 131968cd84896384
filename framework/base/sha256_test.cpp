// SPDX-License-Identifier: Apache-2.0
#include "framework/base/sha256.h"

#include <gtest/gtest.h>

namespace npu_cts {
namespace {

TEST(Sha256, IsTheOneOfTheStandard) {
  EXPECT_EQ(sha256_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Sha256, IsOfTheBytesHoweverTheyAreAddedAndBeginsAnewBehindEachHash) {
  Sha256 hash;
  for (int round = 0; round < 2; ++round) {
    hash.add("a");
    hash.add("bc");
    EXPECT_EQ(hash.take(), sha256_of("abc"));
  }
}

}  // namespace
}  // namespace npu_cts
