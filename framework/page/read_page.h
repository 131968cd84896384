#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace npu_cts {

/// How a page came to us: as Markdown, or flattened to bare lines by extraction.
enum class PageForm : std::uint8_t { markdown, flattened };

/// One sentence, table row, formula, signature, program or printed output of a page.
struct PageStatement {
  std::string place;   ///< "constraints, item 4.2, sentence 1"
  std::string text;    ///< normalized, with the section and the parameter it speaks of in front
  std::string sha256;  ///< of `text`

  friend bool operator==(const PageStatement&, const PageStatement&) = default;
};

/// Returns the form of a page by its first line: Markdown begins with '# '.
PageForm form_of(std::string_view text);

/// Returns the statements of a page in reading order. A statement that stands twice is listed once, at its first place.
/// Headings and the titles of tables are no statements: they are part of the text of what they head.
std::vector<PageStatement> read_page(std::string_view text, PageForm form);

}  // namespace npu_cts
