// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/expression/nodes.h"
#include "framework/expression/parser.h"

// The part of the parser that reads what has parentheses: functions, conditionals, quantifiers.
namespace npu_cts {

std::optional<Parser::Operands> Parser::arguments(const Token& start) {
  take();
  Operands operands;
  if (take_sign(")")) return operands;
  do {
    operands.push_back(disjunction());
    if (!operands.back()) return std::nullopt;
    if (operands.size() > max_arguments) {
      fail(Kind::expression_syntax, operands.back()->at, fmt::format("'{}' has too many arguments", start.text),
           fmt::format("a function takes at most {}", max_arguments), "split it");
      return std::nullopt;
    }
  } while (take_sign(","));
  if (!expect(")", fmt::format("after the arguments of '{}'", start.text))) return std::nullopt;
  return operands;
}

ExpressionPtr Parser::conditional(const Token& start) {
  const auto parts = arguments(start);
  if (!parts) return nullptr;
  if (parts->size() != 3) {
    return fail(Kind::expression_syntax, place(start), fmt::format("'if' has {} parts", parts->size()),
                "'if' has a condition and two values", "write 'if(condition, value, other)'");
  }
  const ExpressionPtr& yes = (*parts)[1];
  const ExpressionPtr& no = (*parts)[2];
  if (!require((*parts)[0], Type::boolean, "as the condition of 'if'")) return nullptr;
  if (yes->type == Type::tensor) {
    return fail(Kind::expression_type, yes->at, "'if' has a tensor as its value", "values are facts of a tensor",
                "write 'shape(x)' or 'dtype(x)'");
  }
  const bool sets_differ = yes->type == Type::set && no->type == Type::set && member_type(*yes) != member_type(*no);
  if (!fits(yes->type, no->type) || sets_differ) {
    return fail(Kind::expression_type, no->at,
                fmt::format("'if' has {} beside {}", describe(no->type), describe(yes->type)),
                "both values of 'if' are of one type", "write values of one type");
  }
  return make_node(ExprKind::conditional, yes->type, *parts, place(start));
}

ExpressionPtr Parser::quantifier(const Token& start) {
  take();
  const Token variable = peek();
  if (variable.kind != TokenKind::name || peek_next().text != "in") {
    return fail(Kind::expression_syntax, place(variable), fmt::format("'{}' does not name its variable", start.text),
                fmt::format("'{}' says something of every member of a set", start.text),
                fmt::format("write '{}(d in axes(x): …)'", start.text));
  }
  if (!require_new_name(variable)) return nullptr;
  take();
  take();
  const ExpressionPtr domain = interval();
  if (!domain || !require(domain, Type::set, fmt::format("as the domain of '{}'", start.text))) return nullptr;
  if (member_type(*domain) != Type::integer) {
    return fail(Kind::expression_type, domain->at, fmt::format("'{}' runs over no integers", start.text),
                "variables are integers", "write a set of integers");
  }
  if (!expect(":", fmt::format("after the domain of '{}'", start.text))) return nullptr;
  variables_.push_back(variable.text);
  const ExpressionPtr body = disjunction();
  variables_.pop_back();
  if (!body || !require(body, Type::boolean, fmt::format("as the body of '{}'", start.text))) return nullptr;
  if (!expect(")", fmt::format("after the body of '{}'", start.text))) return nullptr;
  return std::make_shared<const Expression>(
      Expression{.kind = start.text == "all" ? ExprKind::all_of : ExprKind::any_of,
                 .type = Type::boolean,
                 .name = std::string(variable.text),
                 .children = {domain, body},
                 .at = place(start)});
}

ExpressionPtr Parser::call(const Token& start, const Function& function) {
  auto operands = arguments(start);
  if (!operands) return nullptr;
  const bool pairs = function.kind == ExprKind::replace && operands->size() % 2 == 0;
  if (operands->size() < function.least || operands->size() > function.most || pairs) {
    return fail(Kind::expression_syntax, place(start),
                fmt::format("'{}' has {} argument{}", start.text, operands->size(), operands->size() == 1 ? "" : "s"),
                pairs ? "'replace' takes a shape, then pairs of an axis and its size"
                      : fmt::format("'{}' takes {}{}", start.text, function.least,
                                    function.most > function.least ? " or more" : ""),
                fmt::format("write '{}'", function.use));
  }
  for (const ExpressionPtr& operand : *operands) {
    if (!require(operand, operand == operands->front() ? function.first : function.rest, function)) return nullptr;
  }
  return make_node(function.kind, function.type, std::move(*operands), place(start));
}

bool Parser::require(const ExpressionPtr& node, Takes takes, const Function& function) {
  const Type type = node->type;
  const bool shape = type == Type::shape || type == Type::list;
  bool good = false;
  switch (takes) {
    case Takes::integer:
      good = type == Type::integer;
      break;
    case Takes::shape:
      good = shape;
      break;
    case Takes::tensor:
      good = type == Type::tensor;
      break;
    case Takes::tensor_or_shape:
      good = type == Type::tensor || type == Type::shape;
      break;
    case Takes::tensor_or_dtype:
      good = type == Type::tensor || type == Type::dtype;
      break;
    case Takes::elements:
      good = type == Type::tensor || type == Type::list;
      break;
  }
  if (good) return true;
  fail(Kind::expression_type, node->at, fmt::format("'{}' is given {}", function.name, describe(type)),
       fmt::format("it takes {} there", describe(takes)), fmt::format("write '{}'", function.use));
  return false;
}

bool Parser::require_new_name(const Token& token) {
  const bool taken = scope_.parameters.contains(token.text) || scope_.symbols.contains(token.text) ||
                     contains(variables_, token.text) || find_named<DType>(token.text) ||
                     find_named<Layout>(token.text) || find_named<Format>(token.text) || is_reserved(token.text);
  if (!taken) return true;
  fail(Kind::expression_syntax, place(token), fmt::format("variable '{}' hides another name", token.text),
       "a name means one thing in an expression", "choose another name");
  return false;
}

}  // namespace npu_cts
