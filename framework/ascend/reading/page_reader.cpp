// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "framework/ascend/reading/blocks.h"
#include "framework/ascend/reading/normalize.h"
#include "framework/base/ascii.h"
#include "framework/base/text.h"

namespace npu_cts::ascend {
namespace {

std::size_t indent_of(std::string_view line) {
  const std::size_t at = line.find_first_not_of(" \t");
  return at == std::string_view::npos ? line.size() : at;
}

/// Returns the length of a list marker ('- ', '* ', '12. ') at the start of `text`; 0 where there is none.
std::size_t marker_length(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size() && is_ascii_digit(text[at])) ++at;
  if (at > 0) {
    if (at + 1 >= text.size() || text[at] != '.' || text[at + 1] != ' ') return 0;
    return at + 2;
  }
  const bool marked = text.starts_with("- ") || text.starts_with("* ");
  return marked ? 2 : 0;
}

/// Returns the name at the start of normalized text that is followed by ':' or '('; empty where there is none.
std::string subject_of(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && is_name_character(text[end])) ++end;
  const bool named = end > 0 && !is_ascii_digit(text[0]) && end < text.size() && (text[end] == ':' || text[end] == '(');
  return named ? std::string(text.substr(0, end)) : std::string();
}

bool is_table_title(std::string_view normalized) {
  return normalized.starts_with("表") || normalized.starts_with("Table ");
}

bool is_signature(std::string_view line) { return line.find(") -> ") != std::string_view::npos; }

/// Returns a numbered program line of a flattened page without its line numbers and bars.
std::string without_numbers(std::string_view line) {
  const std::size_t begin = line.find('|') + 1;
  const std::size_t end = line.rfind('|');
  return std::string(line.substr(begin, end > begin ? end - begin : std::string_view::npos));
}

std::string_view without_quote(std::string_view line) {
  line = trim(line);
  while (line.starts_with('>')) line = trim(line.substr(1));
  return line.starts_with("[!") ? std::string_view() : line;
}

/// Walks the lines of a page and gathers its blocks. A line belongs to the section, list item and paragraph that are
/// open.
class PageReader {
 public:
  explicit PageReader(PageForm form) : form_(form) {}

  std::vector<Block> read(std::string_view text) {
    for (std::string line : split(text, '\n')) {
      if (line.ends_with('\r')) line.pop_back();
      read_line(line);
    }
    close_region();
    close_paragraph();
    return std::move(blocks_);
  }

 private:
  struct Item {
    std::size_t indent = 0;
    int number = 0;
    std::string subject = {};
  };
  enum class Inside : std::uint8_t { prose, fence, formula, pipes, html, examples };

  /// Returns where the marker of an item that extraction joined to the sentence before stands in `line`.
  [[nodiscard]] std::size_t joined_item(std::string_view line) const {
    constexpr std::string_view end = "。 -";
    const std::size_t at = line.find(end);
    if (form_ != PageForm::flattened || inside_ != Inside::prose || at == std::string_view::npos)
      return std::string::npos;
    const std::size_t after = at + end.size();
    return after == line.size() || line[after] == ' ' ? after - 1 : std::string::npos;
  }

  void read_line(const std::string& line) {
    if (const std::size_t cut = joined_item(line); cut != std::string::npos) {
      read_line(line.substr(0, cut));
      return read_line(line.substr(cut));
    }
    if (inside_ != Inside::prose) {
      gather(line);
      if (inside_ != Inside::prose || !region_.empty()) return;
      if (!line.starts_with('#')) return;
    }
    if (trim(line).empty()) {
      close_paragraph();
    } else if (!open_section(line) && !open_region(line) && !open_item(line)) {
      add_text(line);
    }
  }

  /// Adds a line to the open region; a region that a foreign line ends takes that line up again.
  void gather(const std::string& line) {
    const std::string_view text = trim(line);
    switch (inside_) {
      case Inside::fence:
        if (text.starts_with("```")) return close_region();
        region_.push_back(line);
        return;
      case Inside::formula:
        if (text == "$$") return close_region();
        region_.push_back(line);
        return;
      case Inside::html:
        region_.push_back(line);
        if (text.ends_with("</table>")) close_region();
        return;
      case Inside::pipes: {
        const bool flat = form_ == PageForm::flattened && text.ends_with('|') && !is_code_line(line);
        if (flat || text.starts_with('|')) {
          region_.push_back(line);
          return;
        }
        close_region();
        return read_line(line);
      }
      case Inside::examples:
        if (section_of(normalize_prose(line))) {
          close_region();
          return read_line(line);
        }
        region_.push_back(line);
        return;
      case Inside::prose:
        return;
    }
  }

  bool open_section(std::string_view line) {
    const bool heading = line.starts_with('#');
    while (line.starts_with('#')) line.remove_prefix(1);
    const bool strong = trim(line).starts_with("**") && trim(line).ends_with("**");
    const std::string title = normalize_prose(line);
    const auto section = section_of(title);
    if (!section && !heading) return false;
    if (!heading && !strong && form_ == PageForm::markdown) return false;
    enter(section ? *section : "page");
    return true;
  }

  void enter(std::string_view section) {
    close_paragraph();
    items_.clear();
    top_items_ = 0;
    section_ = section;
    const bool bare = form_ == PageForm::flattened && section == "examples";
    if (bare) inside_ = Inside::examples;
  }

  [[nodiscard]] bool is_code_line(std::string_view line) const {
    return form_ == PageForm::flattened && line.starts_with("1 2 3 ") && line.find('|') != std::string_view::npos;
  }

  bool open_region(const std::string& line) {
    const std::string_view text = trim(line);
    const bool cell = form_ == PageForm::flattened && text.ends_with('|');
    if (is_code_line(text)) {
      close_paragraph();
      add(BlockKind::code, next_place("code"), without_numbers(text));
    } else if (text.starts_with("```")) {
      close_paragraph();
      inside_ = Inside::fence;
    } else if (text == "$$") {
      close_paragraph();
      inside_ = Inside::formula;
    } else if (text.starts_with("<table")) {
      close_paragraph();
      inside_ = Inside::html;
      region_.push_back(line);
    } else if (text.starts_with('|') || cell) {
      close_paragraph();
      inside_ = Inside::pipes;
      region_.push_back(line);
    } else {
      return false;
    }
    return true;
  }

  bool open_item(const std::string& line) {
    const std::string_view text = trim(line);
    if (text == "-" && form_ == PageForm::flattened) {
      close_paragraph();
      marker_alone_ = true;
      return true;
    }
    const std::size_t marker = marker_alone_ ? 0 : marker_length(text);
    if (marker == 0 && !marker_alone_) return false;
    close_paragraph();
    marker_alone_ = false;
    const std::size_t indent = indent_of(line);
    while (!items_.empty() && items_.back().indent > indent) items_.pop_back();
    if (items_.empty() || items_.back().indent < indent) items_.push_back({.indent = indent, .number = 0});
    Item& item = items_.back();
    item.number = items_.size() == 1 ? ++top_items_ : item.number + 1;
    item.subject.clear();
    paragraph_ = std::string(text.substr(marker));
    return true;
  }

  void add_text(const std::string& line) {
    const std::string_view text = without_quote(line);
    if (is_page_title(text)) return;
    if (!paragraph_.empty()) paragraph_ += ' ';
    if (paragraph_.empty() && indent_of(line) == 0) items_.clear();
    paragraph_ += text;
    const bool line_is_paragraph = form_ == PageForm::flattened && items_.empty();
    if (line_is_paragraph || is_signature(text)) close_paragraph();
  }

  /// A flattened page's first line is its title.
  [[nodiscard]] bool is_page_title(std::string_view text) const {
    return form_ == PageForm::flattened && blocks_.empty() && section_ == "page" &&
           std::ranges::all_of(text, [](char c) { return is_name_character(c) || c == '.'; });
  }

  std::string context_of(std::string_view paragraph) {
    if (!names_subjects(section_)) return {};
    std::string subject = subject_of(normalize_prose(paragraph));
    if (items_.empty()) return subject;
    if (!subject.empty()) items_.back().subject = subject;
    for (auto item = items_.rbegin(); item != items_.rend(); ++item) {
      if (!item->subject.empty()) return item->subject;
    }
    return subject;
  }

  void close_paragraph() {
    if (paragraph_.empty()) return;
    const std::string text = std::exchange(paragraph_, {});
    if (const std::string title = normalize_prose(text); is_table_title(title)) {
      table_title_ = title;
      return;
    }
    if (is_signature(text) || section_ == "signature") return add(BlockKind::code, "signature", text);
    add(BlockKind::prose, items_.empty() ? next_place("paragraph") : item_path(), text);
    blocks_.back().context = context_of(text);
  }

  void close_region() {
    const Inside was = std::exchange(inside_, Inside::prose);
    const std::vector<std::string> lines = std::exchange(region_, {});
    if (lines.empty()) return;
    switch (was) {
      case Inside::fence:
      case Inside::examples: {
        const auto blocks = was == Inside::fence ? code_blocks(lines) : flat_examples(join(lines, " "));
        for (const Block& block : blocks) {
          const std::string_view what = block.kind == BlockKind::code     ? "code"
                                        : block.kind == BlockKind::output ? "output"
                                                                          : "paragraph";
          add(block.kind, section_ == "signature" ? "signature" : next_place(what), block.text);
        }
        return;
      }
      case Inside::formula:
        return add(BlockKind::formula, next_place("formula"), join(lines, " "));
      case Inside::pipes:
      case Inside::html:
        for (const auto& table : split_tables(lines)) add_table(table);
        return;
      case Inside::prose:
        return;
    }
  }

  void add(BlockKind kind, std::string place, std::string text) {
    const bool signature = place == "signature";
    blocks_.push_back({.kind = kind, .section = signature ? place : section_, .place = std::move(place)});
    blocks_.back().text = std::move(text);
  }

  void add_table(const std::vector<std::string>& lines) {
    const std::string table = next_place("table");
    const std::string title = std::exchange(table_title_, {});
    int row = 0;
    for (const std::string& text : table_rows(lines)) {
      add(BlockKind::row, fmt::format("{}, row {}", table, ++row), text);
      blocks_.back().context = title.empty() && section_ == "page" ? table : title;
    }
  }

  [[nodiscard]] std::string item_path() const {
    std::string path = "item ";
    for (std::size_t i = 0; i < items_.size(); ++i) path += fmt::format("{}{}", i == 0 ? "" : ".", items_[i].number);
    return path;
  }

  std::string next_place(std::string_view what) {
    return fmt::format("{} {}", what, ++counters_[fmt::format("{}/{}", section_, what)]);
  }

  PageForm form_;
  Inside inside_ = Inside::prose;
  std::string section_ = "page";
  std::vector<Item> items_;
  int top_items_ = 0;
  std::vector<std::string> region_;  ///< lines of the open fence, formula or table
  std::string paragraph_;
  std::string table_title_;
  bool marker_alone_ = false;            ///< a flattened '-' whose words stand on the next line
  std::map<std::string, int> counters_;  ///< by section and kind of block
  std::vector<Block> blocks_;
};

}  // namespace

std::vector<Block> blocks_of(std::string_view text, PageForm form) { return PageReader(form).read(text); }

}  // namespace npu_cts::ascend
