// SPDX-License-Identifier: Apache-2.0
#include "framework/base/json_items.h"

#include <cstring>
#include <string>

#include <simdjson.h>
#include <nlohmann/json.hpp>

namespace npu_cts {

/// What the views of items look into.
struct JsonMemory {
  simdjson::ondemand::parser parser;
  std::string text = {};  ///< in brackets, with room behind it: simdjson reads a little further
};

namespace {

using simdjson::ondemand::json_type;
using Element = simdjson::simdjson_result<simdjson::ondemand::value>;

/// Lists the values of a text in its order. simdjson checks what is asked for, so this asks for each.
class Lister {
 public:
  Lister(std::vector<JsonItem>& items, std::size_t most) : items_(items), most_(most) {}

  /// Returns whether `value` is JSON within the limits.
  bool add(Element value, std::string_view key = {}) {  // NOLINT(misc-no-recursion): as deep as `deepest`
    json_type type{};
    if (value.type().get(type) != simdjson::SUCCESS || items_.size() == most_) return false;
    JsonItem& item = items_.emplace_back(JsonItem{.key = key});
    switch (type) {
      case json_type::array:
        return add_members(JsonKind::list, value.get_array());
      case json_type::object:
        return add_members(JsonKind::object, value.get_object());
      case json_type::string:
        item.kind = JsonKind::text;
        return value.get_string().get(item.text) == simdjson::SUCCESS;
      case json_type::number:
        return take_number(value, item);
      case json_type::boolean:
        return take_boolean(value.get_bool(), item);
      case json_type::null:
        item.kind = JsonKind::null;
        return value.is_null().value_unsafe();
    }
    return false;
  }

 private:
  template <class Members>
  bool add_members(JsonKind kind, Members members) {  // NOLINT(misc-no-recursion)
    constexpr int deepest = 16;
    const std::size_t whole = items_.size() - 1;
    items_[whole].kind = kind;
    if (++depth_ > deepest) return false;
    for (auto member : members) {
      if (!add_member(member)) return false;
      ++items_[whole].members;
    }
    --depth_;
    items_[whole].length = items_.size() - whole;
    return true;
  }

  bool add_member(Element value) { return add(value); }

  bool add_member(simdjson::simdjson_result<simdjson::ondemand::field> field) {
    std::string_view key;
    return field.unescaped_key().get(key) == simdjson::SUCCESS && add(field.value(), key);
  }

  static bool take_number(Element value, JsonItem& item) {
    if (value.get_int64().get(item.integer) != simdjson::SUCCESS)
      return value.get_double().error() == simdjson::SUCCESS;
    item.kind = JsonKind::integer;
    return true;
  }

  static bool take_boolean(simdjson::simdjson_result<bool> value, JsonItem& item) {
    item.kind = JsonKind::boolean;
    item.integer = !value.error() && value.value_unsafe() ? 1 : 0;
    return !value.error();
  }

  std::vector<JsonItem>& items_;
  std::size_t most_;
  int depth_ = 0;
};

}  // namespace

bool is_plain_text(std::string_view text) {
  constexpr std::uint64_t ones = 0x0101010101010101U;
  constexpr std::uint64_t highest = 0x80 * ones;
  const auto below = [](std::uint64_t bytes, unsigned char limit) { return (bytes - limit * ones) & ~bytes & highest; };
  std::uint64_t special = 0;  // highest bits, of eight letters at a time
  for (; text.size() >= sizeof(special); text.remove_prefix(sizeof(special))) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, text.data(), sizeof(bytes));
    special |= bytes & highest;
    special |= below(bytes, ' ') | below(bytes ^ '"' * ones, 1) | below(bytes ^ '\\' * ones, 1) |
               below(bytes ^ 0x7F * ones, 1);
  }
  bool is_plain = special == 0;
  for (const char letter : text) is_plain &= letter >= ' ' && letter <= '~' && letter != '"' && letter != '\\';
  return is_plain;
}

void append_text(std::string& json, std::string_view text) {
  if (is_plain_text(text)) {
    json.append(1, '"').append(text).append(1, '"');
  } else {
    using Json = nlohmann::ordered_json;  // as writers of reports have it: another would be compiled beside it
    json += Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
  }
}

const JsonItem* find_member(const JsonItem& object, std::string_view key) {
  const JsonItem* const end = &object + object.length;
  for (const JsonItem* one = &object + 1; one != end; one += one->length) {
    if (one->key == key) return one;
  }
  return nullptr;
}

std::optional<JsonItems> read_json(std::string_view text, JsonItems used, std::size_t most) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  if (!used.memory) used.memory = std::make_shared<JsonMemory>();
  used.all.clear();
  auto& [parser, listed] = *used.memory;
  listed.assign(1, '[').append(text).append(1, ']');  // simdjson 3.0 takes 'nulls' for a document, but for no member
  const std::size_t length = listed.size();
  listed.append(simdjson::SIMDJSON_PADDING, ' ');
  simdjson::ondemand::document document;
  if (parser.iterate(listed.data(), length, listed.size()).get(document) != simdjson::SUCCESS) return std::nullopt;
  Lister lister(used.all, most);
  for (Element whole : document.get_array()) {
    if (!used.all.empty() || !lister.add(whole)) return std::nullopt;
  }
  const bool is_whole = document.current_location().error() == simdjson::OUT_OF_BOUNDS;
  if (used.all.empty() || !is_whole) return std::nullopt;
  return used;
}

}  // namespace npu_cts
