// SPDX-License-Identifier: Apache-2.0
#include "framework/arrays/pict_text.h"

#include <algorithm>
#include <array>
#include <compare>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/text.h"

namespace npu_cts::arrays {
namespace {

constexpr int deepest = 100;

/// A value as constraints compare it.
using Operand = std::variant<double, std::string>;

/// Returns the values of `parameter`: as numbers if all are.
std::vector<Operand> operands_of(const Parameter& parameter) {
  std::vector<Operand> operands;
  const bool numeric = is_numeric(parameter);
  for (const std::string& value : parameter.values) {
    if (numeric)
      operands.emplace_back(*to_number(value));
    else
      operands.emplace_back(to_lower(value));
  }
  return operands;
}

bool holds(const Operand& a, std::string_view relation, const Operand& b) {
  const std::partial_ordering order = a <=> b;
  if (relation == "=") return order == 0;
  if (relation == "<>") return order != 0;
  if (relation == "<") return order < 0;
  if (relation == "<=") return order <= 0;
  if (relation == ">") return order > 0;
  return order >= 0;
}

bool is_relation(const Token& token) {
  constexpr std::array<std::string_view, 6> relations{"=", "<>", "<", "<=", ">", ">="};
  return token.kind == TokenKind::sign && contains(relations, token.text);
}

/// A part of a constraint: a test of one or two parameters, or a join of two other parts.
struct Node {
  enum class Kind : std::uint8_t { test, negation, both, either };
  Kind kind = Kind::test;
  std::size_t left = 0;   ///< a place among the parts; of a test, among the constraint's parameters
  std::size_t right = 0;  ///< the same
  std::size_t columns = 1;
  std::vector<bool> table = {};  ///< of a test: by value of `left` times `columns`, plus the value of `right`
};

bool evaluate(const std::vector<Node>& nodes, std::size_t at, std::span<const Value> values) {
  const Node& node = nodes[at];
  switch (node.kind) {
    case Node::Kind::test: {
      const std::size_t column = node.columns == 1 ? 0 : values[node.right];
      return node.table[values[node.left] * node.columns + column];
    }
    case Node::Kind::negation:
      return !evaluate(nodes, node.left, values);
    case Node::Kind::both:
      return evaluate(nodes, node.left, values) && evaluate(nodes, node.right, values);
    case Node::Kind::either:
      return evaluate(nodes, node.left, values) || evaluate(nodes, node.right, values);
  }
  std::abort();
}

/// Reads constraints. A part that cannot be read is an empty optional, and `error_` says why.
class Parser {
 public:
  Parser(std::vector<Token> tokens, Model& model)
      : tokens_(std::move(tokens)), model_(model), names_(names_of(model)) {}

  Diagnostics run() {
    Diagnostics errors;
    while (peek().kind != TokenKind::end) {
      parameters_.clear();
      nodes_.clear();
      error_.reset();
      const Location at = peek().at;
      const auto root = constraint();
      if (root && !accept(TokenKind::sign, ";")) expected("';'");
      if (!error_) {
        add(*root, at);
      } else {
        errors.push_back(*std::move(error_));
        skip();
      }
    }
    return errors;
  }

 private:
  using Part = std::optional<std::size_t>;

  [[nodiscard]] const Token& peek() const { return tokens_[here_]; }

  bool accept(TokenKind kind, std::string_view text) {
    if (peek().kind != kind || peek().text != text) return false;
    ++here_;
    return true;
  }

  /// Leaves the rest of a constraint.
  void skip() {
    while (peek().kind != TokenKind::end && !accept(TokenKind::sign, ";")) ++here_;
  }

  Part fail(Kind kind, const Token& token, std::string what, std::string why, std::string hint) {
    if (!error_) error_ = error_at(kind, token.at, std::move(what), std::move(why), std::move(hint));
    return std::nullopt;
  }

  Part expected(std::string_view wanted) {
    const Token& token = peek();
    const std::string got = token.kind == TokenKind::end ? "the end" : fmt::format("'{}'", token.text);
    return fail(Kind::expression_syntax, token, fmt::format("expected {}, not {}", wanted, got),
                "constraints are 'IF ... THEN ... ELSE ...;' or a condition, of terms such as [NAME] <> \"VALUE\"",
                fmt::format("write {} here", wanted));
  }

  void add(std::size_t root, const Location& at) {
    model_.constraints.push_back(
        {.parameters = parameters_,
         .allows = [nodes = std::make_shared<const std::vector<Node>>(std::move(nodes_)),
                    root](std::span<const Value> values) { return evaluate(*nodes, root, values); },
         .at = at});
  }

  Part make(Node node) {
    nodes_.push_back(std::move(node));
    return nodes_.size() - 1;
  }

  Part join(Node::Kind kind, Part left, Part right) {
    if (!left || !right) return std::nullopt;
    return make({.kind = kind, .left = *left, .right = *right});
  }

  Part negate(Part part) { return join(Node::Kind::negation, part, part); }

  Part constraint() {
    if (!accept(TokenKind::word, "if")) return condition();
    const Part when = condition();
    if (!when) return when;
    if (!accept(TokenKind::word, "then")) return expected("THEN");
    const Part then = join(Node::Kind::either, negate(when), condition());
    if (!then || !accept(TokenKind::word, "else")) return then;
    return join(Node::Kind::both, then, join(Node::Kind::either, when, condition()));
  }

  Part condition() {
    Part left = conjunction();
    while (left && accept(TokenKind::word, "or")) left = join(Node::Kind::either, left, conjunction());
    return left;
  }

  Part conjunction() {
    Part left = clause();
    while (left && accept(TokenKind::word, "and")) left = join(Node::Kind::both, left, clause());
    return left;
  }

  Part clause() {
    if (depth_ == deepest)
      return fail(Kind::too_deep, peek(), "a constraint is nested too deeply",
                  fmt::format("{} levels at most are read", deepest), "split it into more constraints");
    ++depth_;
    const Part part = clause_inside();
    --depth_;
    return part;
  }

  Part clause_inside() {
    if (accept(TokenKind::word, "not")) return negate(clause());
    if (!accept(TokenKind::sign, "(")) return term();
    const Part inside = condition();
    if (inside && !accept(TokenKind::sign, ")")) return expected("')'");
    return inside;
  }

  Part term() {
    const auto parameter = this->parameter();
    if (!parameter) return std::nullopt;
    if (accept(TokenKind::word, "in")) return membership(*parameter);
    if (!is_relation(peek())) return expected("a relation");
    const std::string relation = tokens_[here_++].text;
    if (peek().kind == TokenKind::name) return comparison(*parameter, relation);
    const bool is_of_one = relation == "=" || relation == "<>";
    const auto value = is_of_one ? own_value(*parameter) : this->value(*parameter);
    if (!value) return std::nullopt;
    return test(*parameter, [&](const Operand& own) { return holds(own, relation, *value); });
  }

  Part membership(std::size_t parameter) {
    if (!accept(TokenKind::sign, "{")) return expected("'{'");
    std::vector<Operand> values;
    do {
      const auto value = own_value(parameter);
      if (!value) return std::nullopt;
      values.push_back(*value);
    } while (accept(TokenKind::sign, ","));
    if (!accept(TokenKind::sign, "}")) return expected("',' or '}'");
    return test(parameter, [&](const Operand& own) { return contains(values, own); });
  }

  template <class Predicate>
  Part test(std::size_t parameter, Predicate predicate) {
    Node node{.left = place_of(parameter)};
    for (const Operand& own : operands_of(model_.parameters[parameter])) node.table.push_back(predicate(own));
    return make(std::move(node));
  }

  /// Reads the second parameter of a comparison of two.
  Part comparison(std::size_t first, const std::string& relation) {
    const Token& token = peek();
    const auto second = parameter();
    if (!second) return std::nullopt;
    const auto left = operands_of(model_.parameters[first]);
    const auto right = operands_of(model_.parameters[*second]);
    if (is_numeric(model_.parameters[first]) != is_numeric(model_.parameters[*second]))
      return fail(Kind::expression_type, token,
                  fmt::format("'{}' and '{}' cannot be compared", names_[first], token.text),
                  "the values of one are numbers, those of the other are not", "compare each with values of its own");
    Node node{.left = place_of(first), .right = place_of(*second), .columns = right.size()};
    for (const Operand& a : left)
      for (const Operand& b : right) node.table.push_back(holds(a, relation, b));
    return make(std::move(node));
  }

  /// Returns the place of `parameter` among those of the constraint.
  std::size_t place_of(std::size_t parameter) {
    const auto it = std::ranges::find(parameters_, parameter);
    if (it != parameters_.end()) return static_cast<std::size_t>(it - parameters_.begin());
    parameters_.push_back(parameter);
    return parameters_.size() - 1;
  }

  std::optional<std::size_t> parameter() {
    const Token& token = peek();
    if (token.kind != TokenKind::name) return expected("'[NAME]', 'NOT' or '('");
    if (const auto found = find_name(names_, token.text)) {
      ++here_;
      return found;
    }
    return fail(Kind::unknown_name, token, fmt::format("no parameter is called '{}'", token.text),
                "a constraint is about the parameters above it", near(token.text, names_));
  }

  std::optional<Operand> no_value_of(const Parameter& owner, const Token& token) {
    fail(Kind::unknown_name, token, fmt::format("'{}' has no value '{}'", owner.name, token.text),
         "a parameter is compared with its own values", near(token.text, owner.values));
    return std::nullopt;
  }

  /// Reads a value that `parameter` has. A limit may be another number: no value is equal to it.
  std::optional<Operand> own_value(std::size_t parameter) {
    const Token& token = peek();
    const Parameter& owner = model_.parameters[parameter];
    const auto value = this->value(parameter);
    const auto own = operands_of(owner);
    if (value && !contains(own, *value)) return no_value_of(owner, token);
    return value;
  }

  /// Reads a value to compare `parameter` with.
  std::optional<Operand> value(std::size_t parameter) {
    const Token& token = peek();
    const Parameter& owner = model_.parameters[parameter];
    const bool numeric = is_numeric(owner);
    if (token.kind == TokenKind::text && !numeric) {
      if (!find_name(owner.values, token.text)) return no_value_of(owner, token);
      ++here_;
      return to_lower(token.text);
    }
    if (token.kind != TokenKind::text && token.kind != TokenKind::number) {
      expected(numeric ? "a number" : "a value in quotes");
      return std::nullopt;
    }
    const auto number = token.kind == TokenKind::number ? to_number(token.text) : std::nullopt;
    if (number && numeric) {
      ++here_;
      return *number;
    }
    fail(Kind::expression_type, token, fmt::format("'{}' cannot be compared with '{}'", owner.name, token.text),
         numeric ? "all its values are numbers" : "not all its values are numbers",
         numeric ? "write a number without quotes" : fmt::format("write \"{}\"", escape(token.text)));
    return std::nullopt;
  }

  std::vector<Token> tokens_;
  Model& model_;
  std::vector<std::string> names_;
  std::size_t here_ = 0;
  int depth_ = 0;
  std::vector<std::size_t> parameters_;  ///< of the constraint that is being read
  std::vector<Node> nodes_;              ///< of it too
  std::optional<Diagnostic> error_;
};

}  // namespace

Diagnostics read_constraints(std::string_view text, const Location& from, Model& model) {
  return Parser(to_tokens(text, from), model).run();
}

}  // namespace npu_cts::arrays
