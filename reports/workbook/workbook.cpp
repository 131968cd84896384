// SPDX-License-Identifier: Apache-2.0
#include "reports/workbook/workbook.h"

#include <xlsxwriter.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <ctime>
#include <utility>
#include <variant>

#include "framework/base/text.h"
#include "framework/record/file.h"
#include "reports/document/escape.h"

namespace npu_cts::workbook {

using namespace document;

namespace {

constexpr std::size_t longest_name = 31;     // of a sheet
constexpr std::size_t longest_text = 32767;  // of a cell
constexpr std::time_t made_at = 946684800;   // 2000-01-01: a workbook says what it holds, not when it was written
constexpr double narrow = 30;
constexpr double wide = 48;

std::string text_of(const Line& line) {
  std::string text;
  for (const Span& span : line) text += span.text;
  return document::visible(text);
}

std::string text_of(const std::vector<Line>& lines) {
  std::vector<std::string> texts;
  for (const Line& line : lines) texts.push_back(text_of(line));
  return join(texts, "\n");
}

std::string text_of(const TableCell& cell) {
  std::vector<std::string> texts;
  if (!cell.lines.empty()) texts.push_back(text_of(cell.lines));
  for (const Fold& fold : cell.folds)
    texts.push_back(fold.flat == Flat::lines ? text_of(fold.lines) : text_of(fold.summary));
  return join(texts, "\n");
}

struct Formats {
  lxw_format* text;
  lxw_format* title;
  lxw_format* head;
  lxw_format* program;
};

Formats formats_of(lxw_workbook* book) {
  const Formats made{workbook_add_format(book), workbook_add_format(book), workbook_add_format(book),
                     workbook_add_format(book)};
  for (lxw_format* format : {made.text, made.head}) {
    format_set_text_wrap(format);
    format_set_align(format, LXW_ALIGN_VERTICAL_TOP);
  }
  format_set_bold(made.title);
  format_set_font_size(made.title, 13);
  format_set_bold(made.head);
  format_set_bg_color(made.head, 0xE4E7EC);
  format_set_font_name(made.program, "Courier New");
  return made;
}

/// Writes blocks one below the other.
class SheetBlocks {
 public:
  SheetBlocks(lxw_worksheet* sheet, const Formats& formats) : sheet_(sheet), formats_(formats) {
    worksheet_set_column(sheet, 0, 0, narrow, nullptr);
    worksheet_set_column(sheet, 1, 7, wide, nullptr);
  }

  void title(const Line& line) { write(0, text_of(line), formats_.title), ++row_; }

  void write(const Blocks& blocks) {
    for (const Block& block : blocks) std::visit(*this, block.value);
  }

  void operator()(const Paragraph& paragraph) { write(0, text_of(paragraph.line), nullptr), ++row_; }

  void operator()(const Table& table) {
    for (std::size_t i = 0; i < table.columns.size(); ++i)
      write(i, document::visible(table.columns[i].title), formats_.head);
    ++row_;
    for (const TableRow& row : table.rows) {
      for (std::size_t i = 0; i < row.cells.size(); ++i) write(i, text_of(row.cells[i]), formats_.text);
      ++row_;
    }
  }

  void operator()(const List& list) { items(list.items, ""); }

  void operator()(const Terms& terms) {
    for (const Term& term : terms.terms) {
      write(0, document::visible(term.label), formats_.text);
      write(1, text_of(term.lines), formats_.text);
      ++row_;
    }
  }

  void operator()(const Card& card) {
    title(card.title);
    (*this)(Paragraph{card.line});
    (*this)(card.terms);
  }

  void operator()(const Program& program) {
    for (const std::string& line : split(program.text, '\n'))
      write(0, document::visible(line), formats_.program), ++row_;
  }

  void operator()(const Chart& /*chart*/) {}  // the table beside it says the same

  void operator()(const Section& section) {
    ++row_;
    title(section.title);
    write(section.blocks);
  }

 private:
  void items(const std::vector<Item>& list, const std::string& indent) {
    for (const Item& item : list) {
      write(0, indent + text_of(item.line), nullptr), ++row_;
      items(item.items, indent + "    ");
    }
  }

  void write(std::size_t column, const std::string& text, lxw_format* format) {
    if (text.empty()) return;
    const std::string cut = text.size() <= longest_text ? text : document::visible(text.substr(0, longest_text - 8));
    worksheet_write_string(sheet_, row_, static_cast<lxw_col_t>(column), cut.c_str(), format);
  }

  lxw_worksheet* sheet_;
  const Formats& formats_;
  lxw_row_t row_ = 0;
};

}  // namespace

bool can_write_workbooks() { return true; }

std::optional<Diagnostic> write_workbook(const std::vector<Sheet>& sheets, const std::string& path) {
  lxw_workbook* const book = workbook_new(path.c_str());
  if (book == nullptr) return record::cannot_write(path, "make the workbook", ENOMEM);
  lxw_doc_properties properties{};
  properties.created = made_at;
  workbook_set_properties(book, &properties);
  const Formats formats = formats_of(book);
  for (const Sheet& sheet : sheets) {
    const std::string name = document::anchor_of(sheet.name).substr(0, longest_name);
    lxw_worksheet* const made = workbook_add_worksheet(book, name.c_str());
    if (made == nullptr) continue;
    SheetBlocks blocks(made, formats);
    blocks.title(sheet.content.heading);
    blocks.write(sheet.content.blocks);
  }
  errno = 0;
  const lxw_error failed = workbook_close(book);
  if (failed == LXW_NO_ERROR) return std::nullopt;
  return record::cannot_write(path, lxw_strerror(failed), errno == 0 ? EIO : errno);
}

}  // namespace npu_cts::workbook
