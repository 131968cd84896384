// SPDX-License-Identifier: Apache-2.0
#include "kernels/kernel.h"
#include "kernels/oracle.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace npu_cts::kernels {
namespace {

TEST(Registry, FindsEveryOperatorByItsName) {
  EXPECT_FALSE(all_kernels().empty());
  for (const Kernel& kernel : all_kernels()) EXPECT_EQ(find_kernel(kernel.op), &kernel);
  for (const OperatorOracle& oracle : all_oracles()) EXPECT_EQ(find_oracle(oracle.op), &oracle);
  EXPECT_EQ(find_kernel("common"), nullptr);
  EXPECT_EQ(find_oracle("common"), nullptr);
  EXPECT_EQ(find_kernel(""), nullptr);
}

}  // namespace
}  // namespace npu_cts::kernels
