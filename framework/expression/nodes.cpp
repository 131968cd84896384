// SPDX-License-Identifier: Apache-2.0
#include "framework/expression/nodes.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "framework/expression/shapes.h"

namespace npu_cts {

ExpressionPtr make_node(ExprKind kind, Type type, std::vector<ExpressionPtr> children, const Location& at) {
  return std::make_shared<const Expression>(
      Expression{.kind = kind, .type = type, .children = std::move(children), .at = at});
}

ExpressionPtr make_integer(std::int64_t value, const Location& at) {
  return std::make_shared<const Expression>(
      Expression{.kind = ExprKind::integer, .type = Type::integer, .integer = value, .at = at});
}

ExpressionPtr make_boolean(std::int64_t value, const Location& at) {
  return std::make_shared<const Expression>(
      Expression{.kind = ExprKind::boolean, .type = Type::boolean, .integer = value, .at = at});
}

ExpressionPtr make_dtype(DType dtype, const Location& at) {
  return std::make_shared<const Expression>(
      Expression{.kind = ExprKind::dtype, .type = Type::dtype, .dtype = dtype, .at = at});
}

ExpressionPtr make_word(std::string_view word, const Location& at) {
  return make_name(ExprKind::word, Type::word, word, at);
}

ExpressionPtr make_name(ExprKind kind, Type type, std::string_view name, const Location& at) {
  return std::make_shared<const Expression>(
      Expression{.kind = kind, .type = type, .name = std::string(name), .at = at});
}

ExpressionPtr make_membership(ExpressionPtr value, std::vector<ExpressionPtr> members, const Location& at) {
  auto set = make_node(ExprKind::set, Type::set, std::move(members), at);
  return make_node(ExprKind::in, Type::boolean, {std::move(value), std::move(set)}, at);
}

ExpressionPtr replaced(const ExpressionPtr& tree, const ExpressionPtr& part, const ExpressionPtr& instead) {
  if (same_tree(*tree, *part)) return instead;
  if (tree->children.empty()) return tree;
  Expression changed = *tree;
  for (ExpressionPtr& child : changed.children) child = replaced(child, part, instead);
  return std::make_shared<const Expression>(std::move(changed));
}

Type type_of(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::tensor:
      return Type::tensor;
    case ParameterKind::integer:
      return Type::integer;
    case ParameterKind::boolean:
      return Type::boolean;
    case ParameterKind::word:
      return Type::word;
    case ParameterKind::dtype:
      return Type::dtype;
    case ParameterKind::integer_list:
      return Type::list;
    case ParameterKind::integer_pair:
      return Type::list;
  }
  std::abort();
}

Type member_type(const Expression& set) {
  if (set.kind == ExprKind::set) return set.children.front()->type;
  if (set.kind == ExprKind::difference) return member_type(*set.children.front());
  if (set.kind == ExprKind::conditional) return member_type(*set.children[1]);
  return Type::integer;
}

std::optional<std::int64_t> number_of(const Expression& node) {
  if (node.kind == ExprKind::integer) return node.integer;
  if (node.kind != ExprKind::negate) return std::nullopt;
  const auto inner = number_of(*node.children[0]);
  return inner ? checked_subtract(0, *inner) : std::nullopt;
}

bool same_tree(const Expression& a, const Expression& b) {
  return a.kind == b.kind && a.type == b.type && a.integer == b.integer && a.dtype == b.dtype && a.name == b.name &&
         std::ranges::equal(a.children, b.children,
                            [](const ExpressionPtr& x, const ExpressionPtr& y) { return same_tree(x, y); });
}

bool same_tree(const ExpressionPtr& a, const ExpressionPtr& b) { return a == b || (a && b && same_tree(*a, *b)); }

}  // namespace npu_cts
