// SPDX-License-Identifier: Apache-2.0
#include "framework/base/yaml_name.h"

#include <gtest/gtest.h>

namespace npu_cts {
namespace {

TEST(YamlName, QuotesAWordThatReadersDispute) {
  EXPECT_EQ(yaml_name("y"), "\"y\"");
  EXPECT_EQ(yaml_name("NO"), "\"NO\"");
  EXPECT_EQ(yaml_name("y.dtype"), "y.dtype");
  EXPECT_EQ(yaml_name("x"), "x");
}

TEST(DisputedAs, SaysWhatTheWordIsTakenFor) {
  EXPECT_EQ(disputed_as("off"), "false");
  EXPECT_EQ(disputed_as("~"), "none");
  EXPECT_EQ(disputed_as("offset"), std::nullopt);
}

}  // namespace
}  // namespace npu_cts
