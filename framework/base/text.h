// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace npu_cts {

/// Returns the parts with `separator` between them.
std::string join(std::span<const std::string> parts, std::string_view separator);
std::string join(const std::set<std::string>& parts, std::string_view separator);

/// Returns the pieces of `text` between separators; an empty text gives one empty piece.
std::vector<std::string> split(std::string_view text, char separator);

/// Returns `text` without leading and trailing blanks.
std::string_view trim(std::string_view text);

/// Returns whether `name` stands in `text`, and not as a part of another name.
bool has_name(std::string_view text, std::string_view name);

/// Returns `text` safe to print on one line: control characters, DEL, and bytes that are not UTF-8 as `\xNN`.
std::string escape_control(std::string_view text);

/// Returns `text` as a YAML scalar in double quotes that reads back to it. What escape_control escapes has its code
/// point there: "\u2028". A byte that is not UTF-8 becomes the character of its number.
std::string yaml_scalar(std::string_view text);

/// Returns the decimal integer that `text` spells: optional '-', no '+', no leading zeros, in the range of int64.
std::optional<std::int64_t> parse_integer(std::string_view text);

/// Returns the count with its noun: "1 page", "2 pages".
std::string counted(std::size_t count, std::string_view noun);

/// Returns the length of the longest beginning of `text` that is well-formed UTF-8.
std::size_t utf8_prefix(std::string_view text);

/// Returns whether `text` is well-formed UTF-8.
bool is_utf8(std::string_view text);

/// The hash of the empty text.
inline constexpr std::uint64_t empty_hash = 0xCBF29CE484222325U;

/// Returns the 64-bit FNV-1a hash of `text`, or of a text whose hash is `before` with `text` behind it: for ids and
/// seeds that must be the same on every machine.
std::uint64_t stable_hash(std::string_view text, std::uint64_t before = empty_hash);

}  // namespace npu_cts
