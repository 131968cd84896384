// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace npu_cts::document {

/// Returns `text` as one line that shows what it holds: control characters, bidirectional and invisible ones as
/// `\u{202E}`, line ends as `\n`, bytes that are not UTF-8 as `\xFF`. Every character left is legal in XML 1.0.
std::string visible(std::string_view text);

/// Returns `text`, made visible, as content or attribute value of HTML or XML.
std::string xml_escaped(std::string_view text);

/// Returns `text`, made visible, as running text of Markdown that starts no markup within its line.
std::string markdown_escaped(std::string_view text);

/// Returns `markdown` so that it can begin a line: it starts no heading, list or quotation.
std::string markdown_line_start(std::string markdown);

/// Returns `text`, made visible, as a code span of Markdown that may stand in a table.
std::string markdown_code(std::string_view text);

/// Returns `text`, made visible, as a field of CSV (RFC 4180) that no spreadsheet takes for a formula.
std::string csv_field(std::string_view text);

/// Returns `fields` as a line of CSV.
std::string csv_line(std::span<const std::string> fields);
std::string csv_line(std::span<const std::string_view> fields);

/// Returns an anchor for `name`: letters, digits, '.', '-' and '_'; other bytes as "~2f". Different names differ.
std::string anchor_of(std::string_view name);

}  // namespace npu_cts::document
