// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace npu_cts {

/// What a value is; `other` is a number that is no 64-bit integer.
enum class JsonKind : std::uint8_t { other, null, boolean, integer, text, list, object };

/// One value of a JSON text. What stands inside it follows it in the list of all.
struct JsonItem {
  JsonKind kind = JsonKind::other;
  std::string_view key = {};   ///< of a member of an object
  std::string_view text = {};  ///< of a text
  std::int64_t integer = 0;    ///< of an integer; 1 and 0 of true and false
  std::size_t length = 1;      ///< how many items it is, with those inside
  std::size_t members = 0;     ///< of a list or an object
};

/// Calls `take` with each member of `whole`, in their order.
template <class Take>
void for_each_member(const JsonItem& whole, const Take& take) {
  for (const JsonItem* one = &whole + 1; one != &whole + whole.length; one += one->length) take(*one);
}

/// Returns whether `text` stands in JSON as it is: printable ASCII, nothing to be escaped.
bool is_plain_text(std::string_view text);

/// Appends `text` to `json` as a string of it, in UTF-8 whatever was given.
void append_text(std::string& json, std::string_view text);

/// Returns the first member of `object` that is called `key`, or null.
const JsonItem* find_member(const JsonItem& object, std::string_view key);

struct JsonMemory;

/// The values of a JSON text: its whole is the first. Views into `memory`.
struct JsonItems {
  std::vector<JsonItem> all = {};
  std::shared_ptr<JsonMemory> memory = {};
};

/// Returns the values of `text`; nothing where it is no JSON, lies deeper than 16 or has more than `most` values.
/// They stand where those of `used` stood: of many texts, only the first takes memory.
std::optional<JsonItems> read_json(std::string_view text, JsonItems used = {}, std::size_t most = 1'000'000);

}  // namespace npu_cts
