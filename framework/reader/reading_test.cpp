// SPDX-License-Identifier: Apache-2.0
#include "framework/reader/reading.h"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "framework/reader/op_spec_parts.h"
#include "framework/reader/reader_testing.h"
#include "framework/reader/yaml_tree.h"

namespace npu_cts::reader {
namespace {

TEST(Reading, KeepsAsManyDiagnosticsAsAFileMayHave) {
  const Spec spec;
  Reading reading(spec, {});
  for (int line = 1; line <= 150; ++line) reading.report(error_at(Kind::wrong_type, {"f", line, 1}, "it", "so", "no"));
  EXPECT_EQ(reading.take().size(), Limits::diagnostics);
}

/// Returns what is wrong with a block of `keys` words and `facts` facts: it stands for facts * (2 + 2 * keys) values.
Diagnostics faults_of_block(std::size_t keys, std::size_t facts) {
  std::string text = "- facts:\n" + repeat("    - {fact: 1}\n", facts);
  for (std::size_t i = 0; i < keys; ++i) text += fmt::format("  key{}: 1\n", i);
  Tree tree = read_tree(text, "f");
  EXPECT_TRUE(tree.found.empty());
  const Spec spec;
  Reading reading(spec, {});
  without_blocks(reading, std::move(tree.root.value()));
  return reading.take();
}

TEST(WithoutBlocks, CopiesAsManyValuesAsAFileMayHaveAndNoMore) {
  EXPECT_TRUE(faults_of_block(49, Limits::nodes / 100).empty());
  const Diagnostics faults = faults_of_block(49, Limits::nodes / 100 + 1);
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(faults[0].kind, Kind::too_many_nodes);
}

}  // namespace
}  // namespace npu_cts::reader
