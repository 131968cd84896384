// SPDX-License-Identifier: Apache-2.0
#include "framework/expression/print_expression.h"

#include <cstdlib>
#include <vector>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/expression/functions.h"
#include "framework/model/tensor.h"

namespace npu_cts {
namespace {

bool is_connective(const Expression& node) {
  return node.kind == ExprKind::logical_or || node.kind == ExprKind::logical_and;
}

/// A derived `and` or `or` of one part is written as that part.
const Expression& written(const Expression& node) {
  return is_connective(node) && node.children.size() == 1 ? written(*node.children[0]) : node;
}

Binding binding_of(const Expression& node) {
  if (node.kind == ExprKind::integer && node.integer < 0) return Binding::unary;
  const Notation* const notation = find_notation(node.kind);
  return notation != nullptr ? notation->binding : Binding::primary;
}

std::string print(const Expression& outer);

std::string print(const Expression& node, Binding least) {
  return binding_of(written(node)) < least ? fmt::format("({})", print(node)) : print(node);
}

std::string print_parts(const Expression& node, const Notation& notation) {
  std::vector<std::string> parts;
  for (const ExpressionPtr& child : node.children) {
    parts.push_back(print(*child, parts.empty() ? notation.first : notation.rest));
  }
  return join(parts, notation.form == SyntaxForm::infix ? notation.sign : ", ");
}

std::string print_value(const Expression& node) {
  if (node.kind == ExprKind::integer) return fmt::format("{}", node.integer);
  if (node.kind == ExprKind::boolean) return node.integer != 0 ? "true" : "false";
  if (node.kind == ExprKind::dtype) return std::string(name_of(node.dtype));
  return find_named<Layout>(node.name) || find_named<Format>(node.name) ? node.name : fmt::format("'{}'", node.name);
}

/// The minus of a plain number belongs to the number: `-(1)` is another tree than `-1`.
std::string print_prefixed(const Expression& node, const Notation& notation) {
  const Expression& operand = *node.children[0];
  const bool number = node.kind == ExprKind::negate && operand.kind == ExprKind::integer && operand.integer >= 0;
  return number ? fmt::format("-({})", print(operand))
                : fmt::format("{}{}", notation.sign, print(operand, notation.first));
}

std::string print(const Expression& outer) {
  const Expression& node = written(outer);
  const Function* const function = find_function(node.kind);
  if (function != nullptr) return fmt::format("{}({})", function->name, print_parts(node, {}));
  const Notation& notation = *find_notation(node.kind);
  switch (notation.form) {
    case SyntaxForm::value:
      return print_value(node);
    case SyntaxForm::name:
      return node.name;
    case SyntaxForm::infix:
      return print_parts(node, notation);
    case SyntaxForm::prefix:
      return print_prefixed(node, notation);
    case SyntaxForm::postfix:
      return fmt::format("{}{}", print(*node.children[0]), notation.sign);
    case SyntaxForm::enclosed:
      return fmt::format("{}{}{}", notation.sign.substr(0, notation.sign.size() - 1), print_parts(node, notation),
                         notation.sign.back());
    case SyntaxForm::quantifier:
      return fmt::format("{}({} in {}: {})", notation.sign, node.name, print(*node.children[0], Binding::interval),
                         print(*node.children[1]));
  }
  std::abort();
}

}  // namespace

std::string to_text(const Expression& expression) { return print(expression); }

}  // namespace npu_cts
