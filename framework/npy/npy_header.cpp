// SPDX-License-Identifier: Apache-2.0
#include "framework/npy/npy.h"

#include <algorithm>
#include <set>

#include "framework/base/text.h"

namespace npu_cts::npy {
namespace {

constexpr std::string_view blanks = " \t\n";

/// Reads the small part of Python that a header is written in.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  bool take(std::string_view token) {
    skip_blanks();
    if (!text_.starts_with(token)) return false;
    text_.remove_prefix(token.size());
    return true;
  }

  std::optional<std::string> take_string() {
    skip_blanks();
    if (text_.empty() || (text_[0] != '\'' && text_[0] != '"')) return std::nullopt;
    const auto end = text_.find(text_[0], 1);
    if (end == std::string_view::npos) return std::nullopt;
    std::string value{text_.substr(1, end - 1)};
    text_.remove_prefix(end + 1);
    return value;
  }

  std::optional<std::int64_t> take_integer() {
    skip_blanks();
    const auto end = std::min(text_.find_first_not_of("0123456789"), text_.size());
    const auto value = parse_integer(text_.substr(0, end));
    text_.remove_prefix(end);
    return value;
  }

  bool at_end() {
    skip_blanks();
    return text_.empty();
  }

  /// Skips a bracketed value that is not understood: the fields of a structured type.
  bool skip_brackets() {
    skip_blanks();
    if (!text_.starts_with('[')) return false;
    const auto end = text_.rfind(']');
    if (end == std::string_view::npos) return false;
    text_.remove_prefix(end + 1);
    return true;
  }

 private:
  void skip_blanks() { text_.remove_prefix(std::min(text_.find_first_not_of(blanks), text_.size())); }

  std::string_view text_;
};

std::optional<Shape> take_shape(Cursor& cursor) {
  if (!cursor.take("(")) return std::nullopt;
  Shape shape;
  while (!cursor.take(")")) {
    const auto size = cursor.take_integer();
    if (!size) return std::nullopt;
    shape.push_back(*size);
    if (cursor.take(")")) break;
    if (!cursor.take(",")) return std::nullopt;
  }
  return shape;
}

/// Reads the value of `key` into `header`; returns whether it is one of the three and well written.
bool take_field(Cursor& cursor, std::string_view key, NpyHeader& header) {
  if (key == "descr") {
    const auto descr = cursor.take_string();
    header.descr = descr.value_or("");
    return descr || cursor.skip_brackets();
  }
  if (key == "fortran_order") {
    header.fortran_order = cursor.take("True");
    return header.fortran_order || cursor.take("False");
  }
  if (key != "shape") return false;
  const auto shape = take_shape(cursor);
  header.shape = shape.value_or(Shape{});
  return shape.has_value();
}

}  // namespace

std::optional<NpyHeader> parse_npy_header(std::string_view text) {
  Cursor cursor(text);
  NpyHeader header;
  std::set<std::string> seen;
  if (!cursor.take("{")) return std::nullopt;
  while (!cursor.take("}")) {
    const auto key = cursor.take_string();
    if (!key || !cursor.take(":") || !seen.insert(*key).second) return std::nullopt;
    if (!take_field(cursor, *key, header)) return std::nullopt;
    if (cursor.take("}")) break;
    if (!cursor.take(",")) return std::nullopt;
  }
  if (seen.size() != 3 || !cursor.at_end()) return std::nullopt;
  return header;
}

}  // namespace npu_cts::npy
