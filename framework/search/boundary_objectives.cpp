// SPDX-License-Identifier: Apache-2.0
#include "framework/search/boundary_objectives.h"

#include <array>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/text.h"
#include "framework/expression/print_expression.h"

namespace npu_cts::search {
namespace {

bool is_connective(ExprKind kind) {
  return kind == ExprKind::logical_and || kind == ExprKind::logical_or || kind == ExprKind::logical_not;
}

bool is_comparison(const Expression& node) {
  if (node.kind == ExprKind::in) return node.children.back()->kind == ExprKind::range;
  static constexpr std::array orders{ExprKind::equal,      ExprKind::not_equal, ExprKind::less,
                                     ExprKind::less_equal, ExprKind::greater,   ExprKind::greater_equal};
  return contains(orders, node.kind) && node.children.front()->type == Type::integer;
}

/// Finds the comparisons of integers that decide a rule: through and, or, not, but not inside quantifiers or
/// conditionals, whose variables have no value outside.
void collect_comparisons(const ExpressionPtr& expression, std::vector<ExpressionPtr>& found) {
  if (is_comparison(*expression)) found.push_back(expression);
  if (!is_connective(expression->kind)) return;
  for (const auto& child : expression->children) collect_comparisons(child, found);
}

bool is_divisibility(const Expression& equal) {
  const Expression& right = *equal.children.back();
  return equal.children.front()->kind == ExprKind::modulo && right.kind == ExprKind::integer && right.integer == 0;
}

void add_objectives(const ExpressionPtr& comparison, const std::string& mark,
                    std::vector<BoundaryObjective>& objectives) {
  const ExpressionPtr& left = comparison->children.front();
  const ExpressionPtr& right = comparison->children.back();
  const auto add = [&](BoundarySide side, bool broken, const ExpressionPtr& a, const ExpressionPtr& b,
                       std::int64_t difference) {
    objectives.push_back(
        {.side = side, .mark = mark, .broken = broken, .left = a, .right = b, .difference = difference});
  };
  const auto add_upper = [&](std::int64_t limit) {
    add(BoundarySide::at, false, left, right, limit);
    add(BoundarySide::above, true, left, right, limit + 1);
  };
  const auto add_lower = [&](std::int64_t limit) {
    add(BoundarySide::at, false, left, right, limit);
    add(BoundarySide::below, true, left, right, limit - 1);
  };
  const ExprKind kind = comparison->kind;
  if (kind == ExprKind::less_equal) return add_upper(0);
  if (kind == ExprKind::less) return add_upper(-1);
  if (kind == ExprKind::greater_equal) return add_lower(0);
  if (kind == ExprKind::greater) return add_lower(1);
  if (kind == ExprKind::not_equal) {
    add(BoundarySide::equal, true, left, right, 0);
    add(BoundarySide::next, false, left, right, 1);
  } else if (kind == ExprKind::in) {
    const auto& range = right->children;
    add(BoundarySide::low, false, left, range.front(), 0);
    add(BoundarySide::high, false, left, range.back(), 0);
    add(BoundarySide::below, true, left, range.front(), -1);
    add(BoundarySide::above, true, left, range.back(), 1);
  } else if (is_divisibility(*comparison)) {
    add(BoundarySide::once, false, left->children.front(), left->children.back(), 0);
    add(BoundarySide::remainder, true, left, right, 1);
    add(BoundarySide::shorter, true, left, left->children.back(), -1);
  } else {
    add(BoundarySide::above, true, left, right, 1);
    add(BoundarySide::below, true, left, right, -1);
  }
}

}  // namespace

std::vector<BoundaryObjective> boundary_objectives_of(const Rule& rule) {
  std::vector<ExpressionPtr> comparisons;
  if (!rule.derived) collect_comparisons(rule.require, comparisons);
  std::vector<BoundaryObjective> objectives;
  for (const auto& comparison : comparisons) {
    const std::string mark =
        comparisons.size() == 1 ? std::string() : fmt::format(".{:04x}", stable_hash(to_text(*comparison)) & 0xFFFF);
    add_objectives(comparison, mark, objectives);
  }
  objectives.push_back({.side = BoundarySide::broken, .broken = true, .left = nullptr, .right = nullptr});
  return objectives;
}

}  // namespace npu_cts::search
