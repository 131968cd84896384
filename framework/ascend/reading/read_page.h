// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace npu_cts::ascend {

/// How a page came to us: as Markdown, or flattened to bare lines by extraction.
enum class PageForm : std::uint8_t { markdown, flattened };

enum class BlockKind : std::uint8_t { prose, row, formula, code, output };

/// One sentence, table row, formula, signature, program or printed output of a page.
struct PageStatement {
  std::string place;         ///< "constraints, item 4.2, sentence 1"
  std::string section = {};  ///< our word for it: "constraints"
  std::string subject = {};  ///< the parameter it speaks of, or its table's title; empty: none
  std::string words = {};    ///< normalized
  std::string text;          ///< "SECTION/SUBJECT: WORDS" or "SECTION: WORDS": what makes it the same statement
  std::string sha256;        ///< of `text`
  BlockKind kind = BlockKind::prose;
  std::string source = {};  ///< the words as the page prints them, with markup and line ends

  friend bool operator==(const PageStatement&, const PageStatement&) = default;
};

/// Returns the form of a page by its first line: Markdown begins with '# '.
PageForm form_of(std::string_view text);

/// Returns what a page says, in reading order, as often as it says it: for who looks at what stands beside what.
std::vector<PageStatement> read_in_order(std::string_view text, PageForm form);

/// Returns the statements of a page in reading order. A statement that stands twice is listed once, at its first place.
/// Headings and the titles of tables are no statements: they are part of the text of what they head.
std::vector<PageStatement> read_page(std::string_view text, PageForm form);

/// Returns the first of each of `statements`.
std::vector<PageStatement> without_repeats(const std::vector<PageStatement>& statements);

/// Returns whether `statement` says something in words: no formula, program or output.
bool is_said(const PageStatement& statement);

/// Returns "parameters, item 1.2" of "parameters, item 1.2, sentence 2".
std::string item_of(const PageStatement& statement);

}  // namespace npu_cts::ascend
