// SPDX-License-Identifier: Apache-2.0
#include "framework/findings/checks/terms.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "framework/base/ascii.h"
#include "framework/base/text.h"

namespace npu_cts {
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

std::string find_untranslated_term(const Text& text) {
  const std::string en = to_lower(text.en);
  for (const Term& term : terms) {
    if (text.zh.find(term.zh) != std::string::npos && !has_one_of(en, term.en)) return std::string(term.zh);
  }
  const std::string words = as_words(text.en);
  for (std::size_t at = 0; at < text.zh.size(); ++at) {
    std::size_t end = at;
    while (end < text.zh.size() && is_name_character(text.zh[end])) ++end;
    const std::string name = text.zh.substr(at, end - at);
    const bool is_name = std::ranges::any_of(name, is_ascii_letter) && words.find(as_words(name)) == std::string::npos;
    if (is_name) return name;
    at = std::max(end, at);
  }
  return "";
}

}  // namespace npu_cts
