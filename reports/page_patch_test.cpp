// SPDX-License-Identifier: Apache-2.0
#include "reports/page_patch.h"

#include <gtest/gtest.h>

namespace npu_cts::reports {
namespace {

TEST(PagePatch, AddsANoteBehindTheBlockOfItsLine) {
  EXPECT_EQ(patch_of("p.md", "# t\n\n- a\n- b\n\nlast\n", {{3, {"> note"}}}),
            "--- a/p.md\n+++ b/p.md\ndtype_names(const DTypes -2,5 +2,7 dtype_names(const DTypes\n \n - a\n - b\n+\n+> "
            "note\n \n last\n");
}

TEST(PagePatch, CutsNoProgramAtItsBlankLines) {
  EXPECT_EQ(patch_of("p.md", "```\na\n\nb\n```\n\nlast\n", {{2, {"> note"}}}),
            "--- a/p.md\n+++ b/p.md\ndtype_names(const DTypes -3,5 +3,7 dtype_names(const DTypes\n \n b\n ```\n+\n+> "
            "note\n \n last\n");
}

TEST(PagePatch, JoinsNotesThatShareTheirContextAndCountsTheLinesAddedBefore) {
  const std::string page = "a\n\nb\n\n1\n2\n3\n4\n5\n6\n7\n8\n9\n\nc\n";
  EXPECT_EQ(patch_of("p.md", page, {{1, {"> x"}}, {3, {"> y"}}, {15, {"> z"}}}),
            "--- a/p.md\n+++ b/p.md\ndtype_names(const DTypes -1,6 +1,10 dtype_names(const DTypes\n a\n+\n+> x\n \n "
            "b\n+\n+> y\n \n 1\n 2\n"
            "dtype_names(const DTypes -13,3 +17,5 dtype_names(const DTypes\n 9\n \n c\n+\n+> z\n");
}

TEST(PagePatch, IsEmptyWithoutNotes) { EXPECT_EQ(patch_of("p.md", "a\n", {}), ""); }

}  // namespace
}  // namespace npu_cts::reports
