// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/reading/blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/ascend/reading/normalize.h"
#include "framework/base/text.h"

// The parts that a page is read with, each by itself; read_page_test.cpp reads whole pages.
namespace npu_cts::ascend {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Lines = std::vector<std::string>;

TEST(SectionOf, IsTheSameInEveryLanguageAndEdition) {
  for (const std::string_view title : {"参数说明", "Parameters"}) EXPECT_EQ(section_of(title), "parameters");
  for (const std::string_view title : {"约束说明", "Constraints"}) EXPECT_EQ(section_of(title), "constraints");
  for (const std::string_view title : {"调用示例", "Examples", "Example"}) EXPECT_EQ(section_of(title), "examples");
  for (const std::string_view title : {"返回值", "返回值说明", "输出说明", "Return Values", "Output Description"})
    EXPECT_EQ(section_of(title), "output") << title;
  for (const std::string_view title : {"接口原型", "函数原型", "Prototype"}) EXPECT_EQ(section_of(title), "signature");
}

TEST(SectionOf, IsNothingForAnotherTitle) {
  for (const std::string_view title : {"", "Parameter", "parameters", "参数说明 ", "Odd"})
    EXPECT_FALSE(section_of(title)) << title;
}

TEST(NamesSubjects, InTheSectionsOfParametersAlone) {
  for (const std::string_view section : {"parameters", "constructor", "inputs", "variables"})
    EXPECT_TRUE(names_subjects(section));
  for (const std::string_view section : {"constraints", "output", "function", "", "page"})
    EXPECT_FALSE(names_subjects(section));
}

TEST(StripMarkup, TakesDecorationAndLeavesWords) {
  EXPECT_EQ(strip_markup("**a** `b` $c$ \\_"), "a b c _");
  EXPECT_EQ(strip_markup("[words](target)"), "words");
  EXPECT_EQ(strip_markup("![](folder/picture.png)"), "picture.png");
  EXPECT_EQ(strip_markup("![](picture.png)"), "picture.png");
  EXPECT_EQ(strip_markup("<a name=\"x\"></a>b<br>"), "b");
}

TEST(StripMarkup, LeavesWhatIsNoMarkup) {
  for (const std::string_view text :
       {"", "a * b", "1 < 2 > 0", "<1>", "</>", "<", "[a] (b)", "[a", "[a](b", "![a", "x[i](j"})
    EXPECT_EQ(strip_markup(text), text == "x[i](j" ? "x[i](j" : std::string(text)) << text;
}

TEST(StripMarkup, EndsALinkAtTheLineAndAtABracketInside) {
  EXPECT_EQ(strip_markup("[a\nb](c)"), "[a\nb](c)");
  EXPECT_EQ(strip_markup("[a [b](c)"), "[a b") << "the inner one is the link";
  EXPECT_EQ(strip_markup("[](c)"), "");
}

TEST(FoldWidth, MovesEveryFullWidthForm) {
  for (unsigned code = 0x21; code <= 0x7E; ++code) {
    const unsigned full = 0xFF00 + code - 0x20;
    const std::string text{static_cast<char>(0xE0U | full >> 12U), static_cast<char>(0x80U | (full >> 6U & 0x3FU)),
                           static_cast<char>(0x80U | (full & 0x3FU))};
    EXPECT_EQ(fold_width(text), std::string(1, static_cast<char>(code))) << text;
  }
}

TEST(FoldWidth, FoldsPunctuationAndBlanks) {
  EXPECT_EQ(fold_width("。、“”‘’–"), ".,\"\"''-");
  EXPECT_EQ(fold_width("a　b\u00a0c\u200bd"), "a b cd");
}

TEST(FoldWidth, LeavesTheRestAndWhatIsCutOff) {
  for (const std::string_view text : {"", "plain", "中文", "é", "\xef\xbc", "\xef", "\xef\xbc\x80", "\xef\xbd\x9f"})
    EXPECT_EQ(fold_width(text), text);
}

TEST(NormalizeProse, IsTheSameWhenItIsDoneAgain) {
  for (const std::string_view text : {"**a**。 b；", "甲（乙），丙", "x is [1, 63].", "  a  b  ", "e.g. one"}) {
    const std::string once = normalize_prose(text);
    EXPECT_EQ(normalize_prose(once), once) << text;
  }
}

TEST(SplitSentences, KeepsEveryLetter) {
  for (const std::string_view text : {"One. Two; three。四；五", "e.g. a 1.5 b. C", "no end", "a;b;;c"}) {
    std::string joined;
    for (const std::string& sentence : split_sentences(text)) joined += sentence;
    std::string want;
    for (const char c : text) want += c == ' ' ? "" : std::string(1, c);
    std::erase(joined, ' ');
    if (text == "a;b;;c") want = "a;b;c";  // an empty sentence is left out
    EXPECT_EQ(joined, want);
  }
}

std::vector<std::string> kinds_and_texts(const std::vector<Block>& blocks) {
  std::vector<std::string> found;
  for (const Block& block : blocks) {
    const std::string_view kind = block.kind == BlockKind::code     ? "code: "
                                  : block.kind == BlockKind::output ? "output: "
                                                                    : "prose: ";
    found.push_back(std::string(kind) + block.text);
  }
  return found;
}

TEST(CodeBlocks, OfNothingAreNone) {
  EXPECT_THAT(code_blocks({}), IsEmpty());
  EXPECT_THAT(code_blocks({"", "  "}), IsEmpty());
}

TEST(CodeBlocks, OfAScriptAreItsLines) {
  EXPECT_THAT(kinds_and_texts(code_blocks({"a = 1", "", "  b = 2"})), ElementsAre("code: a = 1\n  b = 2"));
  EXPECT_THAT(kinds_and_texts(code_blocks({"a = 1", "# 输出类似：", "7", "", "8"})),
              ElementsAre("code: a = 1", "output: # 输出类似：\n7\n8"));
  EXPECT_THAT(kinds_and_texts(code_blocks({"# Expected output", "7"})), ElementsAre("output: # Expected output\n7"));
  EXPECT_THAT(kinds_and_texts(code_blocks({"a = 1", "print('Expected output')"})),
              ElementsAre("code: a = 1\nprint('Expected output')"))
      << "only a comment announces";
}

TEST(CodeBlocks, OfASessionAreWhatWasTypedAndWhatWasPrinted) {
  EXPECT_THAT(kinds_and_texts(code_blocks({">>> f(", "...   1)", "7", "...", ">>> g", "8"})),
              ElementsAre("code:  f(\n   1)\n g", "output: 7\n...\n8"));
  EXPECT_THAT(kinds_and_texts(code_blocks({">>>"})), ElementsAre("code: "));
}

TEST(FlatExamples, BeginAtEachCaption) {
  EXPECT_THAT(kinds_and_texts(flat_examples("说明 import torch a 图模式: 后 import torch b")),
              ElementsAre("prose: 说明", "code: import torch a ", "prose: 图模式: 后", "code: import torch b"));
  EXPECT_THAT(kinds_and_texts(flat_examples("only words")), ElementsAre("prose: only words"));
  EXPECT_THAT(flat_examples(""), IsEmpty());
}

TEST(TableRows, PairEachCellWithItsHeading) {
  EXPECT_THAT(table_rows({"|a|b|", "|--|--|", "|1|2|", "|3|4|"}), ElementsAre("a=1|b=2", "a=3|b=4"));
  EXPECT_THAT(table_rows({"a|b", "--|--", "1|2"}), ElementsAre("a=1|b=2")) << "without outer bars";
  EXPECT_THAT(table_rows({"|a|b|", "|:-:|--:|", "| `1` | **2** |"}), ElementsAre("a=1|b=2"));
}

TEST(TableRows, KeepARowThatIsCutOff) { EXPECT_THAT(table_rows({"|a|b|", "|--|--|", "|1|"}), ElementsAre("a=1")); }

TEST(TableRows, OfNoRuleOrNoBodyAreNone) {
  EXPECT_THAT(table_rows({}), IsEmpty());
  EXPECT_THAT(table_rows({"|a|b|", "|1|2|"}), IsEmpty());
  EXPECT_THAT(table_rows({"|a|b|", "|--|--|"}), IsEmpty());
}

TEST(TableRows, OfHtmlPairCellsToo) {
  EXPECT_THAT(
      table_rows({"<table>", "<tr><th>a</th><th>b</th></tr>", "<tr><td>1</td>", "<td><p>2</p></td></tr>", "</table>"}),
      ElementsAre("a=1|b=2"));
  EXPECT_THAT(table_rows({"<table><tr><th>a</th></tr><tr><td>1</td><td>2</td></tr></table>"}), ElementsAre("a=1|=2"))
      << "a cell without a heading";
  EXPECT_THAT(table_rows({"<table>"}), IsEmpty());
  EXPECT_THAT(table_rows({"<table><tr><th>a</th></tr><tr><td>1"}), ElementsAre("a=1")) << "nothing is closed";
}

TEST(SplitTables, CutWhereTheNextHeadingBegins) {
  EXPECT_EQ(split_tables({"a", "---", "1", "b", "---", "2"}),
            (std::vector<Lines>{{"a", "---", "1"}, {"b", "---", "2"}}));
  EXPECT_EQ(split_tables({"a", "---", "1"}), (std::vector<Lines>{{"a", "---", "1"}}));
  EXPECT_EQ(split_tables({}), (std::vector<Lines>{{}}));
}

}  // namespace
}  // namespace npu_cts::ascend
