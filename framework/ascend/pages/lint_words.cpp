// SPDX-License-Identifier: Apache-2.0
// Words and marks that stand where they cannot belong.
#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>

#include <fmt/format.h>

#include "framework/ascend/pages/lint.h"
#include "framework/ascend/pages/programs.h"
#include "framework/ascend/reading/normalize.h"
#include "framework/base/ascii.h"
#include "framework/base/text.h"

namespace npu_cts::ascend {
namespace {

constexpr std::array<std::string_view, 5> format_leads{"数据格式支持", "data layout can be", "data layouts can be",
                                                       "data format can be", "data formats can be"};
constexpr std::array<std::string_view, 3> dtype_leads{"数据类型支持", "data type can be", "data types can be"};

/// Returns the words of the list that `text` begins with: up to the first that is neither dtype nor format.
std::vector<std::string> listed_words(std::string_view text) {
  constexpr std::array<std::string_view, 6> joints{" ", ",", "/", "和", "或", "or"};
  std::vector<std::string> words;
  for (;;) {
    const auto joint = std::ranges::find_if(joints, [&](std::string_view one) { return text.starts_with(one); });
    if (joint != joints.end()) {
      text.remove_prefix(joint->size());
      continue;
    }
    const auto end = std::ranges::find_if_not(text, is_name_character);
    const std::string word(text.begin(), end);
    if (!find_named<DType>(word) && !find_named<Format>(word)) return words;
    words.push_back(word);
    text.remove_prefix(word.size());
  }
}

bool is_dtype(const std::string& word) { return find_named<DType>(word).has_value(); }
bool is_format(const std::string& word) { return find_named<Format>(word).has_value(); }

/// A sort of list, and the words that it cannot hold.
struct ListKind {
  std::span<const std::string_view> leads;  ///< the words in front of such a list
  bool (*is_foreign)(const std::string&);
  std::string_view finding;  ///< what a foreign word does
};

constexpr std::array list_kinds{
    ListKind{format_leads, is_dtype, "stands in a list of formats and is a dtype"},
    ListKind{dtype_leads, is_format, "stands in a list of dtypes and is a format"},
};

/// Returns a word that a list of `kind` has and cannot hold.
std::optional<std::string> foreign_word(std::string_view words, const ListKind& kind) {
  for (const std::string_view lead : kind.leads) {
    for (std::size_t at = words.find(lead); at != std::string_view::npos; at = words.find(lead, at + 1)) {
      const auto listed = listed_words(words.substr(at + lead.size()));
      if (const auto word = std::ranges::find_if(listed, kind.is_foreign); word != listed.end()) return *word;
    }
  }
  return std::nullopt;
}

constexpr std::string_view emphasis = "**";

bool is_of_shape(char c) {
  return is_name_character(c) || std::string_view("(),.+-*/% ").find(c) != std::string_view::npos;
}

bool is_shape(std::string_view text) {
  return std::ranges::all_of(text, is_of_shape) && text.find(emphasis) == std::string_view::npos;
}

/// Returns `text` as the shape it would be without marks that no shape has: brackets with what is in them, emphasis,
/// and single ones. Empty where nothing had to go.
std::string without_marks(std::string_view text) {
  std::string shape;
  bool marked = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_open = text[i] == '[' || text[i] == '{' || text[i] == '<';
    const std::size_t close = is_open ? text.find_first_of("]}>", i) : std::string_view::npos;
    if (close != std::string_view::npos && parse_integer(text.substr(i + 1, close - i - 1))) return "";  // an index
    const bool is_emphasis = text.substr(i).starts_with(emphasis);
    marked = marked || is_emphasis || !is_of_shape(text[i]);
    if (is_of_shape(text[i]) && !is_emphasis && text[i] != ' ') shape += text[i];
    if (is_emphasis) ++i;
    if (close != std::string_view::npos) i = close;
  }
  return marked ? shape : "";
}

/// Returns `part` of a shape without the emphasis that begins and ends in it.
std::string without_whole_emphasis(std::string part) {
  std::size_t marks = 0;
  for (std::size_t at = part.find(emphasis); at != std::string::npos; at = part.find(emphasis, at + 2)) ++marks;
  if (marks % 2 == 1) return part;
  for (std::size_t at = part.find(emphasis); at != std::string::npos; at = part.find(emphasis)) part.erase(at, 2);
  return part;
}

/// Returns the texts in round brackets of a statement that have a comma outside inner ones, with the brackets and with
/// the marks that the page has in them.
std::vector<std::string> tuples_in(const PageStatement& statement) {
  std::string words = fold_width(statement.source);
  std::erase_if(words, [](char c) { return c == '`' || c == '$' || c == '\\'; });
  std::vector<std::string> tuples;
  for (std::size_t open = words.find('('); open != std::string::npos; open = words.find('(', open + 1)) {
    const std::size_t close = closing_bracket(words, open);
    if (close == std::string::npos) continue;
    const std::string_view inside = std::string_view(words).substr(open + 1, close - open - 1);
    std::vector<std::string> parts = cut_at_commas(inside);
    if (parts.size() < 2 || std::ranges::any_of(inside, [](unsigned char c) { return c >= 0x80; })) continue;
    std::ranges::transform(parts, parts.begin(), without_whole_emphasis);
    tuples.push_back(fmt::format("({})", join(parts, ",")));
  }
  return tuples;
}

std::set<std::string> shapes_on(const OperatorPages& pages) {
  std::set<std::string> shapes;
  for (const ReadPage* page : pages.pages) {
    for (const PageStatement& statement : page->statements) {
      if (!is_said(statement)) continue;
      for (std::string& tuple : tuples_in(statement)) {
        if (!is_shape(tuple)) continue;
        std::erase(tuple, ' ');
        shapes.insert(std::move(tuple));
      }
    }
  }
  return shapes;
}

}  // namespace

findings::Findings find_dtypes_among_formats(const OperatorPages& pages) {
  findings::Findings found;
  for (const ReadPage* page : pages.pages) {
    for (const PageStatement& statement : page->statements) {
      if (!is_said(statement)) continue;
      for (const ListKind& kind : list_kinds) {
        const auto word = foreign_word(statement.words, kind);
        if (!word) continue;
        found.push_back(lint_finding(pages, *page, {statement}, fmt::format("'{}' {}", *word, kind.finding)));
      }
    }
  }
  return found;
}

findings::Findings find_stray_marks(const OperatorPages& pages) {
  const std::set<std::string> known = shapes_on(pages);
  findings::Findings found;
  for (const ReadPage* page : pages.pages) {
    for (const PageStatement& statement : page->statements) {
      if (!is_said(statement)) continue;
      for (const std::string& tuple : tuples_in(statement)) {
        const std::string shape = without_marks(tuple);
        if (!known.contains(shape)) continue;
        found.push_back(lint_finding(pages, *page, {statement},
                                     fmt::format("'{}' is no shape, and '{}' stands elsewhere", tuple, shape)));
      }
    }
  }
  return found;
}

}  // namespace npu_cts::ascend
