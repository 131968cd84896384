// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/pages/programs.h"

#include <algorithm>
#include <cctype>

#include "framework/base/ascii.h"
#include "framework/base/text.h"
#include "framework/model/dtype.h"

namespace npu_cts::ascend {
namespace {

/// How far a bracket may reach: a page of nothing but brackets would be searched again from each of them.
constexpr std::size_t longest_bracket = 4096;

bool opens(char c) { return c == '(' || c == '[' || c == '{'; }
bool closes(char c) { return c == ')' || c == ']' || c == '}'; }

/// Returns `program` without what stands behind '#' on each line. No program of a page has one in a string.
std::string without_comments(std::string_view program) {
  std::string text;
  for (const std::string& line : split(program, '\n')) text += line.substr(0, line.find('#')) + "\n";
  return text;
}

std::string without_blanks(std::string text) {
  std::erase_if(text, [](unsigned char c) { return std::isspace(c) != 0; });
  return text;
}

std::string_view name_before(std::string_view text, std::size_t bracket) {
  std::size_t begin = bracket;
  while (begin > 0 && is_name_character(text[begin - 1])) --begin;
  return text.substr(begin, bracket - begin);
}

}  // namespace

std::size_t closing_bracket(std::string_view text, std::size_t open) {
  int depth = 0;
  const std::size_t end = std::min(text.size(), open + longest_bracket);
  for (std::size_t i = open; i < end; ++i) {
    if (opens(text[i])) ++depth;
    if (closes(text[i]) && --depth == 0) return i;
  }
  return std::string_view::npos;
}

std::vector<std::string> cut_at_commas(std::string_view text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    if (opens(c)) ++depth;
    if (closes(c)) --depth;
    if (c == ',' && depth == 0) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

std::vector<ProgramCall> calls_in(std::string_view program) {
  const std::string text = without_comments(program);
  std::vector<ProgramCall> calls;
  for (std::size_t open = text.find('('); open != std::string::npos; open = text.find('(', open + 1)) {
    const std::string_view name = name_before(text, open);
    if (name.empty()) continue;
    const std::size_t close = closing_bracket(text, open);
    if (close == std::string::npos) continue;
    ProgramCall call{.name = std::string(name)};
    for (const std::string& part : cut_at_commas(std::string_view(text).substr(open + 1, close - open - 1))) {
      if (std::string argument = without_blanks(part); !argument.empty()) call.arguments.push_back(std::move(argument));
    }
    calls.push_back(std::move(call));
  }
  return calls;
}

ArgumentKind kind_of_argument(std::string_view argument) {
  if (argument.empty()) return ArgumentKind::unknown;
  if (argument == "None") return ArgumentKind::none;
  if (argument == "True" || argument == "False") return ArgumentKind::truth;
  if (argument.front() == '"' || argument.front() == '\'') return ArgumentKind::word;
  if (argument.starts_with("torch.") && find_named<DType>(argument.substr(6))) return ArgumentKind::dtype;
  std::string_view digits = argument;
  if (digits.front() == '-') digits.remove_prefix(1);
  if (digits.empty() || !is_ascii_digit(digits.front())) return ArgumentKind::unknown;
  if (std::ranges::all_of(digits, is_ascii_digit)) return ArgumentKind::integer;
  const bool is_real = std::ranges::count(digits, '.') == 1 &&
                       std::ranges::all_of(digits, [](char c) { return is_ascii_digit(c) || c == '.'; });
  return is_real ? ArgumentKind::real : ArgumentKind::unknown;
}

}  // namespace npu_cts::ascend
