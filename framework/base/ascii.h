// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace npu_cts {

// Letters and digits of ASCII: the same in every locale, which those of <cctype> are not.

constexpr bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_ascii_alphanumeric(char c) { return is_ascii_letter(c) || is_ascii_digit(c); }

constexpr char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

inline std::string to_lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](char c) { return to_lower(c); });
  return result;
}

/// Returns whether `byte` of UTF-8 goes on with a character that begins before it.
constexpr bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

/// Returns whether a name of a program may hold `c`.
constexpr bool is_name_character(char c) { return is_ascii_alphanumeric(c) || c == '_'; }

}  // namespace npu_cts
