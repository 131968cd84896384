#include "framework/expand/goals.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/rule/print_expression.h"

namespace npu_cts {
namespace {

bool is_connective(Op op) { return op == Op::logical_and || op == Op::logical_or || op == Op::logical_not; }

bool is_comparison(const Expression& node) {
  if (node.op == Op::in) return node.children.back()->op == Op::range;
  static constexpr std::array orders{Op::equal,      Op::not_equal, Op::less,
                                     Op::less_equal, Op::greater,   Op::greater_equal};
  return std::ranges::find(orders, node.op) != orders.end() && node.children.front()->type == Type::integer;
}

/// Finds the comparisons of integers that decide a rule: through and, or, not, but not inside quantifiers or
/// conditionals, whose variables have no value outside.
void collect_comparisons(const ExpressionPtr& expression, std::vector<ExpressionPtr>& found) {
  if (is_comparison(*expression)) found.push_back(expression);
  if (!is_connective(expression->op)) return;
  for (const auto& child : expression->children) collect_comparisons(child, found);
}

bool is_divisibility(const Expression& equal) {
  const Expression& right = *equal.children.back();
  return equal.children.front()->op == Op::modulo && right.op == Op::integer && right.integer == 0;
}

void add_goals(const ExpressionPtr& comparison, const std::string& mark, std::vector<Goal>& goals) {
  const ExpressionPtr& left = comparison->children.front();
  const ExpressionPtr& right = comparison->children.back();
  const auto add = [&](std::string_view side, bool broken, const ExpressionPtr& a, const ExpressionPtr& b,
                       std::int64_t difference) {
    goals.push_back(
        {.side = std::string(side) + mark, .broken = broken, .left = a, .right = b, .difference = difference});
  };
  const auto add_upper = [&](std::int64_t limit) {
    add("at", false, left, right, limit);
    add("above", true, left, right, limit + 1);
  };
  const auto add_lower = [&](std::int64_t limit) {
    add("at", false, left, right, limit);
    add("below", true, left, right, limit - 1);
  };
  const Op op = comparison->op;
  if (op == Op::less_equal) return add_upper(0);
  if (op == Op::less) return add_upper(-1);
  if (op == Op::greater_equal) return add_lower(0);
  if (op == Op::greater) return add_lower(1);
  if (op == Op::not_equal) {
    add("equal", true, left, right, 0);
    add("next", false, left, right, 1);
  } else if (op == Op::in) {
    const auto& range = right->children;
    add("low", false, left, range.front(), 0);
    add("high", false, left, range.back(), 0);
    add("below", true, left, range.front(), -1);
    add("above", true, left, range.back(), 1);
  } else if (is_divisibility(*comparison)) {
    add("once", false, left->children.front(), left->children.back(), 0);
    add("remainder", true, left, right, 1);
    add("short", true, left, left->children.back(), -1);
  } else {
    add("above", true, left, right, 1);
    add("below", true, left, right, -1);
  }
}

}  // namespace

std::vector<Goal> goals_of(const Rule& rule) {
  std::vector<ExpressionPtr> comparisons;
  if (!rule.derived) collect_comparisons(rule.must, comparisons);
  std::vector<Goal> goals;
  for (const auto& comparison : comparisons) {
    const std::string mark =
        comparisons.size() == 1 ? std::string() : fmt::format(".{:04x}", stable_hash(to_text(*comparison)) & 0xFFFF);
    add_goals(comparison, mark, goals);
  }
  goals.push_back({.side = "broken", .broken = true, .left = nullptr, .right = nullptr});
  return goals;
}

}  // namespace npu_cts
