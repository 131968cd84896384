// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "reports/document/markdown.h"
#include "tools/plugin/faults/fault_table_page.h"

namespace npu_cts::faults {
namespace {

TEST(FaultPage, IsTheTables) {
  const std::string path = NPU_CTS_SOURCE_DIR "/tools/plugin/faults/FAULTS.md";
  if (std::getenv("NPU_CTS_BLESS") != nullptr) std::ofstream(path) << to_markdown(fault_table_page());
  std::ifstream file(path);
  std::ostringstream held;
  held << file.rdbuf();
  EXPECT_EQ(held.str(), to_markdown(fault_table_page()));
}

}  // namespace
}  // namespace npu_cts::faults
