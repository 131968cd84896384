// SPDX-License-Identifier: Apache-2.0
#include "reports/document/markdown.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "reports/document/escape.h"

namespace npu_cts::document {
namespace {

std::string markdown_of(const Span& span) {
  switch (span.style) {
    case Style::plain:
    case Style::dim:
      return markdown_escaped(span.text);
    case Style::strong:
    case Style::badge:
      return fmt::format("**{}**", markdown_escaped(span.text));
    case Style::name:
    case Style::code:
      return markdown_code(span.text);
    case Style::picture:
      return fmt::format("![{}]({})", markdown_escaped(span.text), span.link.name);
  }
  std::abort();
}

std::string target_of(const Link& link) {
  switch (link.to) {
    case To::nowhere:
    case To::item:
      return {};
    case To::page:
      return anchor_of(link.name) + ".md" + (link.at.empty() ? "" : "#" + anchor_of(link.at));
    case To::section:
      return "#" + anchor_of(link.name);
  }
  std::abort();
}

std::string markdown_of(const Line& line) {
  std::string text;
  for (const Span& span : line) {
    if (span.text.empty()) continue;
    const std::string target = target_of(span.link);
    text += target.empty() ? markdown_of(span) : fmt::format("[{}]({})", markdown_of(span), target);
  }
  return text;
}

std::string markdown_line(const Line& line) { return markdown_line_start(markdown_of(line)); }

std::vector<std::string> markdown_of(const std::vector<Line>& lines) {
  std::vector<std::string> texts;
  for (const Line& line : lines) texts.push_back(markdown_of(line));
  return texts;
}

std::string markdown_of(const TableCell& cell) {
  std::vector<std::string> lines = markdown_of(cell.lines);
  for (const Fold& fold : cell.folds) {
    const std::vector<std::string> folded = markdown_of(fold.lines);
    if (fold.flat == Flat::lines) lines.insert(lines.end(), folded.begin(), folded.end());
    if (fold.flat == Flat::lines) continue;
    const std::string summary = markdown_of(fold.summary);
    if (lines.empty()) {
      lines.push_back(summary);
    } else {
      lines.back() += " · " + summary;
    }
  }
  return join(lines, "<br>");
}

/// Returns a row of a table that stands in a list: its cells that say something.
std::string markdown_of(const TableRow& row) {
  std::vector<std::string> cells;
  for (const TableCell& cell : row.cells) {
    if (std::string text = markdown_of(cell); !text.empty()) cells.push_back(std::move(text));
  }
  return markdown_line_start(join(cells, " · "));
}

/// Writes blocks one after the other, a blank line between them.
class MarkdownBlocks {
 public:
  MarkdownBlocks(std::string head, std::string_view language)
      : text_(std::move(head)), colon_(language == "zh" ? "：" : ":") {}
  [[nodiscard]] const std::string& text() const { return text_; }

  void write(const Blocks& blocks) {
    for (const Block& block : blocks) {
      if (std::holds_alternative<Chart>(block.value)) continue;  // the table beside it says the same
      const bool is_card = std::holds_alternative<Card>(block.value);
      if (!is_card || !after_card_) text_ += "\n";  // cards are one list
      after_card_ = is_card;
      std::visit(*this, block.value);
    }
  }

  void operator()(const Paragraph& paragraph) { text_ += markdown_line(paragraph.line) + "\n"; }

  void operator()(const Table& table) {
    std::vector<std::string> cells;
    for (const Column& column : table.columns) cells.push_back(markdown_escaped(column.title));
    text_ += fmt::format("| {} |\n|", join(cells, " | "));
    for (const Column& column : table.columns) text_ += column.holds == Holds::number ? "---:|" : "---|";
    text_ += "\n";
    for (const TableRow& row : table.rows) {
      for (std::size_t i = 0; i < cells.size(); ++i)
        cells[i] = i < row.cells.size() ? markdown_of(row.cells[i]) : std::string();
      text_ += fmt::format("| {} |\n", join(cells, " | "));
    }
  }

  void operator()(const List& list) { write(list.items, ""); }
  void operator()(const Terms& terms) { write(terms, ""); }

  void operator()(const Card& card) {
    text_ += fmt::format("- {}{}{}\n", markdown_line(card.title), card.line.empty() ? "" : " ", markdown_of(card.line));
    write(card.terms, "  ");
    for (const TableRow& row : card.table.rows) text_ += fmt::format("  - {}\n", markdown_of(row));
    if (!card.program.empty()) write(Program{.language = "python", .text = card.program}, "  ");
  }

  void operator()(const Program& program) { write(program, ""); }

  void operator()(const Chart& /*chart*/) {}

  void operator()(const Section& section) {
    ++depth_;
    if (!section.anchor.empty()) text_ += fmt::format("<a id=\"{}\"></a>\n\n", anchor_of(section.anchor));
    text_ += fmt::format("{} {}\n", std::string(depth_, '#'), markdown_line(section.title));
    write(section.blocks);
    after_card_ = false;
    --depth_;
  }

 private:
  void write(const Program& program, std::string_view indent) {
    std::string fence = "```";
    while (program.text.find(fence) != std::string::npos) fence += '`';
    text_ += fmt::format("{}{}{}\n", indent, fence, program.language);
    for (const std::string& line : split(program.text, '\n')) text_ += fmt::format("{}{}\n", indent, visible(line));
    text_ += fmt::format("{}{}\n", indent, fence);
  }

  void write(const std::vector<Item>& items, const std::string& indent) {
    for (const Item& item : items) {
      text_ += fmt::format("{}- {}\n", indent, markdown_line(item.line));
      write(item.items, indent + "  ");
    }
  }

  void write(const Terms& terms, const std::string& indent) {
    for (const Term& term : terms.terms) {
      text_ += fmt::format("{}- {}{}", indent, markdown_line({plain(term.label)}), colon_);
      if (term.lines.size() == 1) text_ += (colon_ == ":" ? " " : "") + markdown_of(term.lines.front());
      text_ += "\n";
      if (term.lines.size() < 2) continue;
      for (const Line& line : term.lines) text_ += fmt::format("{}  - {}\n", indent, markdown_line(line));
    }
  }

  std::string text_;
  std::string_view colon_;
  std::size_t depth_ = 1;
  bool after_card_ = false;
};

}  // namespace

std::string to_markdown(const PageContent& page) {
  MarkdownBlocks blocks(fmt::format("# {}\n", markdown_line(page.heading)), page.language);
  blocks.write(page.blocks);
  return blocks.text();
}

}  // namespace npu_cts::document
