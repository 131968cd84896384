// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/diagnostic.h"
#include "framework/expression/functions.h"
#include "framework/expression/parse_expression.h"
#include "framework/expression/tokens.h"
#include "framework/model/expression.h"

namespace npu_cts {

/// How deep parentheses, functions and chains of operators may nest.
inline constexpr int max_expression_depth = 64;

/// Returns whether `word` belongs to the language itself.
bool is_reserved(std::string_view word);

/// A recursive descent over the tokens of one expression. The first error ends it. From the loosest binding:
/// or, and, not, comparison, `..`, + -, * // %, unary minus, primary.
class Parser {
 public:
  /// `tokens` end with one of kind `end`; all three outlive the parser.
  Parser(const std::vector<Token>& tokens, const Location& at, const Scope& scope);

  Result<ExpressionPtr> run();

  /// Returns whether a value of type `have` may stand where `want` is asked for: a list may stand for a shape.
  static bool fits(Type have, Type want) {
    return have == want || (have == Type::list && want == Type::shape) || (have == Type::shape && want == Type::list);
  }

 private:
  using Operands = std::vector<ExpressionPtr>;

  // Each returns null after an error.
  ExpressionPtr disjunction();
  ExpressionPtr conjunction();
  ExpressionPtr negation();
  ExpressionPtr comparison();
  ExpressionPtr presence(const ExpressionPtr& parameter);
  ExpressionPtr interval();
  ExpressionPtr sum();
  ExpressionPtr term();
  ExpressionPtr factor();
  ExpressionPtr primary();
  ExpressionPtr parenthesized();
  ExpressionPtr name();
  ExpressionPtr constant(const Token& token);
  ExpressionPtr set_literal();
  ExpressionPtr shape_literal();
  ExpressionPtr shape_item();
  ExpressionPtr conditional(const Token& start);
  ExpressionPtr quantifier(const Token& start);
  ExpressionPtr call(const Token& start, const Function& function);
  ExpressionPtr negative_integer(const Token& minus);
  ExpressionPtr join(ExprKind kind, std::string_view word, ExpressionPtr (Parser::*operand)());
  ExpressionPtr chain(Binding binding, ExpressionPtr (Parser::*operand)());

  ExpressionPtr compare(ExprKind kind, const ExpressionPtr& a, const ExpressionPtr& b);
  ExpressionPtr membership(const ExpressionPtr& value, const ExpressionPtr& set);
  ExpressionPtr arithmetic(ExprKind kind, const ExpressionPtr& a, const ExpressionPtr& b);
  std::optional<Operands> arguments(const Token& start);

  bool require(const ExpressionPtr& node, Type type, std::string_view place);
  bool require(const ExpressionPtr& node, Takes takes, const Function& function);
  bool require_known_word(const Expression& source, const Expression& word);
  bool require_new_name(const Token& token);
  bool expect(std::string_view sign, std::string_view after);

  [[nodiscard]] const Token& peek() const { return tokens_[position_]; }
  [[nodiscard]] const Token& peek_next() const;
  [[nodiscard]] bool at_sign(std::string_view text) const;
  [[nodiscard]] bool at_word(std::string_view text) const;
  Token take();
  bool take_sign(std::string_view text);
  bool take_word(std::string_view text);
  [[nodiscard]] Location place(const Token& token) const { return shifted(at_, token.offset); }

  ExpressionPtr fail(Kind kind, const Location& at, std::string what, std::string why, std::string hint);
  ExpressionPtr fail_value();
  ExpressionPtr fail_trailing();
  ExpressionPtr fail_deep();
  ExpressionPtr fail_name(const Token& token);
  ExpressionPtr fail_function(const Token& token);
  ExpressionPtr fail_chain();
  [[nodiscard]] std::vector<std::string> known_names() const;

  const std::vector<Token>& tokens_;
  const Location& at_;
  const Scope& scope_;
  std::size_t position_ = 0;
  int depth_ = 0;
  std::vector<std::string_view> variables_;
  std::optional<Diagnostic> error_;
};

/// How many values the quantifiers of an expression may visit together; a range that the call bounds counts as 100.
inline constexpr std::int64_t most_visits = 20'000;

/// Returns why no call gives `tree` a value in bounded time: a division by zero or an overflow among its numbers, or
/// quantifiers that visit more than `most_visits` values. Nothing where the text does not show it.
std::optional<Diagnostic> find_excess(const Expression& tree);

}  // namespace npu_cts
