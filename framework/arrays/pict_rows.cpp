// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "framework/arrays/pict.h"
#include "framework/arrays/pict_text.h"
#include "framework/base/text.h"

namespace npu_cts::arrays {
namespace {

/// Reads rows whose first line names the columns.
class RowReader {
 public:
  RowReader(std::string_view file, const Model& model) : model_(model), names_(names_of(model)) { at_.file = file; }

  Result<std::vector<Row>> run(std::string_view text) {
    for (const std::string& line : split(without_mark(text), '\n')) {
      ++at_.line;
      if (trim(line).empty()) continue;
      if (columns_.empty())
        read_names(line);
      else
        read_row(line);
    }
    if (!errors_.empty()) return std::move(errors_);
    return std::move(rows_);
  }

 private:
  void fail(Kind kind, std::string_view before, std::string what, std::string why, std::string hint) {
    Location at = at_;
    at.column = column_after(before);
    errors_.push_back(error_at(kind, std::move(at), std::move(what), std::move(why), std::move(hint)));
  }

  /// Calls `read` with each field of `line` and what stands before it.
  template <class Read>
  static void each_field(std::string_view line, Read read) {
    for (std::size_t begin = 0; begin <= line.size();) {
      const std::size_t end = std::min(line.find('\t', begin), line.size());
      read(trim(line.substr(begin, end - begin)), line.substr(0, begin));
      begin = end + 1;
    }
  }

  void read_names(std::string_view line) {
    each_field(line, [&](std::string_view name, std::string_view before) {
      columns_.push_back(find_name(names_, name));
      if (!columns_.back())
        fail(Kind::unknown_name, before, fmt::format("no parameter is called '{}'", name),
             "the first line of rows names parameters of the model", near(name, names_));
    });
  }

  void read_row(std::string_view line) {
    Row row(names_.size(), unset);
    std::size_t column = 0;
    each_field(line, [&](std::string_view text, std::string_view before) {
      const std::size_t at = column++;
      if (at == columns_.size())
        fail(Kind::expression_syntax, before, "a row has more values than the first line has names",
             "values stand below the names of their parameters", "remove it");
      if (at >= columns_.size() || !columns_[at] || text.empty()) return;
      const Parameter& parameter = model_.parameters[*columns_[at]];
      const auto value = find_name(parameter.values, text);
      if (!value)
        return fail(Kind::unknown_name, before, fmt::format("'{}' has no value '{}'", parameter.name, text),
                    "rows have values of the model", near(text, parameter.values));
      row[*columns_[at]] = static_cast<Value>(*value);
    });
    rows_.push_back(std::move(row));
  }

  const Model& model_;
  std::vector<std::string> names_;
  Location at_;
  std::vector<std::optional<std::size_t>> columns_;  ///< the parameter of each, where it is known
  std::vector<Row> rows_;
  Diagnostics errors_;
};

}  // namespace

Result<std::vector<Row>> read_rows(std::string_view text, std::string_view file, const Model& model) {
  return RowReader(file, model).run(text);
}

std::string to_text(const Model& model, std::span<const Row> rows) {
  std::string text = join(names_of(model), "\t") + '\n';
  for (const Row& row : rows) {
    std::vector<std::string> values;
    for (std::size_t p = 0; p < row.size(); ++p) values.push_back(model.parameters[p].values[row[p]]);
    text += join(values, "\t") + '\n';
  }
  return text;
}

}  // namespace npu_cts::arrays
