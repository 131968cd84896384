// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "framework/model/spec.h"

namespace npu_cts {
namespace {

TEST(SpecPath, IsTheSameWhereverTheSpecLies) {
  for (const char* folder : {"", "spec/", "./spec/", "/usr/share/npu-cts/spec/"}) {
    EXPECT_EQ(spec_path(std::string(folder) + "ops/fold.yaml"), "ops/fold.yaml");
    EXPECT_EQ(spec_path(std::string(folder) + "documents/fold.yaml"), "documents/fold.yaml");
    EXPECT_EQ(spec_path(std::string(folder) + "products.yaml"), "products.yaml");
  }
  EXPECT_EQ(spec_path(""), "");
}

}  // namespace
}  // namespace npu_cts
