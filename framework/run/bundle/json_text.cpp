// SPDX-License-Identifier: Apache-2.0
#include "framework/run/bundle/json_text.h"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "framework/base/text.h"

namespace npu_cts::run {
namespace {

using JsonValue = nlohmann::ordered_json;  // as writers have it: another would be compiled beside it

Location place_of(std::string_view text, const std::string& file, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte > 0 ? byte - 1 : 0, text.size()));
  const auto last = before.rfind('\n');
  const auto line = std::ranges::count(before, '\n') + 1;
  const std::size_t column = before.size() - (last == std::string_view::npos ? 0 : last + 1) + 1;
  return {.file = file, .line = static_cast<int>(line), .column = static_cast<int>(column)};
}

Diagnostic no_json(Location at, std::string what) {
  return error_at(Kind::bad_data, std::move(at), std::move(what), "the file is one JSON document, with every key once",
                  "write it with a JSON library, whole");
}

/// Returns why read_json did not read `text`.
Diagnostic why_unread(std::string_view text, const std::string& file) {
  try {
    [[maybe_unused]] const JsonValue parsed = JsonValue::parse(text);
  } catch (const JsonValue::parse_error& error) {  // the library's way of telling the place
    return no_json(place_of(text, file, error.byte), "this is no JSON");
  } catch (const JsonValue::out_of_range&) {  // of a number, and without a place
  }
  return no_json({.file = file}, "this nests too deep, or holds a number out of range");
}

/// Returns the first key that stands twice in one object; nothing where none does.
std::optional<std::string_view> key_twice(const JsonItems& items) {
  for (const JsonItem& item : items.all) {
    std::set<std::string_view> keys;
    std::optional<std::string_view> twice;
    if (item.kind != JsonKind::object) continue;
    for_each_member(item, [&](const JsonItem& one) {
      if (!keys.insert(one.key).second && !twice) twice = one.key;
    });
    if (twice) return twice;
  }
  return std::nullopt;
}

std::string quoted(std::string_view word) {
  std::string json;
  append_text(json, word);
  return json;
}

}  // namespace

JsonText parse_json(std::string_view text, const std::string& file) {
  auto items = read_json(text, {}, text.size());
  if (!items) return {.errors = {why_unread(text, file)}};
  if (const auto twice = key_twice(*items))
    return {.errors = {no_json({.file = file}, fmt::format("key '{}' stands twice in one object", *twice))}};
  return {.items = *std::move(items)};
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as read_json goes
std::string canonical_json(const JsonItem& item) {
  if (item.kind == JsonKind::null) return "null";
  if (item.kind == JsonKind::boolean) return item.integer != 0 ? "true" : "false";
  if (item.kind == JsonKind::integer) return std::to_string(item.integer);
  if (item.kind == JsonKind::text) return quoted(item.text);
  if (item.kind == JsonKind::other) return "?";
  const bool is_object = item.kind == JsonKind::object;
  std::vector<std::string> members;
  // NOLINTNEXTLINE(misc-no-recursion)
  for_each_member(item, [&](const JsonItem& one) {
    members.push_back((is_object ? quoted(one.key) + ":" : "") + canonical_json(one));
  });
  if (!is_object) return "[" + join(members, ",") + "]";
  std::ranges::sort(members);
  return "{" + join(members, ",") + "}";
}

Location LineFinder::next(std::string_view word) {
  const auto found = text_.find(quoted(word), at_);
  if (found == std::string_view::npos) return {.file = file_};
  line_ += static_cast<int>(std::ranges::count(text_.substr(at_, found - at_), '\n'));
  at_ = found + 1;
  return {.file = file_, .line = line_, .column = 0};
}

}  // namespace npu_cts::run
