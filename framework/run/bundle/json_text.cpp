// SPDX-License-Identifier: Apache-2.0
#include "framework/run/bundle/json_text.h"

#include <algorithm>
#include <functional>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "framework/base/text.h"

namespace npu_cts {
namespace {

using JsonValue = nlohmann::json;

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

/// The keys of the objects that are open while a text is parsed; remembers the first that stands twice.
struct KeyWatch {
  std::vector<std::set<std::string>> open;
  std::string twice;

  bool operator()(int /*depth*/, JsonValue::parse_event_t event, JsonValue& value) {
    if (event == JsonValue::parse_event_t::object_start) open.emplace_back();
    if (event == JsonValue::parse_event_t::object_end) open.pop_back();
    if (event == JsonValue::parse_event_t::key && !open.back().insert(value.get<std::string>()).second &&
        twice.empty()) {
      twice = value.get<std::string>();
    }
    return true;
  }
};

}  // namespace

JsonText parse_json(std::string_view text, const std::string& file) {
  KeyWatch watch;
  try {
    JsonValue document = JsonValue::parse(text, std::ref(watch));
    if (watch.twice.empty()) return {.json = std::move(document), .errors = {}};
    return {.json = {},
            .errors = {no_json({.file = file}, fmt::format("key '{}' stands twice in one object", watch.twice))}};
  } catch (const JsonValue::parse_error& error) {  // the library's way of telling the place
    return {.json = {}, .errors = {no_json(place_of(text, file, error.byte), "this is no JSON")}};
  }
}

std::string canonical_json(std::string_view text) { return JsonValue::parse(text, nullptr, false).dump(); }

Location LineFinder::next(std::string_view word) {
  const auto found = text_.find(JsonValue(word).dump(-1, ' ', false, JsonValue::error_handler_t::replace), at_);
  if (found == std::string_view::npos) return {.file = file_};
  line_ += static_cast<int>(std::ranges::count(text_.substr(at_, found - at_), '\n'));
  at_ = found + 1;
  return {.file = file_, .line = line_, .column = 0};
}

}  // namespace npu_cts
