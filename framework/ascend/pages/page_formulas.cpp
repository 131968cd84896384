// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/pages/spec_page_mismatch.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/ascii.h"
#include "framework/base/find.h"

namespace npu_cts::ascend {
namespace {

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

/// Returns a formula as both sides are compared: no TeX, no blanks, no capitals.
std::string plain(std::string text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> signs{
      {{"\\mathbin", ""}, {"\\text", ""}, {"\\ll", "<<"}}};
  for (const auto& [tex, sign] : signs) replace_all(text, tex, sign);
  std::erase_if(text,
                [](unsigned char c) { return std::isspace(c) != 0 || c == '\\' || c == '{' || c == '}' || c == '$'; });
  return to_lower(text);
}

/// Returns where the argument that begins at `start` of `text` ends: at a comma or at the bracket that closes.
std::size_t end_of_argument(std::string_view text, std::size_t start) {
  int depth = 0;
  for (std::size_t at = start; at < text.size(); ++at) {
    if (text[at] == '(') ++depth;
    if (depth == 0 && (text[at] == ',' || text[at] == ')')) return at;
    if (text[at] == ')') --depth;
  }
  return text.size();
}

/// Returns `formula` of the spec, plain, with clip(x, low, high) as pages write it: max(min(int(x),high),low).
std::string as_pages_write(const std::string& formula) {
  constexpr std::string_view clip = "clip(";
  std::string text = plain(formula);
  for (auto at = text.find(clip); at != std::string::npos; at = text.find(clip, at + 1)) {
    const std::size_t value = at + clip.size();
    const std::size_t low = end_of_argument(text, value) + 1;
    const std::size_t high = end_of_argument(text, low) + 1;
    const std::size_t end = end_of_argument(text, high);
    if (end >= text.size()) break;
    text.replace(at, end - at,
                 fmt::format("max(min(int({}),{}),{}", text.substr(value, low - value - 1),
                             text.substr(high, end - high), text.substr(low, high - low - 1)));
  }
  return text;
}

/// Returns whether `printed`, plain, is `formula` of the spec. A page may set bits in a result: "out = out | word".
bool prints(std::string_view printed, std::string_view formula) {
  const std::size_t equals = formula.find('=');
  const std::string_view name = formula.substr(0, equals);
  return printed == formula || printed == fmt::format("{0}={0}|{1}", name, formula.substr(equals + 1));
}

/// Returns whether a name of `source` has an index of one letter, as "x_i" and "x_{i}": it speaks of an element.
bool has_index(std::string_view source) {
  const auto is_letter = [&](std::size_t at) { return at < source.size() && is_ascii_letter(source[at]); };
  for (auto at = source.find('_'); at != std::string_view::npos; at = source.find('_', at + 1)) {
    const bool is_braced = source.substr(at + 1).starts_with('{');
    const std::size_t letter = at + (is_braced ? 2 : 1);
    if (!is_letter(letter)) continue;
    const std::string_view rest = source.substr(letter + 1);
    if (is_braced ? rest.starts_with('}') : !is_letter(letter + 1) && !rest.starts_with('_')) return true;
  }
  return false;
}

/// Returns whether a page writes a formula in a way that is not compared: as a fraction, a sum, of elements, or several
/// in one.
bool is_beyond_comparison(std::string_view source) {
  if (has_index(source)) return true;
  constexpr std::array<std::string_view, 5> beyond{"\\frac", "\\sum", "\\sqrt", "\\begin", "\\\\"};
  return std::ranges::any_of(beyond, [&](std::string_view tex) { return source.find(tex) != std::string_view::npos; });
}

/// Returns whether `formula` stands on what `page` has at `place`.
bool stands_on(const Spec& spec, const ResultFormula& formula, const Document& page, const std::string& place) {
  return std::ranges::any_of(formula.cite, [&](const std::string& id) {
    const Statement* const one = find_statement(spec, id);
    return one != nullptr && one->place == place && contains(one->documents, page.id);
  });
}

}  // namespace

findings::Findings check_page_formulas(const Spec& spec, const OpSpec& op, const Document& page,
                                       const PageFacts& facts) {
  findings::Findings found;
  if (facts.formulas.empty()) return found;
  const auto report = [&](const Location& at, std::string what, const std::string& place) {
    found.push_back(mismatch(op, page, at, std::move(what), place));
  };
  std::vector<std::string> of_page;
  for (const PageStatement& one : facts.formulas) of_page.push_back(plain(one.source));
  std::vector<bool> is_grounded(of_page.size());  // it is not compared, and a formula of the spec stands on it
  std::vector<std::string> of_spec;
  const auto release = find_release(spec, page.release);
  for (const ResultFormula& one : op.formulas) {
    if (one.basis != "document" || !release || !in_release(one.applies, *release)) continue;
    of_spec.push_back(as_pages_write(one.formula));
    bool is_there =
        std::ranges::any_of(of_page, [&](const std::string& printed) { return prints(printed, of_spec.back()); });
    for (std::size_t i = 0; i < of_page.size() && !is_there; ++i) {
      const PageStatement& printed = facts.formulas[i];
      is_there = is_beyond_comparison(printed.source) && stands_on(spec, one, page, printed.place);
      if (is_there) is_grounded[i] = true;
    }
    if (!is_there) report(one.at, fmt::format("formula '{}' is not on the page: {}", one.id, one.formula), "");
  }
  for (std::size_t i = 0; i < of_page.size(); ++i) {
    const bool is_there = is_grounded[i] || std::ranges::any_of(of_spec, [&](const std::string& formula) {
                            return prints(of_page[i], formula);
                          });
    if (is_there) continue;
    report({.file = op.file, .line = 1, .column = 1}, "the spec lacks a formula of the page", facts.formulas[i].place);
    found.back().seen += ", " + facts.formulas[i].place;
  }
  return found;
}

}  // namespace npu_cts::ascend
