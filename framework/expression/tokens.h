// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "framework/base/location.h"
#include "framework/base/result.h"

namespace npu_cts {

enum class TokenKind : std::uint8_t { name, integer, word, sign, end };

/// A piece of an expression's text.
struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text = {};  ///< as written; a word without its quotes; empty at the end
  std::uint64_t value = 0;     ///< of an integer, at most 2^63 (which only a minus before it makes an int64)
  int offset = 0;              ///< of its first character, in code points
};

/// Longest expression the language reads, in bytes.
inline constexpr std::size_t max_expression_length = 4096;

/// Returns the place `offset` characters after `at`.
Location shifted(const Location& at, int offset);

/// Returns the tokens of `text`, the last of kind `end`. They point into `text`.
/// Errors: expression_syntax (a character the language does not have, an open quote, a number too large, too long a
/// text).
Result<std::vector<Token>> read_tokens(std::string_view text, const Location& at);

}  // namespace npu_cts
