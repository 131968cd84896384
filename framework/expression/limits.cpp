// SPDX-License-Identifier: Apache-2.0
#include "framework/expression/parser.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/expression/nodes.h"
#include "framework/expression/shapes.h"

namespace npu_cts {
namespace {

using Known = std::optional<std::int64_t>;

constexpr std::int64_t axes_counted = 8;      ///< what `axes(x)` is taken for
constexpr std::int64_t values_counted = 100;  ///< and a range that the call bounds: three nested ones take minutes
constexpr std::int64_t most_counted = std::numeric_limits<std::int64_t>::max();

bool divides(ExprKind kind) {
  return kind == ExprKind::floor_divide || kind == ExprKind::modulo || kind == ExprKind::ceil_divide;
}

/// Returns the product of the numbers among the factors of `node`; nothing where it overflows.
Known product_of_numbers(const Expression& node) {
  if (node.kind != ExprKind::multiply) return number_of(node).value_or(1);
  const Known left = product_of_numbers(*node.children[0]);
  const Known right = product_of_numbers(*node.children[1]);
  return left && right ? checked_multiply(*left, *right) : std::nullopt;
}

/// Returns what `bound` of a range is taken for: its number, or as many as `values_counted` for each size in it.
std::int64_t estimate(const Expression& bound) {
  if (const Known number = number_of(bound)) return *number;
  if (bound.kind == ExprKind::multiply)
    return checked_multiply(estimate(*bound.children[0]), estimate(*bound.children[1])).value_or(most_counted);
  if (bound.kind == ExprKind::add)
    return checked_add(estimate(*bound.children[0]), estimate(*bound.children[1])).value_or(most_counted);
  if (bound.kind == ExprKind::subtract || divides(bound.kind)) return estimate(*bound.children[0]);
  return values_counted;
}

/// Returns how many members `domain` is taken to have.
std::int64_t size_of(const Expression& domain) {
  if (domain.kind == ExprKind::set) return static_cast<std::int64_t>(domain.children.size());
  if (domain.kind == ExprKind::axes) return axes_counted;
  if (domain.kind == ExprKind::difference) return size_of(*domain.children[0]);
  if (domain.kind == ExprKind::conditional) return std::max(size_of(*domain.children[1]), size_of(*domain.children[2]));
  if (domain.kind != ExprKind::range) return 1;
  const Expression& last = *domain.children[1];
  const Known first = number_of(*domain.children[0]);
  if (!first || !number_of(last)) return std::max(estimate(last), values_counted);
  const Known steps = checked_subtract(estimate(last), *first);
  return std::max<std::int64_t>(steps ? checked_add(*steps, 1).value_or(most_counted) : most_counted, 1);
}

Diagnostic excess(const Location& at, std::string what, std::string why, std::string hint) {
  return error_at(Kind::expression_excess, at, std::move(what), std::move(why), std::move(hint));
}

/// Walks an expression from left to right, and counts the values that its quantifiers visit.
class ExcessFinder {
 public:
  /// Returns what is too much in `node`, which is evaluated so often.
  std::optional<Diagnostic> find(const Expression& node, std::int64_t visits);

 private:
  std::int64_t visited_ = 0;
};

std::optional<Diagnostic> ExcessFinder::find(const Expression& node, std::int64_t visits) {
  if (divides(node.kind) && number_of(*node.children[1]) == 0) {
    return excess(node.children[1]->at, "the divisor is zero", "a quotient by zero is defined for no call",
                  "write the divisor that the page says");
  }
  if (node.kind == ExprKind::multiply && !product_of_numbers(node)) {
    return excess(node.at, "the product is beyond 64 bits", "such a value is defined for no call",
                  "write smaller factors");
  }
  if (node.kind == ExprKind::all_of || node.kind == ExprKind::any_of) {
    visits = checked_multiply(visits, size_of(*node.children[0])).value_or(most_counted);
    visited_ = checked_add(visited_, visits).value_or(most_counted);
    if (visited_ > most_visits) {
      return excess(node.at, fmt::format("the quantifiers up to this one visit more than {} values", most_visits),
                    fmt::format("a rule is evaluated for every call that is tried, and a range that the call bounds "
                                "counts as {} values",
                                values_counted),
                    "write a smaller set, or a comparison without a quantifier");
    }
  }
  for (const ExpressionPtr& child : node.children) {
    if (auto found = find(*child, visits)) return found;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Diagnostic> find_excess(const Expression& tree) { return ExcessFinder().find(tree, 1); }

}  // namespace npu_cts
