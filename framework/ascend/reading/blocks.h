// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/ascend/reading/read_page.h"

namespace npu_cts::ascend {

/// A piece of a page before it is cut into sentences.
struct Block {
  BlockKind kind = BlockKind::prose;
  std::string section = {};
  std::string context = {};  ///< a parameter's name or a table's title; empty: none
  std::string place = {};    ///< within the section: "item 4.2", "table 1, row 3"
  std::string text = {};
};

/// Returns the blocks of a page in reading order.
std::vector<Block> blocks_of(std::string_view text, PageForm form);

/// Returns the blocks of a program's text: the program, then what it prints where the text shows it.
/// Lines that begin with `>>>` are the program of a session, the others its output. A script's output begins
/// at the comment that announces it.
std::vector<Block> code_blocks(const std::vector<std::string>& lines);

/// Returns prose and programs of a flattened section of examples, whose lines lost their fences.
std::vector<Block> flat_examples(const std::string& text);

/// Returns the project's word for a page's section (`parameters`, `constraints` …) by its title in any edition, if
/// known. The title is normalized prose.
std::optional<std::string_view> section_of(std::string_view title);

/// Returns whether the items of `section` begin with the name of what they speak of.
bool names_subjects(std::string_view section);

/// Returns the lines of each table among `lines`: in a flattened page one may follow another without a gap.
std::vector<std::vector<std::string>> split_tables(const std::vector<std::string>& lines);

/// Returns the rows of a table as texts "heading=cell|heading=cell", without the heading row.
/// Lines of Markdown; of a flattened table, one cell a line; or of an HTML table.
std::vector<std::string> table_rows(const std::vector<std::string>& lines);

}  // namespace npu_cts::ascend
