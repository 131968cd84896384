// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace npu_cts {

// Letters and digits of ASCII: the same in every locale, which those of <cctype> are not.

constexpr bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_ascii_alphanumeric(char c) { return is_ascii_letter(c) || is_ascii_digit(c); }

/// Returns whether a name of a program may hold `c`.
constexpr bool is_name_character(char c) { return is_ascii_alphanumeric(c) || c == '_'; }

}  // namespace npu_cts
