// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "framework/expression/nodes.h"

namespace npu_cts::search {

/// An expression of the language, or an integer, to be joined to others as the spec writes it: `n % 8 == 0 && n > 1`.
/// A node stands where the first of its operands does that stands anywhere. Two ExpressionPtr are no operands: one of
/// them is to be a Term.
class Term {
 public:
  // NOLINTBEGIN(google-explicit-constructor): operands of operators.
  Term(ExpressionPtr tree) : tree_(std::move(tree)) {}
  Term(int number) : number_(number) {}
  Term(std::int64_t number) : number_(number) {}
  Term(bool) = delete;
  /// Precondition: it is no integer.
  operator ExpressionPtr() const {
    assert(tree_ != nullptr);
    return tree_;
  }
  // NOLINTEND(google-explicit-constructor)

  static Term node(ExprKind kind, Type type, std::initializer_list<Term> operands) {
    const auto* const first = std::ranges::find_if(operands, [](const Term& one) { return one.tree_ != nullptr; });
    const Location at = first == operands.end() ? Location{} : first->tree_->at;
    std::vector<ExpressionPtr> children;
    for (const Term& one : operands) children.push_back(one.tree_ ? one.tree_ : make_integer(one.number_, at));
    return make_node(kind, type, std::move(children), at);
  }

  friend Term operator==(const Term& a, const Term& b) { return node(ExprKind::equal, Type::boolean, {a, b}); }
  friend Term operator!=(const Term& a, const Term& b) { return node(ExprKind::not_equal, Type::boolean, {a, b}); }
  friend Term operator<(const Term& a, const Term& b) { return node(ExprKind::less, Type::boolean, {a, b}); }
  friend Term operator<=(const Term& a, const Term& b) { return node(ExprKind::less_equal, Type::boolean, {a, b}); }
  friend Term operator>(const Term& a, const Term& b) { return node(ExprKind::greater, Type::boolean, {a, b}); }
  friend Term operator>=(const Term& a, const Term& b) { return node(ExprKind::greater_equal, Type::boolean, {a, b}); }
  friend Term operator&&(const Term& a, const Term& b) { return node(ExprKind::logical_and, Type::boolean, {a, b}); }
  friend Term operator+(const Term& a, const Term& b) { return node(ExprKind::add, Type::integer, {a, b}); }
  friend Term operator-(const Term& a, const Term& b) { return node(ExprKind::subtract, Type::integer, {a, b}); }
  friend Term operator*(const Term& a, const Term& b) { return node(ExprKind::multiply, Type::integer, {a, b}); }
  friend Term operator%(const Term& a, const Term& b) { return node(ExprKind::modulo, Type::integer, {a, b}); }
  friend Term operator-(const Term& a) { return node(ExprKind::negate, Type::integer, {a}); }

 private:
  ExpressionPtr tree_;  ///< null of an integer
  std::int64_t number_ = 0;
};

// Of tensors and shapes. Axes below 0 count from the end.
inline Term rank_of(const Term& a) { return Term::node(ExprKind::rank, Type::integer, {a}); }
inline Term numel_of(const Term& a) { return Term::node(ExprKind::numel, Type::integer, {a}); }
inline Term size_of(const Term& a, const Term& axis) { return Term::node(ExprKind::dim, Type::integer, {a, axis}); }
inline Term with_size(const Term& shape, const Term& axis, const Term& size) {
  return Term::node(ExprKind::replace, Type::shape, {shape, axis, size});
}

}  // namespace npu_cts::search
