#include "framework/rule/nodes.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace npu_cts {

ExpressionPtr make_node(Op op, Type type, std::vector<ExpressionPtr> children, const Location& at) {
  return std::make_shared<const Expression>(
      Expression{.op = op, .type = type, .name = {}, .children = std::move(children), .at = at});
}

ExpressionPtr make_integer(std::int64_t value, const Location& at) {
  return std::make_shared<const Expression>(
      Expression{.op = Op::integer, .type = Type::integer, .integer = value, .name = {}, .children = {}, .at = at});
}

ExpressionPtr make_boolean(std::int64_t value, const Location& at) {
  return std::make_shared<const Expression>(
      Expression{.op = Op::boolean, .type = Type::boolean, .integer = value, .name = {}, .children = {}, .at = at});
}

ExpressionPtr make_dtype(DType dtype, const Location& at) {
  return std::make_shared<const Expression>(
      Expression{.op = Op::dtype, .type = Type::dtype, .dtype = dtype, .name = {}, .children = {}, .at = at});
}

ExpressionPtr make_word(std::string_view word, const Location& at) { return make_name(Op::word, Type::word, word, at); }

ExpressionPtr make_name(Op op, Type type, std::string_view name, const Location& at) {
  return std::make_shared<const Expression>(
      Expression{.op = op, .type = type, .name = std::string(name), .children = {}, .at = at});
}

ExpressionPtr make_membership(ExpressionPtr value, std::vector<ExpressionPtr> members, const Location& at) {
  auto set = make_node(Op::set, Type::set, std::move(members), at);
  return make_node(Op::in, Type::boolean, {std::move(value), std::move(set)}, at);
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
  if (set.op == Op::set) return set.children.front()->type;
  if (set.op == Op::difference) return member_type(*set.children.front());
  if (set.op == Op::conditional) return member_type(*set.children[1]);
  return Type::integer;
}

bool same_tree(const Expression& a, const Expression& b) {
  return a.op == b.op && a.type == b.type && a.integer == b.integer && a.dtype == b.dtype && a.name == b.name &&
         std::ranges::equal(a.children, b.children,
                            [](const ExpressionPtr& x, const ExpressionPtr& y) { return same_tree(*x, *y); });
}

}  // namespace npu_cts
