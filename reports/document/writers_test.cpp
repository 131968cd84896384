// SPDX-License-Identifier: Apache-2.0
// Each block in each form, and what hostile text becomes in them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include <pugixml.hpp>

#include "framework/base/text.h"
#include "reports/document/escape.h"
#include "reports/document/html.h"
#include "reports/document/html_script.h"
#include "reports/document/markdown.h"

namespace npu_cts::document {
namespace {

using testing::HasSubstr;
using testing::Not;

PageContent page_of(Blocks blocks) {
  return {.language = "en", .title = "t", .heading = {plain("H")}, .blocks = std::move(blocks)};
}

/// Returns what stands between the heading of the page and its end.
std::string html_of(Blocks blocks) {
  const std::string html = to_html(page_of(std::move(blocks)));
  const std::size_t begin = html.find("</h1>\n") + 6;
  return html.substr(begin, html.find("</main>") - begin);
}

std::string markdown_of(Blocks blocks) {
  const std::string markdown = to_markdown(page_of(std::move(blocks)));
  return markdown.substr(std::string_view("# H\n\n").size());
}

struct Written {
  std::string name;
  Blocks blocks;
  std::string html;
  std::string markdown;
};
void PrintTo(const Written& row, std::ostream* out) { *out << row.name; }

class Writers : public testing::TestWithParam<Written> {};

TEST_P(Writers, WriteHtml) { EXPECT_EQ(html_of(GetParam().blocks), GetParam().html); }
TEST_P(Writers, WriteMarkdown) { EXPECT_EQ(markdown_of(GetParam().blocks), GetParam().markdown); }

const auto name_of_row = [](const auto& row) { return row.param.name; };

Blocks line(Span span) { return {{Paragraph{{std::move(span)}}}}; }

INSTANTIATE_TEST_SUITE_P(
    Drawn, Writers,
    testing::Values(
        Written{"Program",
                {{Program{"python", "a = 1\nprint(a < 2)"}}},
                "<pre><code>a = 1\nprint(a &lt; 2)\n</code></pre>\n",
                "```python\na = 1\nprint(a < 2)\n```\n"},
        Written{"ProgramWithAFence", {{Program{"", "```"}}}, "<pre><code>```\n</code></pre>\n", "````\n```\n````\n"},
        Written{"Chart",
                {{Paragraph{{plain("a")}}},
                 {Chart{"c", {{"x", {{Mark::good, 3, "right"}, {Mark::bad, 0, "wrong"}, {Mark::empty, 1, "open"}}}}}}},
                "<p>a</p>\n<figure><figcaption>c</figcaption><div class=\"bars\">\n"
                "<span>x</span><svg role=\"img\" aria-label=\"x: 3 right, 1 open\">"
                "<rect class=\"good\" x=\"0.00%\" width=\"72.00%\" height=\"16\"/>"
                "<rect class=\"empty\" x=\"72.00%\" width=\"24.00%\" height=\"16\"/></svg>"
                "<span class=\"dim\">3 right, 1 open</span>\n</div></figure>\n",
                "a\n"}),
    name_of_row);

INSTANTIATE_TEST_SUITE_P(
    Spans, Writers,
    testing::Values(
        Written{"Plain", line(plain("a")), "<p>a</p>\n", "a\n"},
        Written{"Dim", line(dim("a")), "<p><span class=\"dim\">a</span></p>\n", "a\n"},
        Written{"Strong", line(strong("a")), "<p><strong>a</strong></p>\n", "**a**\n"},
        Written{"Name", line(name("a")), "<p><span class=\"id\">a</span></p>\n", "`a`\n"},
        Written{"Code", line(code("a")), "<p><code>a</code></p>\n", "`a`\n"},
        Written{"Badge", line(badge(Mark::bad, "a")), "<p><span class=\"badge bad\">a</span></p>\n", "**a**\n"},
        Written{"NothingToLink", line(linked(code(""), To::page, "a")), "<p></p>\n", "\n"},
        Written{"LinkToAPage", line(linked(plain("a"), To::page, "b c")), "<p><a href=\"b~20c.html\">a</a></p>\n",
                "[a](b~20c.md)\n"},
        Written{"LinkToASection", line(linked(code("a"), To::section, "s/t")),
                "<p><a href=\"#s~2ft\"><code>a</code></a></p>\n", "[`a`](#s~2ft)\n"},
        Written{"LinkToAnItem", line(linked(plain("a"), To::item, "i")), "<p><a href=\"#i\">a</a></p>\n", "a\n"},
        Written{"NumberInALine", line(plain("1. a")), "<p>1. a</p>\n", "1\\. a\n"},
        Written{"HeadingInALine", {{Paragraph{{plain("a"), plain("# b")}}}}, "<p>a# b</p>\n", "a# b\n"},
        Written{"Tag", line(plain("<b>")), "<p>&lt;b&gt;</p>\n", "\\<b\\>\n"},
        Written{"Backticks", line(code("a`b")), "<p><code>a`b</code></p>\n", "``a`b``\n"},
        Written{"LineEnd", line(plain("a\n# b")), "<p>a\\n# b</p>\n", "a\\\\n# b\n"}),
    name_of_row);

Blocks table_of(TableCell cell) { return {{Table{.columns = {{"x"}}, .rows = {{.cells = {std::move(cell)}}}}}}; }
std::string html_table(const std::string& cell) {
  return "<div class=\"scroll\"><table><thead><tr><th scope=\"col\">x</th></tr></thead><tbody>\n<tr>" + cell +
         "</tr>\n</tbody></table></div>\n";
}
std::string markdown_table(const std::string& cell) { return "| x |\n|---|\n| " + cell + " |\n"; }

Fold fold_of(Flat flat) { return {.summary = {plain("2")}, .lines = {{plain("a")}, {plain("b")}}, .flat = flat}; }
const std::string folded = "<details><summary>2</summary><ul><li>a</li><li>b</li></ul></details>";

INSTANTIATE_TEST_SUITE_P(
    Cells, Writers,
    testing::Values(
        Written{"Text", table_of(cell("a")), html_table("<td data-t=\"x\">a</td>"), markdown_table("a")},
        Written{"Empty", table_of(cell("")), html_table("<td data-t=\"x\"></td>"), markdown_table("")},
        Written{"Marked", table_of({.lines = {{plain("a")}}, .mark = Mark::good}),
                html_table("<td class=\"good\" data-t=\"x\">a</td>"), markdown_table("a")},
        Written{"Lines", table_of({.lines = {{plain("a")}, {plain("b")}}}),
                html_table("<td data-t=\"x\">a<div>b</div></td>"), markdown_table("a<br>b")},
        Written{"FoldedToItsSummary", table_of({.lines = {{plain("x")}}, .folds = {fold_of(Flat::summary)}}),
                html_table("<td data-t=\"x\">x " + folded + "</td>"), markdown_table("x · 2")},
        Written{"FoldedAlone", table_of({.folds = {fold_of(Flat::summary)}}),
                html_table("<td data-t=\"x\">" + folded + "</td>"), markdown_table("2")},
        Written{"UnfoldedToItsLines", table_of({.lines = {{plain("x")}}, .folds = {fold_of(Flat::lines)}}),
                html_table("<td data-t=\"x\">x " + folded + "</td>"), markdown_table("x<br>a<br>b")},
        Written{"Bar", table_of(cell("a|b")), html_table("<td data-t=\"x\">a|b</td>"), markdown_table("a\\|b")},
        Written{"BarInCode", table_of(cell(code("a|b"))), html_table("<td data-t=\"x\"><code>a|b</code></td>"),
                markdown_table("`a\\|b`")}),
    name_of_row);

INSTANTIATE_TEST_SUITE_P(
    BlocksOf, Writers,
    testing::Values(
        Written{"Columns",
                {{Table{.columns = {{"n", Holds::number}, {"s", Holds::score, "hint"}, {"o", Holds::note}},
                        .rows = {{.cells = {cell(1U)}, .anchor = "r/1"}, {.cells = {cell(1U)}, .is_sum = true}}}}},
                "<div class=\"scroll\"><table><thead><tr><th scope=\"col\" class=\"n\">n</th><th scope=\"col\" "
                "class=\"score\" title=\"hint\">s</th><th scope=\"col\" class=\"small\">o</th></tr></thead><tbody>\n"
                "<tr id=\"r~2f1\"><td class=\"n\" data-t=\"n\">1</td></tr>\n<tr class=\"sum\"><td class=\"n\" "
                "data-t=\"n\">1</td></tr>\n"
                "</tbody></table></div>\n",
                "| n | s | o |\n|---:|---|---|\n| 1 |  |  |\n| 1 |  |  |\n"},
        Written{"Lists",
                {{List{{{.line = {plain("a")}, .items = {{.line = {plain("- b")}}}}, {.line = {plain("c")}}}}}},
                "<ul>\n<li>a<ul>\n<li>- b</li>\n</ul>\n</li>\n<li>c</li>\n</ul>\n",
                "- a\n  - \\- b\n- c\n"},
        Written{"Terms",
                {{Terms{{{"a", {{plain("b")}}}, {"c", {{plain("d")}, {plain("e")}}}}}}},
                "<dl>\n<dt>a</dt><dd>b</dd>\n<dt>c</dt><dd>d<div>e</div></dd>\n</dl>\n",
                "- a: b\n- c:\n  - d\n  - e\n"},
        Written{
            "Cards",
            {{Card{.anchor = "k",
                   .mark = Mark::bad,
                   .title = {name("a")},
                   .line = {plain("b")},
                   .terms = {{{"c", {{plain("d")}}}}}}},
             {Card{.anchor = "l",
                   .mark = Mark::doubtful,
                   .title = {name("e")},
                   .line = {},
                   .table = {.columns = {{"x"}, {"y"}, {"z"}}, .rows = {{.cells = {cell("1"), cell(""), cell("2")}}}}}},
             {Paragraph{{plain("f")}}}},
            "<article id=\"k\" class=\"bad\"><span class=\"bar\"><span class=\"id\">a</span></span>\n<p>b</p>\n<dl>\n"
            "<dt>c</dt><dd>d</dd>\n</dl>\n</article>\n<article id=\"l\" class=\"doubtful\"><span class=\"bar\"><span "
            "class=\"id\">e</span></span>\n<div class=\"scroll\"><table><thead><tr><th scope=\"col\">x</th><th "
            "scope=\"col\">y"
            "</th><th scope=\"col\">z</th></tr></thead><tbody>\n<tr><td data-t=\"x\">1</td><td data-t=\"y\"></td>"
            "<td data-t=\"z\">2</td></tr>\n</tbody></table></div>\n</article>\n<p>f</p>\n",
            "- `a` b\n  - c: d\n- `e`\n  - 1 · 2\n\nf\n"},
        Written{
            "FoldedCards",
            {{Card{.anchor = "k",
                   .mark = Mark::bad,
                   .title = {name("a")},
                   .line = {plain("b")},
                   .program = "c",
                   .is_folded = true}}},
            "<article id=\"k\" class=\"bad\"><details><summary><span class=\"bar\"><span class=\"id\">a</span></span>"
            "</summary>\n<p>b</p>\n<pre><code>c\n</code></pre>\n</details></article>\n",
            "- `a` b\n  ```python\n  c\n  ```\n"},
        Written{"Sections",
                {{Section{.title = {plain("a")},
                          .blocks = {{Section{.title = {plain("b")}, .blocks = {{Paragraph{{plain("c")}}}}}}},
                          .anchor = "s"}},
                 {Section{.title = {plain("d")}, .blocks = {}}}},
                "<section id=\"s\">\n<h2>a</h2>\n<section>\n<h3>b</h3>\n<p>c</p>\n</section>\n</section>\n<section>\n"
                "<h2>d</h2>\n</section>\n",
                "<a id=\"s\"></a>\n\n## a\n\n### b\n\nc\n\n## d\n"}),
    name_of_row);

/// A page with `text` in every place that holds one.
PageContent page_full_of(const std::string& text) {
  Blocks blocks;
  for (const auto& span : {plain, dim, strong, name, code}) {
    blocks.push_back({Paragraph{{span(text), plain(text)}}});
    for (const To to : {To::page, To::section, To::item}) blocks.push_back({Paragraph{{linked(span(text), to, text)}}});
  }
  const TableCell full{.lines = {{plain(text)}, {code(text)}},
                       .folds = {{.summary = {plain(text)}, .lines = {{badge(Mark::bad, text)}}, .flat = Flat::lines}}};
  blocks.push_back({Table{.columns = {{text, Holds::text, text}, {text}},
                          .rows = {{.cells = {full, full}, .anchor = text}, {.cells = {full, full}}}}});
  blocks.push_back({List{{{.line = {plain(text)}, .items = {{.line = {code(text)}}}}}}});
  blocks.push_back({Terms{{{text, {{plain(text)}, {plain(text)}}}}}});
  blocks.push_back({Card{.anchor = text,
                         .mark = Mark::bad,
                         .title = {plain(text)},
                         .line = {plain(text)},
                         .terms = {{{text, {{plain(text)}}}}}}});
  return {.language = text,
          .title = text,
          .heading = {plain(text)},
          .blocks = {{Section{.title = {plain(text)}, .blocks = std::move(blocks), .anchor = text}}}};
}

const std::vector<std::string> hostile{"<script>alert(1)</script>",
                                       "\"><img src=x onerror=alert(1)>",
                                       "' onmouseover='x",
                                       "]]>",
                                       "-->",
                                       "&lt;&#0;",
                                       "a|b",
                                       "``` ```",
                                       "`",
                                       "[x](javascript:y)",
                                       "# h",
                                       "   - l",
                                       "1. li",
                                       "a\r\nb",
                                       std::string("n\0n", 3),
                                       "\x1b[31mred",
                                       "\u202Ertl\u202C",
                                       "\xFF\xFE",
                                       " ",
                                       ""};

/// Returns every text and attribute of the tree, and counts its elements.
struct Walker : pugi::xml_tree_walker {
  bool for_each(pugi::xml_node& node) override {
    elements += node.type() == pugi::node_element ? 1U : 0U;
    if (node.type() == pugi::node_pcdata) texts.emplace_back(node.value());
    return true;
  }
  std::size_t elements = 0;
  std::vector<std::string> texts;
};

Walker walk(const std::string& html) {
  pugi::xml_document tree;
  EXPECT_TRUE(tree.load_string(html.c_str(), pugi::parse_full | pugi::parse_ws_pcdata)) << html;
  Walker walker;
  tree.traverse(walker);
  return walker;
}

TEST(HostileText, IsTextInHtmlWhereverItStands) {
  const std::size_t elements = walk(to_html(page_full_of("harmless"))).elements;
  for (const std::string& text : hostile) {
    if (text.empty()) continue;
    const Walker walker = walk(to_html(page_full_of(text)));
    EXPECT_EQ(walker.elements, elements) << text;
    EXPECT_THAT(walker.texts, testing::Contains(visible(text))) << text;
  }
}

TEST(HostileText, LeavesEveryTableOfMarkdownItsColumnsAndEveryLineItsPlace) {
  const auto bars = [](const std::string& row) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < row.size(); ++i) count += row[i] == '|' && (i == 0 || row[i - 1] != '\\') ? 1U : 0U;
    return count;
  };
  const std::size_t lines = split(to_markdown(page_full_of("harmless")), '\n').size();
  for (const std::string& text : hostile) {
    if (text.empty()) continue;
    const std::string markdown = to_markdown(page_full_of(text));
    EXPECT_EQ(split(markdown, '\n').size(), lines) << markdown;
    EXPECT_TRUE(is_utf8(markdown)) << markdown;
    for (const std::string& row : split(markdown, '\n')) EXPECT_TRUE(!row.starts_with("| ") || bars(row) == 3U) << row;
  }
}

TEST(ToHtml, ListsTheNamedSectionsInTheRailNestedAsTheyAre) {
  const Section inner{.title = {plain("Rules")}, .blocks = {}, .anchor = "op/rules"};
  const Section outer{.title = {plain("op "), badge(Mark::bad, "fails")}, .blocks = {{inner}}, .anchor = "op"};
  const Section unnamed{.title = {plain("Totals")}, .blocks = {}};
  const PageContent page{.language = "en", .title = "t", .blocks = {{unnamed}, {outer}}};
  EXPECT_THAT(to_html(page), HasSubstr("<ol><li><a href=\"#op\"><span class=\"dot bad\"></span>op </a>"
                                       "<ol><li><a href=\"#op~2frules\">Rules</a></li></ol></li></ol>"));
}

TEST(ToHtml, CountsRowsAndCardsOfASectionInTheRailUnlessItsTitleDoes) {
  const Table table{.columns = {{"id"}}, .rows = {{.cells = {}}, {.cells = {}}, {.is_sum = true}}};
  const Section rules{.title = {plain("Rules")}, .blocks = {{table}, {Card{}}}, .anchor = "rules"};
  const Section failing{.title = {plain("Failing (72)")}, .blocks = {{table}}, .anchor = "failing"};
  const std::string html = to_html({.language = "en", .title = "t", .blocks = {{rules}, {failing}}});
  EXPECT_THAT(html, HasSubstr("<a href=\"#rules\">Rules <span class=\"dim\">3</span></a>"));
  EXPECT_THAT(html, HasSubstr("<a href=\"#failing\">Failing (72)</a>"));
}

TEST(ToHtml, SpeaksThePagesLanguageInTheRail) {
  const auto of = [](std::string language) {
    return to_html({.language = std::move(language), .title = "t", .blocks = {}});
  };
  EXPECT_THAT(of("zh"), HasSubstr("aria-label=\"目录\""));
  EXPECT_THAT(of("en"), HasSubstr("aria-label=\"Contents\""));
}

TEST(ToHtml, CarriesAScriptOfAtMost15kB) { EXPECT_LT(html_script.size(), 15'000U); }

TEST(ToHtml, NeedsNothingFromOutside) {
  const std::string html = to_html(page_full_of("x"));
  for (const std::string_view outside : {"http", "src=", "@import", "url(", "fetch(", "import("})
    EXPECT_THAT(html, Not(HasSubstr(std::string(outside))));
}

}  // namespace
}  // namespace npu_cts::document
