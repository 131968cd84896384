// SPDX-License-Identifier: Apache-2.0
#include "framework/run/message/message_fields.h"

#include <array>
#include <bit>

#include <fmt/format.h>

#include "framework/base/text.h"

namespace npu_cts::wire {

bool is_shape(const Shape& shape) {
  std::int64_t elements = 1;
  for (const std::int64_t size : shape) {
    if (size < 0 || (size > 0 && elements > (std::int64_t{1} << 40) / size)) return false;
    elements *= size;
  }
  return true;
}

bool is_within(std::int64_t offset, std::int64_t bytes, std::size_t reach) {
  const auto most = static_cast<std::int64_t>(reach);
  return offset >= 0 && bytes >= 0 && offset <= most && bytes <= most - offset;
}

void Reading::fail(std::string_view what) {
  if (trouble.empty()) trouble = escape_control(what.substr(0, 200));
}

std::int64_t integer_of(const JsonItem& item, Reading& reading, std::string_view key) {
  if (item.kind != JsonKind::integer) reading.fail(fmt::format("'{}' is no 64-bit integer", key));
  return item.integer;
}

std::vector<std::int64_t> integers_of(const JsonItem& item, Reading& reading, std::string_view key, std::size_t most) {
  if (item.kind != JsonKind::list || item.members > most) {
    reading.fail(fmt::format("'{}' is no list of at most {} integers", key, most));
    return {};
  }
  std::vector<std::int64_t> numbers;
  numbers.reserve(item.members);
  for_each_member(item, [&](const JsonItem& number) { numbers.push_back(integer_of(number, reading, key)); });
  return numbers;
}

Place place_of(const JsonItem& item, Reading& reading, std::string_view key) {
  const auto pair = integers_of(item, reading, key, 2);
  if (pair.size() != 2 || !is_within(pair[0], pair[1], reading.reach)) {
    reading.fail(fmt::format("'{}' is no place within {} bytes", key, reading.reach));
    return {};
  }
  return {.offset = static_cast<std::size_t>(pair[0]), .bytes = static_cast<std::size_t>(pair[1])};
}

Fields::Fields(const JsonItem& object, Reading& reading) : object_(object), reading_(reading) {
  if (object.kind != JsonKind::object) reading_.fail("a list or word where an object belongs");
}

bool Fields::has(std::string_view key) const {
  const JsonItem* one = &object_ + 1;
  const JsonItem* const end = &object_ + object_.length;
  while (one != end && one->key != key) one += one->length;
  return one != end;
}

const JsonItem& Fields::take(std::string_view key, JsonKind kind) {
  static constexpr std::array<JsonItem, 7> empty{JsonItem{.kind = JsonKind::other}, {.kind = JsonKind::null},
                                                 {.kind = JsonKind::boolean},       {.kind = JsonKind::integer},
                                                 {.kind = JsonKind::text},          {.kind = JsonKind::list},
                                                 {.kind = JsonKind::object}};
  std::uint64_t bit = 1;
  const JsonItem* one = &object_ + 1;
  const JsonItem* const end = &object_ + object_.length;
  for (; one != end && one->key != key; one += one->length) bit <<= 1U;
  if (one == end) {
    reading_.fail(fmt::format("'{}' is missing", key));
    return empty[static_cast<std::size_t>(kind)];
  }
  taken_ |= bit;
  if (one->kind == kind || (kind == JsonKind::integer && one->kind == JsonKind::other)) return *one;
  reading_.fail(fmt::format("'{}' is of a wrong type", key));
  return empty[static_cast<std::size_t>(kind)];
}

std::string Fields::take_text(std::string_view key) { return std::string(take(key, JsonKind::text).text); }

std::int64_t Fields::take_integer(std::string_view key, std::int64_t most) {
  const std::int64_t number = integer_of(take(key, JsonKind::integer), reading_, key);
  if (number >= 0 && number <= most) return number;
  reading_.fail(fmt::format("'{}' is {}, not 0 to {}", key, number, most));
  return 0;
}

std::vector<std::int64_t> Fields::take_integers(std::string_view key, std::size_t most_count) {
  return integers_of(take(key, JsonKind::list), reading_, key, most_count);
}

std::vector<std::string> Fields::take_texts(std::string_view key, std::size_t most_count) {
  const JsonItem& list = take(key, JsonKind::list);
  std::vector<std::string> texts;
  bool is_sound = list.members <= most_count;
  for_each_member(list, [&](const JsonItem& text) {
    is_sound = is_sound && text.kind == JsonKind::text;
    texts.emplace_back(text.text);
  });
  if (!is_sound) reading_.fail(fmt::format("'{}' is no list of at most {} texts", key, most_count));
  return texts;
}

DType Fields::take_dtype(std::string_view key) { return take_word<DType>(key); }

Shape Fields::take_shape(std::string_view key) {
  Shape shape = take_integers(key, most_rank);
  if (is_shape(shape)) return shape;
  reading_.fail(fmt::format("'{}' is {}", key, to_text(shape)));
  return {};
}

Place Fields::take_place(std::string_view key) { return place_of(take(key, JsonKind::list), reading_, key); }

void Fields::finish() {
  if (static_cast<std::size_t>(std::popcount(taken_)) == object_.members) return;
  const JsonItem* one = &object_ + 1;
  for (std::uint64_t bit = 1; (taken_ & bit) != 0; bit <<= 1U) one += one->length;
  const bool is_first = find_member(object_, one->key) == one;
  reading_.fail(fmt::format("'{}' {}", one->key, is_first ? "is unknown" : "stands twice"));
}

}  // namespace npu_cts::wire
