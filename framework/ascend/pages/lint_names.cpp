// SPDX-License-Identifier: Apache-2.0
// Names that one place of the pages uses and another does not have.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "framework/ascend/pages/lint.h"
#include "framework/ascend/pages/product_names.h"
#include "framework/ascend/reading/normalize.h"
#include "framework/base/ascii.h"
#include "framework/base/find.h"
#include "framework/base/text.h"

namespace npu_cts::ascend {
namespace {

bool is_of_identifier(char c) { return is_name_character(c) || c == '.'; }

/// Returns whether `word` is the name of something in a program: letters with an underscore or a point among them.
bool is_program_name(std::string_view word) {
  const std::vector<std::string> parts = split(word, '.');
  const bool is_dotted = parts.size() > 1 && std::ranges::all_of(parts, [](const std::string& part) {
                           return part.size() > 1 && is_ascii_letter(part.front());
                         });
  return is_dotted || (parts.size() == 1 && word.find('_') != std::string_view::npos && word.size() > 1);
}

/// Returns the names of programs in a sentence; where a link leads and what a picture is called are not said.
std::set<std::string> program_names(const PageStatement& statement) {
  std::set<std::string> names;
  if (statement.source.find("![") != std::string::npos) return names;
  const std::string words = fold_width(strip_markup(statement.source));
  for (auto at = words.begin(); at != words.end();) {
    const auto begin = std::find_if(at, words.end(), is_of_identifier);
    at = std::find_if_not(begin, words.end(), is_of_identifier);
    std::string word(begin, at);
    while (word.ends_with('.')) word.pop_back();
    if (is_program_name(word)) names.insert(std::move(word));
  }
  return names;
}

std::set<std::string> program_names(const ReadPage& page) {
  std::set<std::string> names;
  for (const PageStatement& statement : page.statements) {
    if (!is_said(statement)) continue;
    const auto said = program_names(statement);
    names.insert(said.begin(), said.end());
  }
  return names;
}

/// A sentence that gives a linked name as an example of a kind: words in backquotes, then a bracket that holds a link.
struct KindExample {
  std::string kind;
  std::string example;
  const PageStatement* said = nullptr;
};

/// Returns the words in the last backquotes before `at` of `text`, if nothing between ends the clause.
std::optional<std::string> quoted_before(std::string_view text, std::size_t at) {
  const std::size_t close = at == 0 ? std::string_view::npos : text.rfind('`', at - 1);
  if (close == std::string_view::npos || close == 0) return std::nullopt;
  const std::size_t open = text.rfind('`', close - 1);
  const std::string between = fold_width(text.substr(close + 1, at - close - 1));
  if (open == std::string_view::npos || between.find_first_of("),.;:") != std::string::npos) return std::nullopt;
  if (between.find('(') == std::string::npos) return std::nullopt;
  return std::string(text.substr(open + 1, close - open - 1));
}

std::vector<KindExample> kind_examples(const ReadPage& page) {
  std::vector<KindExample> found;
  for (const PageStatement& statement : page.statements) {
    const std::string_view text = statement.source;
    if (statement.kind != BlockKind::prose) continue;
    for (std::size_t open = text.find('['); open != std::string_view::npos; open = text.find('[', open + 1)) {
      const std::size_t middle = text.find("](", open);
      if (middle == std::string_view::npos) break;
      if (auto kind = quoted_before(text, open)) {
        found.push_back({.kind = std::move(*kind),
                         .example = std::string(text.substr(open + 1, middle - open - 1)),
                         .said = &statement});
      }
    }
  }
  return found;
}

/// Returns whether `narrow` is `wide` with more words, none of which its example's name has.
bool is_kind_of_its_own(const KindExample& narrow, const KindExample& wide) {
  const std::vector<std::string> many = split(narrow.kind, ' ');
  const std::vector<std::string> few = split(wide.kind, ' ');
  const auto is_among_few = [&](const std::string& word) { return contains(few, word); };
  const auto common = std::ranges::count_if(many, is_among_few);
  if (static_cast<std::size_t>(common) != few.size() || many.size() == few.size()) return false;
  return std::ranges::all_of(many, [&](const std::string& word) {
    return is_among_few(word) || narrow.example.find(word) == std::string::npos;
  });
}

}  // namespace

findings::Findings find_products_not_in_table(const OperatorPages& pages) {
  // Whatever the release: a name that went out of use is what is looked for.
  const std::vector<ProductName> known = product_names(pages.spec, std::nullopt);
  findings::Findings found;
  for (const ReadPage* page : pages.pages) {
    std::set<std::string> listed;
    for (const PageStatement& statement : page->statements) {
      if (!statement.place.starts_with("products,")) continue;
      for (const ProductName& one : names_standing_in(statement.words, known)) listed.insert(one.name);
    }
    for (const PageStatement& statement : page->statements) {
      if (listed.empty() || !is_said(statement)) continue;
      for (const ProductName& one : names_standing_in(statement.words, known)) {
        if (listed.contains(one.name)) continue;
        found.push_back(
            lint_finding(pages, *page, {statement}, fmt::format("the page's list of products has no '{}'", one.name)));
      }
    }
  }
  return found;
}

// NOLINTNEXTLINE(readability-function-size): pages and names are nested
findings::Findings find_names_of_one_edition(const OperatorPages& pages) {
  std::map<const ReadPage*, std::set<std::string>> names;
  for (const ReadPage* page : pages.pages) names.emplace(page, program_names(*page));
  findings::Findings found;
  for (const ReadPage* page : pages.pages) {
    for (const ReadPage* other : pages.pages) {
      if (page == other || page->page->release != other->page->release) continue;
      std::set<std::string> said;
      for (const PageStatement& statement : page->statements) {
        if (!is_said(statement)) continue;
        for (const std::string& name : program_names(statement)) {
          if (names[other].contains(name) || !said.insert(name).second) continue;
          found.push_back(
              lint_finding(pages, *page, {statement}, fmt::format("'{}' is not on page '{}'", name, other->page->id)));
        }
      }
    }
  }
  return found;
}

findings::Findings find_examples_of_two_kinds(const OperatorPages& pages) {
  findings::Findings found;
  for (const ReadPage* page : pages.pages) {
    const std::vector<KindExample> examples = kind_examples(*page);
    for (const KindExample& narrow : examples) {
      const auto wide = std::ranges::find_if(examples, [&](const KindExample& one) {
        return one.example == narrow.example && is_kind_of_its_own(narrow, one);
      });
      if (wide == examples.end()) continue;
      found.push_back(lint_finding(
          pages, *page, {*narrow.said},
          fmt::format("'{}' is the example of '{}' and, elsewhere, of '{}'", narrow.example, narrow.kind, wide->kind)));
    }
  }
  return found;
}

}  // namespace npu_cts::ascend
