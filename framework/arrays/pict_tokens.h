// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/location.h"

namespace npu_cts::arrays {

enum class TokenKind : std::uint8_t { name, text, number, word, sign, bad, end };

/// A piece of a constraint: [name], "text", a number, a word in capitals, or a sign.
struct Token {
  TokenKind kind = TokenKind::end;
  std::string text = {};
  Location at;
};

/// Returns the pieces of `text`, whose first line is that of `from`; the last one is the end. Lines that begin with #
/// are left out.
std::vector<Token> to_tokens(std::string_view text, const Location& from);

/// Returns `text` so that to_tokens() reads it back between brackets or quotes.
std::string escape(std::string_view text);

}  // namespace npu_cts::arrays
