// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/reading/normalize.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace npu_cts::ascend {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(NormalizeProse, DropsMarkup) {
  EXPECT_EQ(normalize_prose("- **size** (`Tensor`), see [the *rules*](#rules)<a name=\"x\"></a>"),
            "-size(Tensor),see the*rules*");
  EXPECT_EQ(normalize_prose("<term>Widget 7</term>: $n$ and $(1, n)$"), "Widget 7:n and(1,n)");
  EXPECT_EQ(normalize_prose("![](../figures/ring.png)"), "ring.png");
}

TEST(NormalizeProse, KeepsBracketsThatAreNoLink) {
  EXPECT_EQ(normalize_prose("from [1, 63] (inside)"), "from[1,63](inside)");
  EXPECT_EQ(normalize_prose("a < b and c > d"), "a<b and c>d");
}

TEST(NormalizeProse, ReadsMegabytesOfOpeningMarks) {
  for (const char mark : {'[', '<'}) {
    const std::string page(3'000'000, mark);
    EXPECT_EQ(normalize_prose(page), page);
  }
}

TEST(NormalizeProse, FoldsFullWidthPunctuation) {
  EXPECT_EQ(normalize_prose("甲、乙（丙）：丁；"), "甲,乙(丙):丁");
  EXPECT_EQ(normalize_prose("Ａ～Ｚ　！"), "A~Z!");
}

TEST(NormalizeProse, EndsWithoutAPeriod) {
  EXPECT_EQ(normalize_prose("it is int8。"), normalize_prose(" it  is `int8`. "));
}

TEST(NormalizeProse, SeesADifferentWord) {
  EXPECT_NE(normalize_prose("the size is 3"), normalize_prose("the size is 4"));
  EXPECT_NE(normalize_prose("x is [1, 63]"), normalize_prose("x is [1, 6 3]"));
}

TEST(NormalizeCode, CollapsesBlanksOnly) { EXPECT_EQ(normalize_code("  a = `1`\n\n    b = 2\t"), "a = `1` b = 2"); }

TEST(SplitSentences, CutsAtChineseAndEnglishEnds) {
  EXPECT_THAT(split_sentences("甲是一。乙是二；丙是三"), ElementsAre("甲是一。", "乙是二；", "丙是三"));
  EXPECT_THAT(split_sentences("One is 1. Two is 2.5; three"), ElementsAre("One is 1.", "Two is 2.5;", "three"));
}

TEST(SplitSentences, GoesOnBehindAbbreviationsNamesAndNumbers) {
  EXPECT_THAT(split_sentences("see e.g. box.make and 7.1.0 here."), ElementsAre("see e.g. box.make and 7.1.0 here."));
}

TEST(SplitSentences, LeavesEmptyPiecesOut) { EXPECT_THAT(split_sentences(" 。 ; . "), IsEmpty()); }

}  // namespace
}  // namespace npu_cts::ascend
