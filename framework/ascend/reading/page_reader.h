// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "framework/ascend/reading/blocks.h"

namespace npu_cts::ascend {

/// Walks the lines of a page and gathers its blocks. A line belongs to the section, list item and paragraph that are
/// open.
class PageReader {
 public:
  explicit PageReader(PageForm form) : form_(form) {}

  [[nodiscard]] std::vector<Block> read(std::string_view text);

 private:
  struct Item {
    std::size_t indent = 0;
    int number = 0;
    std::string subject = {};
  };
  enum class Inside : std::uint8_t { prose, fence, formula, pipes, html, examples };

  void read_line(const std::string& line);
  bool open_section(std::string_view line);
  void enter(std::string_view section);
  bool open_region(const std::string& line);
  bool open_item(const std::string& line);
  void gather(const std::string& line);
  void add_text(const std::string& line);
  void close_paragraph();
  void close_region();
  void add_table(const std::vector<std::string>& lines);
  void add(BlockKind kind, std::string place, std::string text);
  [[nodiscard]] bool is_code_line(std::string_view line) const;
  [[nodiscard]] std::size_t joined_item(std::string_view line) const;
  [[nodiscard]] bool is_page_title(std::string_view text) const;
  [[nodiscard]] std::string item_path() const;
  [[nodiscard]] std::string context_of(std::string_view paragraph);
  [[nodiscard]] std::string next_place(std::string_view what);

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

}  // namespace npu_cts::ascend
