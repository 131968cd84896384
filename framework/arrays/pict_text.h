// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/arrays/model.h"
#include "framework/base/ascii.h"
#include "framework/base/location.h"
#include "framework/base/nearest_word.h"
#include "framework/base/result.h"
#include "framework/base/text.h"

namespace npu_cts::arrays {

/// Returns the place of `name` in `names`, in capitals or not: PICT makes no difference.
inline std::optional<std::size_t> find_name(const std::vector<std::string>& names, std::string_view name) {
  const auto it = std::ranges::find(names, to_lower(name), [](const std::string& one) { return to_lower(one); });
  if (it == names.end()) return std::nullopt;
  return static_cast<std::size_t>(it - names.begin());
}

inline std::vector<std::string> names_of(const Model& model) {
  std::vector<std::string> names;
  for (const Parameter& parameter : model.parameters) names.push_back(parameter.name);
  return names;
}

/// Returns the number that the whole `text` spells.
inline std::optional<double> to_number(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Returns whether constraints compare the values of `parameter` as numbers: all of them are.
inline bool is_numeric(const Parameter& parameter) {
  return std::ranges::all_of(parameter.values, [](const std::string& value) { return to_number(value).has_value(); });
}

/// Returns what to write instead of `word`, which is none of `known`.
inline std::string near(std::string_view word, const std::vector<std::string>& known) {
  return did_you_mean(nearest_word(word, known), "known are " + join(known, ", "));
}

/// Returns `text` without a byte order mark before it: some editors write one.
inline std::string_view without_mark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

/// Returns the column of `text` behind `before`, which is the beginning of its line.
inline int column_after(std::string_view before) {
  return static_cast<int>(std::ranges::count_if(before, std::not_fn(continues_character))) + 1;
}

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

/// Adds the constraints that `text` holds from `from` on to `model`, which has its parameters. Returns what is wrong
/// with each that cannot be read.
Diagnostics read_constraints(std::string_view text, const Location& from, Model& model);

}  // namespace npu_cts::arrays
