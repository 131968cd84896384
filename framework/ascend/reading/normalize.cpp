// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/reading/normalize.h"

#include <array>
#include <cctype>
#include <cstdint>

#include "framework/base/ascii.h"
#include "framework/base/text.h"

namespace npu_cts::ascend {
namespace {

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

struct Folded {
  std::string_view from;
  std::string_view to;
};

constexpr std::array folded_table{
    Folded{"。", "."}, Folded{"、", ","}, Folded{"“", "\""}, Folded{"”", "\""},     Folded{"‘", "'"},
    Folded{"’", "'"},  Folded{"–", "-"},  Folded{"　", " "}, Folded{"\u00a0", " "}, Folded{"\u200b", ""},
};

/// The full-width forms U+FF01 … U+FF5E are ASCII 0x21 … 0x7E moved: EF BC 81 … EF BD 9E in UTF-8.
bool fold_full_width(std::string_view text, std::string& into) {
  if (text.size() < 3 || text[0] != '\xef') return false;
  const auto second = static_cast<unsigned char>(text[1]);
  const auto third = static_cast<unsigned char>(text[2]);
  if (second != 0xbc && second != 0xbd) return false;
  const unsigned code = ((second & 0x3fU) << 6U) + (third & 0x3fU);  // the low 12 bits of the code point
  if (code < 0xf01 || code > 0xf5e) return false;
  into += static_cast<char>(code - 0xf01 + 0x21);
  return true;
}

/// How far a tag or a link may reach: what is longer is prose, and is not searched again from each of its characters.
constexpr std::size_t longest_markup = 4096;

/// Returns the length of a tag like `<term>` or `</a>` at the start of `text`; 0 where there is none.
std::size_t tag_length(std::string_view text) {
  if (text.size() < 3 || text[0] != '<') return 0;
  const std::size_t name = text[1] == '/' ? 2 : 1;
  if (!is_ascii_letter(text[name])) return 0;
  const std::size_t end = text.substr(0, longest_markup).find('>');
  return end == std::string_view::npos ? 0 : end + 1;
}

std::string_view file_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

/// Appends the words of `[words](target)`, or a picture's file name, at the start of `text`; returns the length read.
std::size_t read_link(std::string_view text, std::string& into) {
  const bool picture = text.starts_with("![");
  if (!picture && !text.starts_with("[")) return 0;
  text = text.substr(0, longest_markup);
  const std::size_t middle = text.find("](");
  if (middle == std::string_view::npos || text.find('\n') < middle) return 0;
  const std::size_t end = text.find(')', middle);
  const std::size_t words = picture ? 2 : 1;
  if (end == std::string_view::npos ||
      text.substr(words, middle - words).find_first_of("[]") != std::string_view::npos) {
    return 0;
  }
  into += picture ? file_name(text.substr(middle + 2, end - middle - 2)) : text.substr(words, middle - words);
  return end + 1;
}

std::string squeeze(std::string_view text) {
  std::string out;
  bool blank = false;
  for (const char c : text) {
    if (is_blank(c)) {
      blank = true;
      continue;
    }
    if (blank && !out.empty() && is_ascii_alphanumeric(out.back()) && is_ascii_alphanumeric(c)) out += ' ';
    blank = false;
    out += c;
  }
  return out;
}

/// Returns the length of the sentence end at `i` of `text`, 0 where the sentence goes on.
std::size_t sentence_end(std::string_view text, std::size_t i) {
  for (const std::string_view mark : {"。", "；"}) {
    if (text.substr(i).starts_with(mark)) return mark.size();
  }
  if (text[i] == ';') return 1;
  const bool at_end = i + 1 == text.size() || is_blank(text[i + 1]);
  if (text[i] != '.' || !at_end || i < 2) return 0;
  return text[i - 2] == '.' ? 0 : 1;  // "e.g." goes on
}

}  // namespace

std::string strip_markup(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    std::size_t read = tag_length(rest);
    if (read == 0) read = read_link(rest, out);
    if (read == 0 && rest.starts_with("**")) read = 2;
    if (read == 0 && (rest[0] == '`' || rest[0] == '$' || rest[0] == '\\')) read = 1;
    if (read == 0) {
      out += rest[0];
      read = 1;
    }
    i += read;
  }
  return out;
}

std::string fold_width(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    if (static_cast<unsigned char>(rest[0]) < 0x80) {  // nothing in ASCII is folded
      out += rest[0];
      ++i;
      continue;
    }
    if (fold_full_width(rest, out)) {
      i += 3;
      continue;
    }
    std::size_t read = 1;
    std::string_view is = rest.substr(0, 1);
    for (const Folded& folded : folded_table) {
      if (!rest.starts_with(folded.from)) continue;
      read = folded.from.size();
      is = folded.to;
    }
    out += is;
    i += read;
  }
  return out;
}

std::string normalize_prose(std::string_view text) {
  std::string out = squeeze(fold_width(strip_markup(text)));
  while (!out.empty() && (out.back() == '.' || out.back() == ';')) out.pop_back();
  return out;
}

std::string normalize_code(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (!is_blank(c)) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  return std::string(trim(out));
}

std::vector<std::string> split_sentences(std::string_view text) {
  std::vector<std::string> sentences;
  std::size_t start = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t end = sentence_end(text, i);
    if (end == 0) continue;
    sentences.emplace_back(trim(text.substr(start, i + end - start)));
    start = i + end;
    i = start - 1;
  }
  if (const auto rest = trim(text.substr(start)); !rest.empty()) sentences.emplace_back(rest);
  std::erase_if(sentences, [](const std::string& sentence) { return normalize_prose(sentence).empty(); });
  return sentences;
}

}  // namespace npu_cts::ascend
