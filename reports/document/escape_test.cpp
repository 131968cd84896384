// SPDX-License-Identifier: Apache-2.0
#include "reports/document/escape.h"

#include <set>

#include <gtest/gtest.h>

namespace npu_cts::document {
namespace {

struct Escaped {
  std::string_view name;
  std::string (*function)(std::string_view);
  std::string_view text;
  std::string_view want;
};
void PrintTo(const Escaped& row, std::ostream* out) { *out << row.name; }

std::string line_start(std::string_view text) { return markdown_line_start(std::string(text)); }

class Escape : public testing::TestWithParam<Escaped> {};

TEST_P(Escape, GivesTheTextThatReadsTheSame) { EXPECT_EQ(GetParam().function(GetParam().text), GetParam().want); }

INSTANTIATE_TEST_SUITE_P(
    Table, Escape,
    testing::Values(Escaped{"PlainTextStays", visible, "a 中 é", "a 中 é"},
                    Escaped{"LineEndsShow", visible, "a\r\nb\tc", "a\\u{D}\\nb\\tc"},
                    Escaped{"TerminalEscapesShow", visible, "\x1b[31m", "\\u{1B}[31m"},
                    Escaped{"BidiControlsShow", visible,
                            "a\u202E"
                            "b\u2066",
                            "a\\u{202E}b\\u{2066}"},
                    Escaped{"InvisibleCharactersShow", visible, "a\u200B\uFEFF", "a\\u{200B}\\u{FEFF}"},
                    Escaped{"NoncharactersShow", visible, "\uFFFE\uFFFF", "\\u{FFFE}\\u{FFFF}"},
                    Escaped{"BrokenUtf8Shows", visible, "a\xFF\xC3", "a\\xFF\\xC3"},
                    Escaped{"SurrogatesShow", visible, "\xED\xA0\x80", "\\xED\\xA0\\x80"},
                    Escaped{"XmlEntities", xml_escaped, "<a href=\"'&'\">",
                            "&lt;a href=&quot;&#39;&amp;&#39;&quot;&gt;"},
                    Escaped{"MarkdownPipe", markdown_escaped, "a|b", "a\\|b"},
                    Escaped{"MarkdownUnderscoreInAWordStays", markdown_escaped, "a_b", "a_b"},
                    Escaped{"MarkdownUnderscoreAtTheEdge", markdown_escaped, "_a_ b_", "\\_a\\_ b\\_"},
                    Escaped{"MarkdownHtml", markdown_escaped, "<script>", "\\<script\\>"},
                    Escaped{"MarkdownHeading", line_start, "# a", "\\# a"},
                    Escaped{"MarkdownList", line_start, "- a", "\\- a"},
                    Escaped{"MarkdownNumberedList", line_start, "12. a", "12\\. a"},
                    Escaped{"MarkdownVersionStays", line_start, "26.1.0", "26.1.0"},
                    Escaped{"MarkdownNumberStays", line_start, "26", "26"},
                    Escaped{"MarkdownBlanksBeforeAList", line_start, "  - a", "\\- a"},
                    Escaped{"MarkdownCode", markdown_code, "a_b*c", "`a_b*c`"},
                    Escaped{"MarkdownCodeWithBackticks", markdown_code, "a``b`", "``` a``b` ```"},
                    Escaped{"MarkdownCodeWithPipe", markdown_code, "a|b", "`a\\|b`"},
                    Escaped{"CsvFormula", csv_field, "=1+1", "'=1+1"},
                    Escaped{"CsvFormulaBehindBlanks", csv_field, "  @x", "\"'  @x\""},
                    Escaped{"CsvQuotes", csv_field, "a,\"b\"", "\"a,\"\"b\"\"\""},
                    Escaped{"CsvNegativeNumber", csv_field, "-3", "'-3"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(AnchorOf, GivesDifferentNamesDifferentAnchors) {
  std::set<std::string> anchors;
  const std::set<std::string> names{"a/b", "a~2fb", "a b", "a\"b", "a<b", "ab", "a~b", "中", ""};
  for (const std::string& name : names) {
    const std::string anchor = anchor_of(name);
    EXPECT_EQ(anchor.find_first_of(" \"'<>&#/"), std::string::npos) << anchor;
    anchors.insert(anchor);
  }
  EXPECT_EQ(anchors.size(), names.size());
}

}  // namespace
}  // namespace npu_cts::document
