// SPDX-License-Identifier: Apache-2.0
#pragma once

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

}  // namespace npu_cts::ascend
