// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/reading/blocks.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "framework/ascend/reading/normalize.h"
#include "framework/base/text.h"

namespace npu_cts::ascend {
namespace {

using Cells = std::vector<std::string>;

bool is_rule(std::string_view line) {
  return line.find("--") != std::string_view::npos && line.find_first_not_of("|-: \t") == std::string_view::npos;
}

/// Returns the cells of a line, whether or not it begins and ends with '|'.
Cells cells_of(std::string_view line) {
  line = trim(line);
  if (line.starts_with('|')) line.remove_prefix(1);
  if (line.ends_with('|')) line.remove_suffix(1);
  Cells cells;
  for (const std::string& cell : split(line, '|')) cells.push_back(normalize_prose(cell));
  return cells;
}

std::vector<Cells> in_rows(const Cells& cells, std::size_t width) {
  std::vector<Cells> rows;
  for (std::size_t i = 0; width > 0 && i < cells.size(); ++i) {
    if (i % width == 0) rows.emplace_back();
    rows.back().push_back(cells[i]);
  }
  return rows;
}

/// The rule between heading and body tells how many cells a row has, however the lines are cut.
std::vector<Cells> piped_rows(const std::vector<std::string>& lines) {
  Cells cells;
  std::size_t width = 0;
  for (const std::string& line : lines) {
    const Cells here = cells_of(line);
    if (is_rule(line)) {
      width = here.size();
    } else {
      cells.insert(cells.end(), here.begin(), here.end());
    }
  }
  return in_rows(cells, width);
}

std::string html_between(std::string_view text, std::string_view open, std::size_t& at) {
  const std::size_t begin = text.find(open, at);
  if (begin == std::string_view::npos) {
    at = text.size();
    return {};
  }
  const std::string close = "</" + std::string(open.substr(1, 2));
  const std::size_t end = std::min(text.find(close, begin), text.size());
  at = std::min(end + close.size(), text.size());
  return std::string(text.substr(begin, end - begin));
}

std::vector<Cells> html_rows(const std::vector<std::string>& lines) {
  const std::string text = join(lines, "\n");
  std::vector<Cells> rows;
  for (std::size_t at = 0; at < text.size();) {
    const std::string row = html_between(text, "<tr", at);
    const std::string_view cell = row.find("<th") == std::string::npos ? "<td" : "<th";
    Cells cells;
    for (std::size_t i = 0; i < row.size();) {
      const std::string piece = html_between(row, cell, i);
      if (!piece.empty()) cells.push_back(normalize_prose(piece));
    }
    if (!cells.empty()) rows.push_back(std::move(cells));
  }
  return rows;
}

}  // namespace

std::vector<std::vector<std::string>> split_tables(const std::vector<std::string>& lines) {
  std::vector<std::vector<std::string>> tables(1);
  std::size_t rules = 0;
  for (const std::string& line : lines) {
    auto& table = tables.back();
    if (is_rule(line) && ++rules > 1 &&
        table.size() >= cells_of(line).size()) {  // its heading stands at the end of the last
      const auto heading = table.end() - static_cast<std::ptrdiff_t>(cells_of(line).size());
      std::vector<std::string> next(heading, table.end());
      table.erase(heading, table.end());
      tables.push_back(std::move(next));
    }
    tables.back().push_back(line);
  }
  return tables;
}

std::vector<std::string> table_rows(const std::vector<std::string>& lines) {
  const bool html = !lines.empty() && lines.front().find("<table") != std::string::npos;
  const std::vector<Cells> rows = html ? html_rows(lines) : piped_rows(lines);
  std::vector<std::string> texts;
  for (std::size_t r = 1; r < rows.size(); ++r) {
    Cells pairs;
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      const std::string heading = c < rows[0].size() ? rows[0][c] : std::string();
      pairs.push_back(heading + "=" + rows[r][c]);
    }
    texts.push_back(join(pairs, "|"));
  }
  return texts;
}

}  // namespace npu_cts::ascend
