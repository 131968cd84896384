// SPDX-License-Identifier: Apache-2.0
#include "reports/page_patch.h"

#include <gtest/gtest.h>

#include <regex>
#include <sstream>
#include <string>

namespace npu_cts::reports {
namespace {

TEST(PagePatch, AddsANoteBehindTheBlockOfItsLine) {
  EXPECT_EQ(patch_of("p.md", "# t\n\n- a\n- b\n\nlast\n", {{3, {"> note"}}}),
            "--- a/p.md\n+++ b/p.md\n@@ -2,5 +2,7 @@\n \n - a\n - b\n+\n+> note\n \n last\n");
}

TEST(PagePatch, CutsNoProgramAtItsBlankLines) {
  EXPECT_EQ(patch_of("p.md", "```\na\n\nb\n```\n\nlast\n", {{2, {"> note"}}}),
            "--- a/p.md\n+++ b/p.md\n@@ -3,5 +3,7 @@\n \n b\n ```\n+\n+> note\n \n last\n");
}

TEST(PagePatch, JoinsNotesThatShareTheirContextAndCountsTheLinesAddedBefore) {
  const std::string page = "a\n\nb\n\n1\n2\n3\n4\n5\n6\n7\n8\n9\n\nc\n";
  EXPECT_EQ(patch_of("p.md", page, {{1, {"> x"}}, {3, {"> y"}}, {15, {"> z"}}}),
            "--- a/p.md\n+++ b/p.md\n@@ -1,6 +1,10 @@\n a\n+\n+> x\n \n b\n+\n+> y\n \n 1\n 2\n"
            "@@ -13,3 +17,5 @@\n 9\n \n c\n+\n+> z\n");
}

/// Reads hunks as `patch` does; returns what is wrong with the first that is none.
std::string trouble_in(const std::string& patch) {
  const std::regex head(R"(\x40\x40 -\d+,(\d+) \+\d+,(\d+) \x40\x40)");
  long before = 0;
  long after = 0;
  std::istringstream lines(patch.substr(patch.find("\n+++ ") + 5));
  std::string line;
  for (std::getline(lines, line); std::getline(lines, line);) {
    std::smatch match;
    if (before == 0 && after == 0) {
      if (!std::regex_match(line, match, head)) return "no head of a hunk: " + line;
      before = std::stol(match[1]);
      after = std::stol(match[2]);
      continue;
    }
    if (line.empty() || std::string(" +").find(line[0]) == std::string::npos) return "no line of a hunk: " + line;
    before -= line[0] == ' ' ? 1 : 0;
    --after;
  }
  return before == 0 && after == 0 ? "" : "a hunk ends early";
}

TEST(PagePatch, IsReadByPrograms) {
  const std::string page = "a\n\nb\n\n1\n2\n3\n4\n5\n6\n7\n8\n9\n\nc\n";
  EXPECT_EQ(trouble_in(patch_of("p.md", page, {{1, {"> x"}}, {3, {"> y", "> z"}}, {15, {"> z"}}})), "");
}

TEST(PagePatch, IsEmptyWithoutNotes) { EXPECT_EQ(patch_of("p.md", "a\n", {}), ""); }

}  // namespace
}  // namespace npu_cts::reports
