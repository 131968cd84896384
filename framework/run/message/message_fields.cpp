// SPDX-License-Identifier: Apache-2.0
#include "framework/run/message/message_fields.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "framework/base/text.h"

namespace npu_cts::wire {

using Json = nlohmann::json;

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

std::int64_t integer_of(const Json& json, Reading& reading, std::string_view key) {
  const bool too_big =
      json.is_number_unsigned() && json.get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()};
  if (json.is_number_integer() && !too_big) return json.get<std::int64_t>();
  reading.fail(fmt::format("'{}' is no 64-bit integer", key));
  return 0;
}

std::vector<std::int64_t> integers_of(const Json& json, Reading& reading, std::string_view key, std::size_t most) {
  if (!json.is_array() || json.size() > most) {
    reading.fail(fmt::format("'{}' is no list of at most {} integers", key, most));
    return {};
  }
  std::vector<std::int64_t> numbers;
  for (const Json& number : json) numbers.push_back(integer_of(number, reading, key));
  return numbers;
}

Place place_of(const Json& json, Reading& reading, std::string_view key) {
  const auto pair = integers_of(json, reading, key, 2);
  if (pair.size() != 2 || !is_within(pair[0], pair[1], reading.reach)) {
    reading.fail(fmt::format("'{}' is no place within {} bytes", key, reading.reach));
    return {};
  }
  return {.offset = static_cast<std::size_t>(pair[0]), .bytes = static_cast<std::size_t>(pair[1])};
}

namespace {

/// Returns an empty value that stays.
const Json& empty_of(Json::value_t type) {
  static const Json list(Json::value_t::array);
  static const Json object(Json::value_t::object);
  static const Json text(Json::value_t::string);
  static const Json number(Json::value_t::number_integer);
  if (type == Json::value_t::array) return list;
  if (type == Json::value_t::object) return object;
  return type == Json::value_t::string ? text : number;
}

}  // namespace

Fields::Fields(const Json& json, Reading& reading) : json_(json.is_object() ? &json : nullptr), reading_(reading) {
  if (json_ == nullptr) reading_.fail("a list or word where an object belongs");
}

const Json& Fields::take(std::string_view key, Json::value_t type) {
  const auto it = json_ == nullptr ? Json::const_iterator() : json_->find(key);
  if (json_ == nullptr || it == json_->end()) {
    reading_.fail(fmt::format("'{}' is missing", key));
    return empty_of(type);
  }
  taken_.push_back(key);
  const bool integers = type == Json::value_t::number_integer && it->is_number_integer();
  if (it->type() == type || integers) return *it;
  reading_.fail(fmt::format("'{}' is of a wrong type", key));
  return empty_of(type);
}

std::string Fields::take_text(std::string_view key) { return take(key, Json::value_t::string).get<std::string>(); }

std::int64_t Fields::take_integer(std::string_view key, std::int64_t most) {
  const std::int64_t number = integer_of(take(key, Json::value_t::number_integer), reading_, key);
  if (number >= 0 && number <= most) return number;
  reading_.fail(fmt::format("'{}' is {}, not 0 to {}", key, number, most));
  return 0;
}

std::vector<std::int64_t> Fields::take_integers(std::string_view key, std::size_t most_count) {
  return integers_of(take(key, Json::value_t::array), reading_, key, most_count);
}

DType Fields::take_dtype(std::string_view key) { return take_word<DType>(key, &find_dtype); }

Shape Fields::take_shape(std::string_view key) {
  Shape shape = take_integers(key, most_rank);
  if (is_shape(shape)) return shape;
  reading_.fail(fmt::format("'{}' is {}", key, to_text(shape)));
  return {};
}

Place Fields::take_place(std::string_view key) { return place_of(take(key, Json::value_t::array), reading_, key); }

void Fields::finish() {
  if (json_ == nullptr || json_->size() == taken_.size()) return;
  for (const auto& [key, value] : json_->items()) {
    if (std::ranges::find(taken_, key) == taken_.end()) return reading_.fail(fmt::format("'{}' is unknown", key));
  }
}

}  // namespace npu_cts::wire
