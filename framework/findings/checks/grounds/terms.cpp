// SPDX-License-Identifier: Apache-2.0
#include "framework/findings/checks/grounds/terms.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "framework/base/ascii.h"
#include "framework/base/find.h"
#include "framework/base/text.h"

namespace npu_cts::findings {
namespace {

/// A term of the field, and the words of which the English has one wherever the Chinese has the term.
struct Term {
  std::string_view zh;
  std::string_view en;  ///< lower case, parted by '|'; a beginning of a word will do
};

constexpr auto terms = std::to_array<Term>({
    {"偏置", "bias|added"},
    {"偏移", "offset|added"},
    {"零点", "zero point"},
    {"厂商", "vendor"},
    {"转置", "transpos"},
    {"打包", "pack"},
    {"饱和", "stop|saturat|clip|clamp|limit"},
    {"默认", "default"},
    {"无穷", "infin"},
    {"通道", "channel"},
    {"矩阵", "matri|operand"},
    {"倍数", "multiple"},
    {"对齐", "align"},
    {"字节", "byte"},
    {"尾数", "mantissa|fraction"},
    {"随机", "random"},
    {"奇数", "odd"},
});

/// Returns whether `text` has one of `words`, parted by '|'.
bool has_one_of(std::string_view text, std::string_view words) {
  const auto parts = split(words, '|');
  return std::ranges::any_of(parts, [&](const std::string& word) { return text.find(word) != std::string_view::npos; });
}

/// Returns `text` in lower case, with names as words: "group_sizes" stands in "group sizes" too.
std::string as_words(std::string_view text) {
  std::string words = to_lower(text);
  std::ranges::replace(words, '_', ' ');
  return words;
}

}  // namespace

std::vector<std::string_view> words_in(std::string_view text, std::string_view inside) {
  const auto is_inside = [&](char c) { return inside.find(c) != std::string_view::npos; };
  std::vector<std::string_view> words;
  for (std::size_t at = 0, end = 0; at < text.size(); at = std::max(end, at + 1)) {
    for (end = at; end < text.size() && (is_name_character(text[end]) || is_inside(text[end]));) ++end;
    std::string_view word = text.substr(at, end - at);
    while (!word.empty() && is_inside(word.back())) word.remove_suffix(1);
    if (!word.empty()) words.push_back(word);
  }
  return words;
}

bool is_number(std::string_view word) { return !word.empty() && std::ranges::all_of(word, is_ascii_digit); }

bool has_word(std::string_view text, std::string_view words) {
  const std::string spoken = as_words(text);
  const auto known = words_in(words);
  return std::ranges::any_of(words_in(spoken), [&](std::string_view word) { return contains(known, word); });
}

std::string find_untranslated_term(const Text& text) {
  const std::string en = to_lower(text.en);
  for (const Term& term : terms) {
    if (text.zh.find(term.zh) != std::string::npos && !has_one_of(en, term.en)) return std::string(term.zh);
  }
  const std::string words = as_words(text.en);
  for (const std::string_view name : words_in(text.zh)) {
    const bool is_name = std::ranges::any_of(name, is_ascii_letter);
    if (is_name && words.find(as_words(name)) == std::string::npos) return std::string(name);
  }
  return "";
}

}  // namespace npu_cts::findings
