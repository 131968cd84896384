// SPDX-License-Identifier: Apache-2.0
#include "framework/expression/formula_syntax.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "framework/base/ascii.h"
#include "framework/expression/parser.h"
#include "framework/model/dtype.h"
#include "framework/model/formula.h"

namespace npu_cts {
namespace {

constexpr std::array<std::string_view, 8> signs_between{"<<", "@", "*", "/", "+", "-", "&", "|"};

/// Returns how many arguments the function `name` takes; 0 where it is no function. A dtype is one that converts.
std::size_t arguments_of(std::string_view name) {
  const auto* const sign = std::ranges::find(formula_signs, name, &FormulaSign::sign);
  if (sign != formula_signs.end()) return sign->arguments;
  return find_named<DType>(name) ? 1 : 0;
}

/// Walks through a formula and remembers its first fault.
class FormulaWalk {
 public:
  explicit FormulaWalk(std::string_view formula) : formula_(formula) {}

  std::optional<FormulaFault> walk() {
    skip_spaces();
    const std::string_view name = take_word();
    if (name.empty() || is_number(name)) fail("a formula begins with the name of what it computes", 0);
    if (!take("=")) fail("behind the name stands '='");
    expression();
    if (at_ < formula_.size())
      fail(formula_[at_] == ')' ? "this bracket was never opened" : "this is no sign of formulas");
    return fault_;
  }

 private:
  static bool is_number(std::string_view word) { return !word.empty() && word.front() >= '0' && word.front() <= '9'; }

  void expression() {
    ++depth_;
    operand();
    while (!fault_ && std::ranges::any_of(signs_between, [this](std::string_view sign) { return take(sign); }))
      operand();
    --depth_;
  }

  void operand() {
    while (take("-")) continue;
    const std::size_t start = at_;
    if (depth_ > max_expression_depth)
      return fail(fmt::format("brackets stand in {} others at most", max_expression_depth));
    if (take("(")) return expression_in_brackets();
    const std::string_view word = take_word();
    if (word.empty()) return fail("here stands a name, a number or '('");
    if (is_number(word) && std::ranges::count(word, '.') > 1) return fail("a number has one point", start);
    const std::size_t wanted = arguments_of(word);
    if (wanted == 0) return;
    if (!take("("))
      return fail(fmt::format("'{}' is a function: its arguments stand in brackets behind it", word), start);
    std::size_t given = 1;
    expression();
    for (; !fault_ && take(","); ++given) expression();
    if (!fault_ && given != wanted)
      return fail(fmt::format("'{}' takes {} arguments, not {}", word, wanted, given), start);
    close_bracket();
  }

  void expression_in_brackets() {
    expression();
    close_bracket();
  }

  void close_bracket() {
    if (!fault_ && !take(")")) fail("here a bracket is open: ')' or a sign is missing");
  }

  void skip_spaces() {
    while (at_ < formula_.size() && formula_[at_] == ' ') ++at_;
  }

  bool take(std::string_view sign) {
    if (fault_ || !formula_.substr(at_).starts_with(sign)) return false;
    at_ += sign.size();
    skip_spaces();
    return true;
  }

  std::string_view take_word() {
    const std::size_t start = at_;
    while (at_ < formula_.size() && (is_ascii_alphanumeric(formula_[at_]) || formula_[at_] == '_' || is_point())) ++at_;
    const std::string_view word = formula_.substr(start, at_ - start);
    skip_spaces();
    return word;
  }

  /// Returns whether a '.' of a number stands here.
  [[nodiscard]] bool is_point() const {
    return formula_[at_] == '.' && at_ > 0 && is_ascii_alphanumeric(formula_[at_ - 1]);
  }

  void fail(std::string what) { fail(std::move(what), at_); }
  void fail(std::string what, std::size_t at) {
    if (!fault_) fault_ = FormulaFault{.at = at, .what = std::move(what)};
  }

  std::string_view formula_;
  std::size_t at_ = 0;
  int depth_ = 0;  ///< of brackets
  std::optional<FormulaFault> fault_;
};

}  // namespace

std::optional<FormulaFault> find_formula_fault(std::string_view formula) { return FormulaWalk(formula).walk(); }

}  // namespace npu_cts
