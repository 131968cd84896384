// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "framework/base/diagnostic.h"
#include "framework/base/json_items.h"

namespace npu_cts::run {

/// A JSON document that was read, or why there is none.
struct JsonText {
  JsonItems items = {};
  Diagnostics errors = {};  ///< empty: `items` hold
};

/// Returns the document that `text` holds; `file` is used only in diagnostics.
/// Errors: bad_data with line and column, for what is no JSON and for a key that stands twice in one object.
JsonText parse_json(std::string_view text, const std::string& file);

/// Returns the JSON of `item` with the members of every object in alphabetical order, and '?' for what is no integer.
std::string canonical_json(const JsonItem& item);

/// Finds the lines on which words stand that come in a text one after the other.
class LineFinder {
 public:
  LineFinder(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {}

  /// Returns the place of the next JSON string `word`; without a line where there is none.
  Location next(std::string_view word);

 private:
  std::string_view text_;
  std::string file_;
  std::size_t at_ = 0;
  int line_ = 1;
};

}  // namespace npu_cts::run
