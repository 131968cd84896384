// SPDX-License-Identifier: Apache-2.0
// What the checks of facts against what they stand on say of edits of the base.
#include <gtest/gtest.h>

#include "framework/findings/checks/check_testing.h"

namespace npu_cts::findings {
namespace {

/// Returns what the written checks find in the base with `edit`: each finding's first sentence.
std::vector<std::string> whats_of(const testing_specs::Fault& edit) {
  std::vector<std::string> whats;
  for (const Diagnostic& one : testing_specs::Edited(&edit).said(testing_specs::written_said))
    whats.push_back(one.what);
  return whats;
}

TEST(UndocumentedDate, NamesTheFirstReleaseInWhichAnExampleDoesNotHold) {
  const testing_specs::Fault edit{.name = "",
                                  .kind = "undocumented-date",
                                  .file = testing_specs::spec_file,
                                  .from = "- modes: [eager]\n    id: shown",
                                  .to = "- modes: [eager]\n    until: \"1.0\"\n    id: shown",
                                  .s1 = "examples.shown"};
  EXPECT_EQ(whats_of(edit), std::vector<std::string>{"'examples.shown' does not hold where 's-1' states it, in 2.0"});
}

}  // namespace
}  // namespace npu_cts::findings
