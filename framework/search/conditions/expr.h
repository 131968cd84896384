// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

#include "framework/expression/nodes.h"

namespace npu_cts::search {

/// An expression of the language, or an integer, to be joined to others as the spec writes it: `n % 8 == 0 && n > 1`.
/// A node stands where the first of its operands does that stands anywhere. Two ExpressionPtr are no operands: one of
/// them is to be an Expr.
class Expr {
 public:
  // NOLINTBEGIN(google-explicit-constructor): operands of operators.
  Expr(ExpressionPtr tree) : tree_(std::move(tree)) {}
  Expr(int number) : number_(number) {}
  Expr(std::int64_t number) : number_(number) {}
  Expr(bool) = delete;
  /// Precondition: it is no integer.
  operator ExpressionPtr() const { return tree_; }
  // NOLINTEND(google-explicit-constructor)

  static Expr node(ExprKind kind, Type type, std::initializer_list<Expr> operands) {
    Location at;
    for (auto it = operands.end(); it != operands.begin();)
      if ((--it)->tree_) at = it->tree_->at;
    std::vector<ExpressionPtr> children;
    for (const Expr& one : operands) children.push_back(one.tree_ ? one.tree_ : make_integer(one.number_, at));
    return make_node(kind, type, std::move(children), at);
  }

  friend Expr operator==(const Expr& a, const Expr& b) { return node(ExprKind::equal, Type::boolean, {a, b}); }
  friend Expr operator!=(const Expr& a, const Expr& b) { return node(ExprKind::not_equal, Type::boolean, {a, b}); }
  friend Expr operator<(const Expr& a, const Expr& b) { return node(ExprKind::less, Type::boolean, {a, b}); }
  friend Expr operator<=(const Expr& a, const Expr& b) { return node(ExprKind::less_equal, Type::boolean, {a, b}); }
  friend Expr operator>(const Expr& a, const Expr& b) { return node(ExprKind::greater, Type::boolean, {a, b}); }
  friend Expr operator>=(const Expr& a, const Expr& b) { return node(ExprKind::greater_equal, Type::boolean, {a, b}); }
  friend Expr operator&&(const Expr& a, const Expr& b) { return node(ExprKind::logical_and, Type::boolean, {a, b}); }
  friend Expr operator+(const Expr& a, const Expr& b) { return node(ExprKind::add, Type::integer, {a, b}); }
  friend Expr operator-(const Expr& a, const Expr& b) { return node(ExprKind::subtract, Type::integer, {a, b}); }
  friend Expr operator*(const Expr& a, const Expr& b) { return node(ExprKind::multiply, Type::integer, {a, b}); }
  friend Expr operator%(const Expr& a, const Expr& b) { return node(ExprKind::modulo, Type::integer, {a, b}); }
  friend Expr operator-(const Expr& a) { return node(ExprKind::negate, Type::integer, {a}); }

 private:
  ExpressionPtr tree_;  ///< null of an integer
  std::int64_t number_ = 0;
};

// Of tensors and shapes. Axes below 0 count from the end.
inline Expr rank_of(const Expr& a) { return Expr::node(ExprKind::rank, Type::integer, {a}); }
inline Expr numel_of(const Expr& a) { return Expr::node(ExprKind::numel, Type::integer, {a}); }
inline Expr size_of(const Expr& a, const Expr& axis) { return Expr::node(ExprKind::dim, Type::integer, {a, axis}); }
inline Expr with_size(const Expr& shape, const Expr& axis, const Expr& size) {
  return Expr::node(ExprKind::replace, Type::shape, {shape, axis, size});
}

}  // namespace npu_cts::search
