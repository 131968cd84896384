// SPDX-License-Identifier: Apache-2.0
#include "reports/document/html.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "reports/document/escape.h"
#include "reports/document/html_script.h"
#include "reports/document/html_style.h"
#include "reports/document/packed.h"

namespace npu_cts::document {
namespace {

constexpr int deepest_heading = 6;

std::string_view class_of(Mark mark) {
  constexpr std::array<std::string_view, 4> classes{"empty", "good", "doubtful", "bad"};
  return classes[static_cast<std::size_t>(mark)];
}

std::string_view class_of(Holds holds) {
  constexpr std::array<std::string_view, 4> classes{"", "n", "score", "small"};
  return classes[static_cast<std::size_t>(holds)];
}

/// Returns ` name="value"`; nothing for no value.
std::string attribute(std::string_view name, std::string_view value) {
  return value.empty() ? std::string() : fmt::format(" {}=\"{}\"", name, xml_escaped(value));
}

std::string id_of(std::string_view anchor) { return anchor.empty() ? "" : attribute("id", anchor_of(anchor)); }

std::string html_of(const Span& span) {
  const std::string text = xml_escaped(span.text);
  switch (span.style) {
    case Style::plain:
      return text;
    case Style::dim:
      return fmt::format("<span class=\"dim\">{}</span>", text);
    case Style::strong:
      return fmt::format("<strong>{}</strong>", text);
    case Style::name:
      return fmt::format("<span class=\"id\">{}</span>", text);
    case Style::code:
      return fmt::format("<code>{}</code>", text);
    case Style::badge:
      return fmt::format("<span class=\"badge {}\">{}</span>", class_of(span.mark), text);
    case Style::picture:
      return fmt::format("<img src=\"{}\" alt=\"{}\"/>", xml_escaped(span.link.name), text);
  }
  std::abort();
}

std::string href_of(const Link& link) {
  switch (link.to) {
    case To::nowhere:
      return {};
    case To::page:
      return anchor_of(link.name) + ".html" + (link.at.empty() ? "" : "#" + anchor_of(link.at));
    case To::section:
    case To::item:
      return "#" + anchor_of(link.name);
  }
  std::abort();
}

std::string html_of(const Line& line) {
  std::string html;
  for (const Span& span : line) {
    if (span.text.empty()) continue;
    const std::string href = href_of(span.link);
    html += href.empty() ? html_of(span) : fmt::format("<a href=\"{}\">{}</a>", href, html_of(span));
  }
  return html;
}

std::string html_of(const Fold& fold) {
  std::string html = "<details><summary>";
  for (const Span& span : fold.summary) html += html_of(span);
  html += "</summary><ul>";
  for (const Line& line : fold.lines) html += fmt::format("<li>{}</li>", html_of(line));
  return html + "</ul></details>";
}

/// Returns the first line as it is and each further one as a block of its own.
std::string html_of(const std::vector<Line>& lines) {
  std::string html;
  for (const Line& line : lines) html += html.empty() ? html_of(line) : fmt::format("<div>{}</div>", html_of(line));
  return html;
}

std::string html_of(const TableCell& cell, const Column& column) {
  const std::string_view mark = cell.mark == Mark::empty ? "" : class_of(cell.mark);
  const std::string_view holds = class_of(column.holds);
  const std::string_view space = holds.empty() || mark.empty() ? "" : " ";
  std::string html = fmt::format("<td{}{}>{}", attribute("class", fmt::format("{}{}{}", holds, space, mark)),
                                 attribute("data-t", column.title), html_of(cell.lines));
  for (const Fold& fold : cell.folds) html += (cell.lines.empty() ? "" : " ") + html_of(fold);
  return html + "</td>";
}

/// What the page's frame says, in the page's language. `found` and `cases` hold two numbers; the script fills them in.
struct FrameText {
  std::string_view language, contents, skip, search, found, cases, every, copy, bad, doubtful, good, close, comma;
};
constexpr std::array frame_texts{
    FrameText{"en", "Contents", "Skip to the text", "Search ( / )", "{} of {} rows", "{} of {} cases", "all", "copy",
              "wrong", "partly", "agrees", "Close (Esc)", ", "},
    FrameText{"zh", "目录", "跳到正文", "搜索（ / ）", "{} / {} 行", "{} / {} 个用例", "全部", "复制", "不符", "部分",
              "一致", "关闭（Esc）", "，"},
};

const FrameText& frame_text_of(std::string_view language) {
  const auto* const text = std::ranges::find(frame_texts, language, &FrameText::language);
  return text == frame_texts.end() ? frame_texts.front() : *text;
}

/// Returns a bar as three cells of a grid: its label, its parts as an SVG, what they count. `scale` is in hundredths of
/// the width to a case; what there is of a thing is drawn, however little. The words stand outside of the SVG: there
/// they wrap, and keep their size on a narrow page.
std::string html_of(const Bar& bar, double scale, std::string_view comma) {
  std::string rects;
  double left = 0;
  std::vector<std::string> said;
  for (const BarPart& part : bar.parts) {
    if (part.count == 0) continue;
    const double width = std::max(0.5, static_cast<double>(part.count) * scale);
    rects += fmt::format("<rect class=\"{}\" x=\"{:.2f}%\" width=\"{:.2f}%\" height=\"16\"/>", class_of(part.mark),
                         left, width);
    left += width;
    said.push_back(fmt::format("{} {}", part.count, part.label));
  }
  return fmt::format(
      "<span>{0}</span><svg role=\"img\" aria-label=\"{0}: {1}\">{2}</svg><span class=\"dim\">{1}</span>\n",
      xml_escaped(bar.label), xml_escaped(join(said, comma)), rects);
}

std::string html_of(const Chart& chart, std::string_view comma) {
  constexpr double longest = 96;  // hundredths of the width: the least parts may take more than their share
  std::size_t most = 1;
  for (const Bar& bar : chart.bars) {
    std::size_t sum = 0;
    for (const BarPart& part : bar.parts) sum += part.count;
    most = std::max(most, sum);
  }
  std::string html = fmt::format("<figure><figcaption>{}</figcaption><div class=\"bars\">\n", xml_escaped(chart.title));
  for (const Bar& bar : chart.bars) html += html_of(bar, longest / static_cast<double>(most), comma);
  return html + "</div></figure>\n";
}

/// Writes blocks one after the other; knows how deep the section is that it is in.
class HtmlBlocks {
 public:
  HtmlBlocks(std::string head, std::string_view comma) : html_(std::move(head)), comma_(comma) {}
  [[nodiscard]] const std::string& html() const { return html_; }

  void write(const Blocks& blocks) {
    for (const Block& block : blocks) std::visit(*this, block.value);
  }

  void operator()(const Paragraph& paragraph) { html_ += fmt::format("<p>{}</p>\n", html_of(paragraph.line)); }

  void operator()(const Table& table) {
    html_ += "<div class=\"scroll\"><table><thead><tr>";
    for (const Column& column : table.columns) {
      html_ += fmt::format("<th scope=\"col\"{}{}>{}</th>", attribute("class", class_of(column.holds)),
                           attribute("title", column.hint), xml_escaped(column.title));
    }
    html_ += "</tr></thead><tbody>\n";
    for (const TableRow& row : table.rows) {
      html_ += fmt::format("<tr{}{}>", id_of(row.anchor), row.is_sum ? " class=\"sum\"" : "");
      const std::size_t cells = std::min(row.cells.size(), table.columns.size());
      for (std::size_t i = 0; i < cells; ++i) html_ += html_of(row.cells[i], table.columns[i]);
      html_ += "</tr>\n";
    }
    html_ += "</tbody></table></div>\n";
  }

  void operator()(const List& list) { write(list.items); }

  void operator()(const Terms& terms) {
    html_ += "<dl>\n";
    for (const Term& term : terms.terms)
      html_ += fmt::format("<dt>{}</dt><dd>{}</dd>\n", xml_escaped(term.label), html_of(term.lines));
    html_ += "</dl>\n";
  }

  void operator()(const Card& card) {
    html_ += fmt::format("<article{} class=\"{}\">", id_of(card.anchor), class_of(card.mark));
    const std::string title = fmt::format("<span class=\"bar\">{}</span>", html_of(card.title));
    html_ += card.is_folded ? fmt::format("<details><summary>{}</summary>\n", title) : title + "\n";
    if (!card.line.empty()) (*this)(Paragraph{card.line});
    if (!card.terms.terms.empty()) (*this)(card.terms);
    if (!card.table.columns.empty()) (*this)(card.table);
    if (!card.program.empty()) (*this)(Program{.language = "python", .text = card.program});
    html_ += card.is_folded ? "</details></article>\n" : "</article>\n";
  }

  void operator()(const Program& program) {
    html_ += "<pre><code>";
    for (const std::string& line : split(program.text, '\n')) html_ += xml_escaped(line) + "\n";
    html_ += "</code></pre>\n";
  }

  void operator()(const Chart& chart) { html_ += html_of(chart, comma_); }

  void operator()(const Section& section) {
    ++depth_;
    html_ += fmt::format("<section{0}>\n<h{1}>{2}</h{1}>\n", id_of(section.anchor), std::min(depth_, deepest_heading),
                         html_of(section.title));
    write(section.blocks);
    html_ += "</section>\n";
    --depth_;
  }

 private:
  void write(const std::vector<Item>& items) {
    html_ += "<ul>\n";
    for (const Item& item : items) {
      html_ += fmt::format("<li>{}", html_of(item.line));
      if (!item.items.empty()) write(item.items);
      html_ += "</li>\n";
    }
    html_ += "</ul>\n";
  }

  std::string html_;
  std::string_view comma_;  ///< between the counts of a chart
  int depth_ = 1;
};

std::string text_of(const Line& line) {
  std::string text;
  for (const Span& span : line) {
    if (span.style != Style::badge) text += span.text;
  }
  return text;
}

/// Returns how many rows and cards stand in `blocks`.
std::size_t things_in(const Blocks& blocks) {
  std::size_t count = 0;
  for (const Block& block : blocks) {
    if (const auto* const table = std::get_if<Table>(&block.value))
      count += static_cast<std::size_t>(std::ranges::count(table->rows, false, &TableRow::is_sum));
    count += std::holds_alternative<Card>(block.value) ? 1 : 0;
  }
  return count;
}

/// Returns whether a title ends as "Failing cases (72)" does.
bool is_counted(std::string_view title) {
  const std::size_t open = title.rfind(" (");
  if (open == std::string_view::npos || !title.ends_with(')')) return false;
  const std::string_view count = title.substr(open + 2, title.size() - open - 3);
  return !count.empty() && count.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Returns " 12" for the contents: what `section` holds, unless its title counts already.
std::string count_of(const Section& section) {
  const std::size_t count = things_in(section.blocks);
  return count == 0 || is_counted(text_of(section.title)) ? "" : fmt::format(" <span class=\"dim\">{}</span>", count);
}

/// Returns the links to the named sections of `blocks`, nested as they are; a badge of a title becomes a dot of its
/// mark.
std::string contents_of(const Blocks& blocks) {
  std::string html;
  for (const Block& block : blocks) {
    const auto* const section = std::get_if<Section>(&block.value);
    if (section == nullptr || section->anchor.empty()) continue;
    const auto badge = std::ranges::find(section->title, Style::badge, &Span::style);
    const std::string dot = badge == section->title.end() || badge->mark == Mark::empty
                                ? ""
                                : fmt::format("<span class=\"dot {}\"></span>", class_of(badge->mark));
    html += fmt::format("<li><a href=\"#{}\">{}{}{}</a>{}</li>", anchor_of(section->anchor), dot,
                        xml_escaped(text_of(section->title)), count_of(*section), contents_of(section->blocks));
  }
  return html.empty() ? html : "<ol>" + html + "</ol>";
}

/// Returns search, filters and contents: the rail beside the page. Only the script shows the search.
std::string rail_of(const PageContent& page) {
  const FrameText& text = frame_text_of(page.language);
  std::string html = fmt::format(
      "<nav id=\"rail\" aria-label=\"{0}\">\n<div id=\"find\" role=\"search\" hidden=\"hidden\" data-copy=\"{1}\">"
      "<input id=\"q\" type=\"search\" placeholder=\"{2}\" aria-label=\"{2}\"/><div class=\"marks\">",
      text.contents, text.copy, text.search);
  for (const auto& [mark, name] :
       {std::pair{"bad", text.bad}, std::pair{"doubtful", text.doubtful}, std::pair{"good", text.good}})
    html += fmt::format("<button type=\"button\" data-mark=\"{0}\" class=\"{0}\" aria-pressed=\"false\">{1}</button>",
                        mark, name);
  return fmt::format(
      "{}</div><div id=\"facets\" data-every=\"{}\"></div><p id=\"found\" role=\"status\" data-text=\"{}\" "
      "data-cases=\"{}\"></p></div>\n{}\n</nav>\n",
      html, text.every, text.found, text.cases, contents_of(page.blocks));
}

/// Returns the list of cases that the script fills, and what it fills it with.
std::string html_of(const CaseIndex& cases) {
  if (cases.lines.empty()) return {};
  const Packed packed = pack(cases.lines);
  return fmt::format(
      "<section id=\"cases\" hidden=\"hidden\">\n<h2>{0}</h2>\n<div class=\"scroll\"><table><thead><tr>"
      "<th scope=\"col\">{1}</th><th scope=\"col\">{0}</th></tr></thead><tbody></tbody></table></div>\n</section>\n"
      "<script id=\"case-data\" type=\"application/octet-stream\" data-form=\"{2}\"{3}{4}{5}>{6}</script>\n",
      xml_escaped(cases.title), cases.labels.empty() ? "" : xml_escaped(cases.labels.back()), packed.form,
      attribute("data-labels", join(cases.labels, "|")), attribute("data-again", cases.again),
      attribute("data-command", cases.command), packed.base64);
}

}  // namespace

std::string to_html(const PageContent& page) {
  HtmlBlocks blocks(
      fmt::format("<!DOCTYPE html>\n<html{}>\n<head>\n<meta charset=\"utf-8\"/>\n"
                  "<meta name=\"viewport\" "
                  "content=\"width=device-width,initial-scale=1\"/>\n<title>{}</title>\n<style>{}</style>\n"
                  "</head>\n<body>\n<a class=\"skip\" href=\"#main\">{}</a>\n{}<main id=\"main\">\n<h1>{}</h1>\n",
                  attribute("lang", page.language), xml_escaped(page.title), html_style,
                  frame_text_of(page.language).skip, rail_of(page), html_of(page.heading)) +
          html_of(page.cases),
      frame_text_of(page.language).comma);
  blocks.write(page.blocks);
  return fmt::format(
      "{}</main>\n<aside id=\"panel\" hidden=\"hidden\" tabindex=\"-1\"><button type=\"button\">{}</button>"
      "<div></div></aside>\n<script type=\"text/javascript\">{}</script>\n</body>\n</html>\n",
      blocks.html(), frame_text_of(page.language).close, html_script);
}

}  // namespace npu_cts::document
