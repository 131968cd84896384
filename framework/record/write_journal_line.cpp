// SPDX-License-Identifier: Apache-2.0
#include <concepts>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "framework/base/json_items.h"
#include "framework/base/names.h"
#include "framework/record/journal_keys.h"
#include "framework/record/journal_line.h"

namespace npu_cts::record {
namespace {

// Lines are put together as text: a run of a million cases writes three million, and reads of a certificate write them
// again.

/// Appends the fields of objects to one text.
class Writer {
 public:
  Writer() { text_.reserve(512); }  // of most lines, with what the chain adds

  /// Begins the line, which is an object.
  Writer& begin() {
    text_ += '{';
    return *this;
  }
  [[nodiscard]] std::string end() {
    text_ += '}';
    return std::move(text_);
  }

  template <class T>
  void field(std::string_view name, const T& value) {
    put_key(name);
    put(value);
  }
  template <class T>
  void later_field(std::string_view name, const T& value) {
    field(name, value);
  }
  template <class T>
  bool sparse_field(std::string_view name, const T& value) {
    const bool is_there = holds(value);
    if (is_there) field(name, value);
    return is_there;
  }

 private:
  /// Puts the name of a field, which is plain text.
  void put_key(std::string_view name) { text_.append(text_.back() == '{' ? "\"" : ",\"").append(name).append("\":"); }

  template <class T>
  static bool holds(const T& value) {
    if constexpr (std::integral<T>) {
      return value > 0;
    } else if constexpr (requires { value.has_value(); }) {
      return value.has_value();
    } else {
      return !value.empty();
    }
  }

  void put(const std::string& word) { append_text(text_, word); }
  void put(std::integral auto number) { text_ += std::to_string(number); }
  void put(ClosedSet auto value) { append_text(text_, name_of(value)); }
  template <class T>
  void put(const std::vector<T>& values) {
    text_ += '[';
    for (const T& value : values) {
      if (text_.back() != '[') text_ += ',';
      put(value);
    }
    text_ += ']';
  }
  template <class Key, class T, class Less>
  void put(const std::map<Key, T, Less>& values) {
    text_ += '{';
    for (const auto& [key, value] : values) {
      if (text_.back() != '{') text_ += ',';
      put(key);
      text_ += ':';
      put(value);
    }
    text_ += '}';
  }
  template <class T>
  requires std::is_class_v<T>
  void put(const T& object) {
    if constexpr (requires { object.has_value(); }) {
      put(*object);
    } else {
      text_ += '{';
      list_fields(*this, object);
      text_ += '}';
    }
  }

  std::string text_;
};

std::string text_of(const char* key, const auto& value) {
  Writer writer;
  writer.begin().field(key, value);
  return writer.end();
}

std::string to_text(const BeginLine& line) { return text_of("begin", line.id); }

std::string to_text(const DoneLine& done) { return text_of("done", done); }

std::string to_text(const RunLine& line) {
  Writer writer;
  writer.begin().field("journal", journal_version);
  list_fields(writer, line);
  return writer.end();
}

}  // namespace

std::string to_text(const JournalLine& line) {
  return std::visit([](const auto& value) { return to_text(value); }, line);
}

std::string to_text(const PlannedCase& planned) { return text_of("planned", planned); }

std::string to_text(const CaseResult& result) { return text_of("end", result); }

}  // namespace npu_cts::record
