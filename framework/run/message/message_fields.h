// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/json_items.h"
#include "framework/base/names.h"
#include "framework/run/message/message.h"

namespace npu_cts::wire {

inline constexpr std::size_t most_list = std::size_t{1} << 16;  ///< of a list of integers
inline constexpr std::size_t most_files = std::size_t{1} << 12;
inline constexpr std::int64_t most_workspace = std::int64_t{1} << 62;
inline constexpr std::int64_t most_held = std::int64_t{1} << 62;

/// Returns whether no axis is below 0, and the product within reach.
bool is_shape(const Shape& shape);

/// Returns whether `bytes` bytes at `offset` lie within `reach` bytes.
bool is_within(std::int64_t offset, std::int64_t bytes, std::size_t reach);

/// What the reader of one message carries: how far places may reach, and the first trouble.
struct Reading {
  std::size_t reach = 0;
  std::string trouble = {};

  /// Keeps `what` where it is the first trouble.
  void fail(std::string_view what);
};

std::int64_t integer_of(const JsonItem& item, Reading& reading, std::string_view key);
std::vector<std::int64_t> integers_of(const JsonItem& item, Reading& reading, std::string_view key, std::size_t most);
Place place_of(const JsonItem& item, Reading& reading, std::string_view key);

/// Visits what is no tensor as the JSON of messages and bundles.
template <class Json>
struct ValueJson {
  Json operator()(None) const { return nullptr; }
  Json operator()(bool flag) const { return flag; }
  Json operator()(std::int64_t number) const { return number; }
  Json operator()(const std::string& word) const { return word; }
  Json operator()(DType dtype) const { return {{"dtype", name_of(dtype)}}; }
  Json operator()(const std::vector<std::int64_t>& numbers) const { return numbers; }
};

/// The fields of one JSON object, each taken once; what is missing, of another type, twice there or left over is
/// trouble. The object must outlive this.
class Fields {
 public:
  Fields(const JsonItem& object, Reading& reading);

  /// Returns whether there is a field `key`, which may be left out.
  [[nodiscard]] bool has(std::string_view key) const;

  /// Returns the field `key`, an empty value of `kind` where there is none. Any number may stand for an integer.
  const JsonItem& take(std::string_view key, JsonKind kind);
  std::string take_text(std::string_view key);
  std::int64_t take_integer(std::string_view key, std::int64_t most);  ///< 0 to `most`
  std::vector<std::int64_t> take_integers(std::string_view key, std::size_t most_count);
  std::vector<std::string> take_texts(std::string_view key, std::size_t most_count);
  DType take_dtype(std::string_view key);
  Shape take_shape(std::string_view key);  ///< no axis below 0, the product within reach
  Place take_place(std::string_view key);
  template <ClosedSet Enum>
  Enum take_word(std::string_view key) {
    const std::string_view word = take(key, JsonKind::text).text;
    const auto found = find_named<Enum>(word);
    if (!found) reading_.fail("'" + std::string(key) + "' is '" + std::string(word) + "'");
    return found.value_or(Enum{});
  }

  /// A field that was not read is an error.
  void finish();

 private:
  const JsonItem& object_;
  Reading& reading_;
  std::uint64_t taken_ = 0;  ///< a bit for each of the first 64 members: more than any object has keys
};

}  // namespace npu_cts::wire
