// SPDX-License-Identifier: Apache-2.0
#include "framework/expression/parser.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "framework/expression/nodes.h"
#include "framework/model/tensor.h"

namespace npu_cts {
namespace {

/// Returns the operator that `token` writes and that binds as `binding`, or null.
const Notation* find_operator(const Token& token, Binding binding) {
  return token.kind == TokenKind::sign ? find_operator(token.text, binding) : nullptr;
}

/// Counts one level of nesting for as long as it lives.
class Nesting {
 public:
  explicit Nesting(int& depth) : depth_(depth) { ++depth_; }
  ~Nesting() { --depth_; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;

 private:
  int& depth_;
};

}  // namespace

Parser::Parser(const std::vector<Token>& tokens, const Location& at, const Scope& scope)
    : tokens_(tokens), at_(at), scope_(scope) {}

Result<ExpressionPtr> Parser::run() {
  ExpressionPtr tree = disjunction();
  if (tree && peek().kind != TokenKind::end) tree = fail_trailing();
  if (!tree) return *error_;
  return tree;
}

ExpressionPtr Parser::join(ExprKind kind, std::string_view word, ExpressionPtr (Parser::*operand)()) {
  ExpressionPtr first = (this->*operand)();
  if (!first || !at_word(word)) return first;
  const Location at = first->at;
  Operands operands{std::move(first)};
  while (take_word(word)) {
    operands.push_back((this->*operand)());
    if (!operands.back()) return nullptr;
  }
  for (const ExpressionPtr& part : operands) {
    if (!require(part, Type::boolean, fmt::format("beside '{}'", word))) return nullptr;
  }
  return make_node(kind, Type::boolean, std::move(operands), at);
}

ExpressionPtr Parser::disjunction() {
  const Nesting level(depth_);
  if (depth_ > max_expression_depth) return fail_deep();
  return join(ExprKind::logical_or, "or", &Parser::conjunction);
}

ExpressionPtr Parser::conjunction() { return join(ExprKind::logical_and, "and", &Parser::negation); }

ExpressionPtr Parser::negation() {
  if (!at_word("not")) return comparison();
  const Nesting level(depth_);
  if (depth_ > max_expression_depth) return fail_deep();
  const Token start = take();
  const ExpressionPtr operand = negation();
  if (!operand || !require(operand, Type::boolean, "after 'not'")) return nullptr;
  return make_node(ExprKind::logical_not, Type::boolean, {operand}, place(start));
}

ExpressionPtr Parser::comparison() {
  const ExpressionPtr left = interval();
  if (!left) return nullptr;
  if (at_word("is")) return presence(left);
  ExpressionPtr node;
  if (take_word("in")) {
    const ExpressionPtr set = interval();
    node = set ? membership(left, set) : nullptr;
  } else if (const auto* const sign = find_operator(peek(), Binding::comparison)) {
    take();
    const ExpressionPtr right = interval();
    node = right ? compare(sign->kind, left, right) : nullptr;
  } else {
    return left;
  }
  if (node && (find_operator(peek(), Binding::comparison) != nullptr || at_word("in"))) return fail_chain();
  return node;
}

ExpressionPtr Parser::presence(const ExpressionPtr& parameter) {
  take();
  if (parameter->kind != ExprKind::parameter) {
    return fail(Kind::expression_type, parameter->at, "'is' does not stand after a parameter",
                "only a parameter can be given or none", "write 'NAME is given'");
  }
  if (take_word("given")) return make_node(ExprKind::given, Type::boolean, {parameter}, parameter->at);
  if (take_word("none")) return make_node(ExprKind::absent, Type::boolean, {parameter}, parameter->at);
  return fail(Kind::expression_syntax, place(peek()), "'is' is not followed by 'given' or 'none'",
              "a parameter is given or it is none",
              fmt::format("write '{0} is given' or '{0} is none'", parameter->name));
}

ExpressionPtr Parser::interval() {
  const ExpressionPtr first = sum();
  if (!first || !take_sign("..")) return first;
  const ExpressionPtr last = sum();
  if (!last || !require(first, Type::integer, "before '..'") || !require(last, Type::integer, "after '..'")) {
    return nullptr;
  }
  return make_node(ExprKind::range, Type::set, {first, last}, first->at);
}

ExpressionPtr Parser::sum() { return chain(Binding::sum, &Parser::term); }

ExpressionPtr Parser::term() { return chain(Binding::term, &Parser::factor); }

ExpressionPtr Parser::chain(Binding binding, ExpressionPtr (Parser::*operand)()) {
  ExpressionPtr node = (this->*operand)();
  int links = 0;
  while (const auto* const sign = node ? find_operator(peek(), binding) : nullptr) {
    if (depth_ + ++links > max_expression_depth) return fail_deep();
    take();
    const ExpressionPtr right = (this->*operand)();
    node = right ? arithmetic(sign->kind, node, right) : nullptr;
  }
  return node;
}

ExpressionPtr Parser::factor() {
  if (!at_sign("-")) return primary();
  const Nesting level(depth_);
  if (depth_ > max_expression_depth) return fail_deep();
  const Token minus = take();
  if (peek().kind == TokenKind::integer) return negative_integer(minus);
  const ExpressionPtr operand = factor();
  if (!operand || !require(operand, Type::integer, "after '-'")) return nullptr;
  return make_node(ExprKind::negate, Type::integer, {operand}, place(minus));
}

ExpressionPtr Parser::negative_integer(const Token& minus) {
  const std::uint64_t magnitude = take().value;
  return make_integer(static_cast<std::int64_t>(std::uint64_t{0} - magnitude), place(minus));
}

ExpressionPtr Parser::primary() {
  const Token& token = peek();
  switch (token.kind) {
    case TokenKind::name:
      return name();
    case TokenKind::word:
      return make_word(take().text, place(token));
    case TokenKind::integer:
      if (token.value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
        return fail(Kind::expression_syntax, place(token), "number is too large", "integers have 64 bits",
                    "write a smaller number");
      }
      return make_integer(static_cast<std::int64_t>(take().value), place(token));
    case TokenKind::sign:
      if (at_sign("(")) return parenthesized();
      if (at_sign("{")) return set_literal();
      if (at_sign("[")) return shape_literal();
      return fail_value();
    case TokenKind::end:
      return fail_value();
  }
  return nullptr;
}

ExpressionPtr Parser::parenthesized() {
  take();
  ExpressionPtr inner = disjunction();
  return inner && expect(")", "after the expression in parentheses") ? inner : nullptr;
}

ExpressionPtr Parser::name() {
  const Token token = peek();
  const bool called = peek_next().kind == TokenKind::sign && peek_next().text == "(";
  if (called) {
    take();
    if (token.text == "if") return conditional(token);
    if (token.text == "all" || token.text == "any") return quantifier(token);
    const Function* const function = find_function(token.text);
    return function != nullptr ? call(token, *function) : fail_function(token);
  }
  if (const auto it = std::ranges::find(variables_, token.text); it != variables_.end()) {
    return make_name(ExprKind::variable, Type::integer, take().text, place(token));
  }
  if (const auto it = scope_.parameters.find(token.text); it != scope_.parameters.end()) {
    return make_name(ExprKind::parameter, type_of(it->second), take().text, place(token));
  }
  if (const auto it = scope_.symbols.find(token.text); it != scope_.symbols.end()) {
    return make_name(ExprKind::symbol, it->second, take().text, place(token));
  }
  return constant(token);
}

ExpressionPtr Parser::constant(const Token& token) {
  const Location at = place(token);
  if (token.text == "true" || token.text == "false") {
    take();
    return make_boolean(token.text == "true" ? 1 : 0, at);
  }
  if (const auto dtype = find_named<DType>(token.text)) {
    take();
    return make_dtype(*dtype, at);
  }
  if (find_named<Layout>(token.text) || find_named<Format>(token.text)) return make_word(take().text, at);
  return fail_name(token);
}

ExpressionPtr Parser::set_literal() {
  const Location at = place(take());
  if (at_sign("}")) {
    return fail(Kind::expression_syntax, place(peek()), "set is empty", "a set has at least one member",
                "write its members");
  }
  Operands members;
  do {
    members.push_back(disjunction());
    if (!members.back()) return nullptr;
    const Type type = members.back()->type;
    if (type == Type::set || type == Type::tensor) {
      return fail(Kind::expression_type, members.back()->at, fmt::format("set has {} as a member", describe(type)),
                  "sets are of integers, dtypes, words or shapes", "write a value");
    }
    if (!fits(type, members.front()->type)) {
      return fail(Kind::expression_type, members.back()->at,
                  fmt::format("set has {} beside {}", describe(type), describe(members.front()->type)),
                  "the members of a set are of one type", "write two sets");
    }
  } while (take_sign(","));
  if (!expect("}", "after the members of the set")) return nullptr;
  return make_node(ExprKind::set, Type::set, std::move(members), at);
}

ExpressionPtr Parser::shape_literal() {
  const Location at = place(take());
  Operands items;
  if (!at_sign("]")) {
    do {
      items.push_back(shape_item());
      if (!items.back()) return nullptr;
    } while (take_sign(","));
  }
  if (!expect("]", "after the axes of the shape")) return nullptr;
  return make_node(ExprKind::shape, Type::shape, std::move(items), at);
}

ExpressionPtr Parser::shape_item() {
  if (!at_sign("*")) {
    ExpressionPtr item = disjunction();
    return item && require(item, Type::integer, "in a shape") ? item : nullptr;
  }
  const Location at = place(take());
  const ExpressionPtr spread = disjunction();
  if (!spread || !require(spread, Type::shape, "after '*'")) return nullptr;
  return make_node(ExprKind::splice, Type::shape, {spread}, at);
}

}  // namespace npu_cts
