// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/condition_edits.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "framework/base/ascii.h"
#include "framework/base/text.h"

namespace npu_cts::mutants {
namespace {

bool opens(char c) { return c == '(' || c == '[' || c == '{'; }
bool closes(char c) { return c == ')' || c == ']' || c == '}'; }

std::string replaced(std::string_view text, std::size_t start, std::size_t size, std::string_view by) {
  return std::string(text).replace(start, size, by);
}

using Exchange = std::pair<std::string_view, std::string_view>;

/// Longer ones first, so that no part of one is taken for another.
constexpr std::array comparisons{Exchange{"==", "!="}, Exchange{"!=", "=="},    Exchange{"<=", "<"},
                                 Exchange{">=", ">"},  Exchange{" < ", " <= "}, Exchange{" > ", " >= "}};
constexpr std::array operators{Exchange{" + ", " - "}, Exchange{" - ", " + "}, Exchange{" * ", " / "},
                               Exchange{" / ", " * "}, Exchange{" @ ", " * "}};

std::vector<std::string> exchanged(std::string_view text, std::span<const Exchange> exchanges) {
  std::vector<std::string> changed;
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const auto& [from, to] : exchanges) {
      if (text.compare(i, from.size(), from) != 0) continue;
      changed.push_back(replaced(text, i, from.size(), to));
      i += from.size() - 1;
      break;
    }
  }
  return changed;
}

/// Returns where the operand that ends at `end` begins: behind the bracket, comma, colon or connective before it.
std::size_t start_of_operand(std::string_view text, std::size_t end, std::string_view connective) {
  int depth = 0;
  for (std::size_t i = end; i > 0; --i) {
    const char c = text[i - 1];
    if (closes(c)) ++depth;
    if (opens(c) && depth-- == 0) return i;
    if (depth == 0 && (c == ',' || c == ':')) return i;
    if (depth == 0 && i >= connective.size() && text.substr(i - connective.size(), connective.size()) == connective)
      return i;
  }
  return 0;
}

std::size_t end_of_operand(std::string_view text, std::size_t start, std::string_view connective) {
  int depth = 0;
  for (std::size_t i = start; i < text.size(); ++i) {
    if (opens(text[i])) ++depth;
    if (closes(text[i]) && depth-- == 0) return i;
    if (depth == 0 && (text[i] == ',' || text.compare(i, connective.size(), connective) == 0)) return i;
  }
  return text.size();
}

/// Adds `text` without the operand on each side of each `connective`.
void drop_operands(std::string_view text, std::string_view connective, std::vector<std::string>& changed) {
  for (std::size_t at = text.find(connective); at != std::string_view::npos; at = text.find(connective, at + 1)) {
    const std::size_t right = at + connective.size();
    const std::size_t start = start_of_operand(text, at, connective);
    changed.push_back(replaced(text, start, right - start, ""));
    const std::size_t end = end_of_operand(text, right, connective);
    const bool is_last = text.compare(end, connective.size(), connective) != 0;
    if (is_last) changed.push_back(replaced(text, at, end - at, ""));
  }
}

}  // namespace

std::vector<NumberPlace> numbers_in(std::string_view text) {
  std::vector<NumberPlace> places;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_ascii_digit(text[i]) || (i > 0 && is_name_character(text[i - 1]))) continue;
    std::size_t end = i;
    while (end < text.size() && is_ascii_digit(text[end])) ++end;
    if (end == text.size() || !is_name_character(text[end])) places.push_back({.start = i, .size = end - i});
    i = end;
  }
  return places;
}

std::vector<std::string> with_other_numbers(std::string_view expression) {
  std::vector<std::string> changed;
  for (const auto& [start, size] : numbers_in(expression)) {
    const auto number = parse_integer(expression.substr(start, size));
    if (number) changed.push_back(replaced(expression, start, size, fmt::format("{}", *number + 1)));
  }
  return changed;
}

std::vector<std::string> conditions_near(std::string_view condition) {
  std::vector<std::string> changed = with_other_numbers(condition);
  for (std::string& one : exchanged(condition, comparisons)) changed.push_back(std::move(one));
  drop_operands(condition, " and ", changed);
  drop_operands(condition, " or ", changed);
  return changed;
}

std::vector<std::string> formulas_near(std::string_view formula) {
  std::vector<std::string> changed = with_other_numbers(formula);
  for (std::string& one : exchanged(formula, operators)) changed.push_back(std::move(one));
  return changed;
}

}  // namespace npu_cts::mutants
