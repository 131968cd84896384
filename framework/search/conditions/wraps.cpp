// SPDX-License-Identifier: Apache-2.0
// The ways in which an argument may wrap: an implementation that keeps few bits of a number, drops its sign, or counts
// axes modulo their number, takes it for a legal one. What it computes of the least and the largest number may not have
// its sign. And an index may be wrong where it is counted from the end alone.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "framework/expression/nodes.h"
#include "framework/search/conditions/conditions.h"
#include "framework/search/conditions/term.h"

namespace npu_cts::search {
namespace {

/// Returns the definition of `node`, a symbol, where it is one thing or another; null of any other.
const Expression* choice_in(const BoundSpec& bound, const Expression& node) {
  const Symbol* const symbol = node.kind == ExprKind::symbol ? find_symbol(bound.op(), node.name) : nullptr;
  return symbol != nullptr && symbol->value->kind == ExprKind::conditional ? symbol->value.get() : nullptr;
}

/// Returns whether `node` is an integer that a call gives, counted from the start or the end, or an entry of a pair or
/// a list.
bool is_of_argument(const BoundSpec& bound, const Expression& node) {
  if (const Expression* const choice = choice_in(bound, node)) return is_of_argument(bound, *choice->children[2]);
  if (node.kind == ExprKind::at) return is_of_argument(bound, *node.children[0]);
  if (node.kind != ExprKind::parameter) return false;
  const ParameterKind kind = bound.parameters()[bound.names().parameter(node.name)].written->kind;
  return kind == ParameterKind::integer || kind == ParameterKind::integer_pair || kind == ParameterKind::integer_list;
}

/// Returns whether `part` is one of what `claim` joins by "and".
bool is_joined(const Expression& claim, const Expression& part) {
  const auto holds_it = [&](const ExpressionPtr& child) { return is_joined(*child, part); };
  return same_tree(claim, part) ||
         (claim.kind == ExprKind::logical_and && std::ranges::any_of(claim.children, holds_it));
}

/// Returns the claim that `condition` holds with `changed` for its left side, and so does what the rule joins with it
/// by "and".
ExpressionPtr holds_of(const Condition& condition, const ExpressionPtr& changed) {
  const bool is_part = is_joined(*condition.required, *condition.written);
  return replaced(is_part ? condition.required : condition.written, condition.written->children[0], changed);
}

/// Returns the calls in which `condition`, which does not hold, does of `changed` in place of its left side.
ConditionWay after_change(const Condition& condition, std::string name, const Term& changed) {
  ConditionWay way = narrow_way(std::move(name), holds_of(condition, changed));
  way.is_wrapped = true;
  return way;
}

/// Adds the call in which a size is over its limit, and within it as far as the bits go that can hold the limit.
void add_wrapped_size(const Condition& condition, Ways& ways) {
  const Expression& comparison = *condition.written;
  const Expression& right = *comparison.children[1];
  const Expression& most = right.kind == ExprKind::range ? *right.children[1] : right;
  const ExprKind size = comparison.children[0]->kind;
  const bool is_limit = comparison.kind == ExprKind::less_equal || comparison.kind == ExprKind::in;
  if ((size != ExprKind::last && size != ExprKind::dim) || !is_limit || most.kind != ExprKind::integer) return;
  for (const int bits : wrapping_bits) {
    const std::int64_t turn = std::int64_t{1} << bits;
    if (most.integer >= turn) continue;
    const Term number(comparison.children[0]);
    const Term is_left = number > turn;  // of a size that is the turn itself, nothing is
    ways.push_back(narrow_way(fmt::format("wraps-{}", bits), is_left && holds_of(condition, number - turn)));
    return;
  }
}

/// Returns whether `comparison` takes a negative number, as its least says.
bool takes_negative(const Expression& comparison) {
  const Expression& right = *comparison.children[1];
  const Expression& least = right.kind == ExprKind::range ? *right.children[0] : right;
  return least.kind == ExprKind::negate || (least.kind == ExprKind::integer && least.integer < 0);
}

/// Returns what an argument that is counted from the end is counted by, R in `if(x < 0, x + R, x)`; null of any other.
ExpressionPtr turn_of(const Expression& choice) {
  const Expression& chosen = *choice.children[0];
  const Expression& sum = *choice.children[1];
  const ExpressionPtr& argument = choice.children[2];
  const bool is_negative = chosen.kind == ExprKind::less && same_tree(chosen.children[0], argument) &&
                           chosen.children[1]->kind == ExprKind::integer && chosen.children[1]->integer == 0;
  if (!is_negative || sum.kind != ExprKind::add) return nullptr;
  if (same_tree(sum.children[0], argument)) return sum.children[1];
  return same_tree(sum.children[1], argument) ? sum.children[0] : nullptr;
}

/// Adds the calls in which `condition`, which does not hold, does of the opposite of its left side: the number without
/// its sign.
void add_opposite(const Condition& condition, Ways& ways) {
  if (takes_negative(*condition.written)) return;
  const Term left(condition.written->children[0]);
  ways.push_back(narrow_way("opposite", left < 0 && holds_of(condition, -left)));
}

}  // namespace

Ways wraps_of(const BoundSpec& bound, const Condition& condition) {
  const Expression& comparison = *condition.written;
  Ways ways;
  if (!is_of_argument(bound, *comparison.children[0])) {
    add_wrapped_size(condition, ways);
    return ways;
  }
  const bool is_upper = comparison.kind != ExprKind::greater && comparison.kind != ExprKind::greater_equal;
  const bool is_lower = comparison.kind != ExprKind::less && comparison.kind != ExprKind::less_equal;
  const Term left(comparison.children[0]);
  for (const int bits : wrapping_bits) {
    const std::int64_t beyond = std::int64_t{1} << bits;
    if (is_upper) ways.push_back(after_change(condition, fmt::format("wraps-{}", bits), left - beyond));
    if (is_lower) ways.push_back(after_change(condition, fmt::format("wraps-down-{}", bits), left + beyond));
  }
  const Expression* const choice = choice_in(bound, *comparison.children[0]);
  const Term argument(choice == nullptr ? comparison.children[0] : choice->children[2]);
  if (is_lower && choice == nullptr) add_opposite(condition, ways);
  if (is_lower) ways.push_back(narrow_way("least", argument == std::numeric_limits<std::int64_t>::min()));
  if (is_upper) ways.push_back(narrow_way("largest", argument == std::numeric_limits<std::int64_t>::max()));
  const ExpressionPtr turn = choice == nullptr ? nullptr : turn_of(*choice);
  if (turn == nullptr) return ways;
  // An implementation may check negative indexes separately, and be one off.
  const Term is_inside = Term(choice->children[0]) && Term(choice->children[1]) >= 0;
  const Term apart = left - Term(comparison.children[1]);
  ways.push_back(
      narrow_way("from-end", comparison.kind == ExprKind::equal ? is_inside && apart * apart == 1 : is_inside));
  if (is_lower) ways.push_back(after_change(condition, "turn-below", left + turn));
  if (is_upper) ways.push_back(after_change(condition, "turn-above", left - turn));
  return ways;
}

}  // namespace npu_cts::search
