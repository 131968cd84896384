// SPDX-License-Identifier: Apache-2.0
// The ways in which a condition may be true or false. A backend that asks only for one of two sides, one of several
// axes, or only for the rank, is wrong in one of them and right in the others.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/expression/nodes.h"
#include "framework/rule/evaluate.h"
#include "framework/search/conditions/conditions.h"
#include "framework/search/conditions/term.h"

namespace npu_cts::search {
namespace {

/// So many conditions that choose an operand of a comparison are asked both ways.
constexpr std::size_t most_choices = 2;
/// So many axes of a tensor, from the last, are to be empty alone where no shape says how many it has.
constexpr std::int64_t most_empty_axes = 3;
/// So many axes of two shapes, from the last, are to differ alone.
constexpr int most_axes_apart = 4;

/// Calls in which a tensor has no element, or one for all, without an axis or with one, twice as many as it is to have,
/// half of them, or as many along its first or last axis and several of those, or one more along its last axis alone.
void add_counts(const Term& count, const Term& wants, const ExpressionPtr& counted, Ways& ways) {
  ways.push_back(narrow_way("none", count == 0 && wants > 1));
  ways.push_back(narrow_way("one", count == 1 && wants > 2));
  ways.push_back(narrow_way("twice", count == wants * 2 && wants > 1));
  if (counted->type != Type::tensor) return;
  ways.push_back(narrow_way("no-axis", rank_of(counted) == 0));
  ways.push_back(narrow_way("half", count > 1 && count * 2 == wants));
  ways.push_back(narrow_way("rows", size_of(counted, -1) == wants));
  ways.push_back(narrow_way("row-long", count == wants + 1 && size_of(counted, -1) == count));
  ways.push_back(narrow_way("columns", size_of(counted, 0) == wants));
}

/// Calls in which a size is the count of elements of a tensor, where it is to be that of its entries.
void add_count_for_size(const Term& size, const Expression& wants, Ways& ways) {
  const bool is_of_entries = wants.kind == ExprKind::dim && wants.children[0]->type == Type::tensor &&
                             wants.children[1]->kind == ExprKind::integer && wants.children[1]->integer == 0;
  if (is_of_entries) ways.push_back(narrow_way("as-count", size == numel_of(wants.children[0])));
}

/// Calls in which a shape has one axis more than `most`, the first of size 1 or of several; and in which a list that
/// has `least` entries or more has none or, where it has just so many, one fewer or twice as many.
void add_lengths(const ExpressionPtr& length, const ExpressionPtr& least, const ExpressionPtr& most, Ways& ways) {
  const bool is_length = length->kind == ExprKind::rank || length->kind == ExprKind::length;
  if (!is_length || most->kind != ExprKind::integer) return;
  const ExpressionPtr& counted = length->children[0];
  const Term count(length);
  if (counted->type == Type::list) {
    if (least->kind == ExprKind::integer && least->integer == 0) return;
    ways.push_back(narrow_way("no-entry", count == 0));
    if (least != most) return;
    if (most->integer > 2) ways.push_back(narrow_way("one-entry", count == 1));
    ways.push_back(narrow_way("one-fewer", count == most->integer - 1));
    ways.push_back(narrow_way("twice-as-many", count == 2 * most->integer));
    return;
  }
  const Term is_above = count == most->integer + 1;
  ways.push_back(narrow_way("first-one", is_above && size_of(counted, 0) == 1));
  ways.push_back(narrow_way("first-many", is_above && size_of(counted, 0) > 1));
}

/// Returns the way of an inequality to fail by one.
ConditionWay just_beyond(const Expression& comparison) {
  const int beyond = comparison.kind == ExprKind::greater_equal ? -1 : comparison.kind == ExprKind::less_equal ? 1 : 0;
  return narrow_way("just", Term(comparison.children[0]) == Term(comparison.children[1]) + beyond);
}

/// Finds what `dividend` is divided by, rounded down, in `node`.
void collect_divisors(const Expression& node, const Expression& dividend, std::vector<ExpressionPtr>& found) {
  if (node.kind == ExprKind::floor_divide && same_tree(*node.children[0], dividend)) found.push_back(node.children[1]);
  for (const ExpressionPtr& child : node.children) collect_divisors(*child, dividend, found);
}

/// Calls in which the left side of a comparison misses 0 by less than the first number that a symbol divides it by: a
/// division that rounds towards zero makes 0 of it.
void add_rounding(const BoundSpec& bound, const Expression& comparison, Ways& ways) {
  const Expression& least = *comparison.children[1];
  if (comparison.kind != ExprKind::greater_equal || least.kind != ExprKind::integer || least.integer != 0) return;
  std::vector<ExpressionPtr> divisors;
  for (const auto& symbol : bound.op().symbols) collect_divisors(*symbol.value, *comparison.children[0], divisors);
  if (divisors.empty()) return;
  ways.push_back(narrow_way("rounds", Term(comparison.children[0]) + divisors.front() > comparison.children[1]));
}

/// Returns the ways of two shapes not to broadcast: in each of their last axes alone, where one has fewer, and where
/// both have as many elements.
Ways apart(const Term& left, const Term& right) {
  Ways ways{{.name = ""}};
  for (int from_end = 1; from_end <= most_axes_apart; ++from_end) {
    const Term with_equal = with_size(left, -from_end, size_of(right, -from_end));
    ways.push_back(narrow_way(fmt::format("axis-{}", from_end), with_equal == right));
  }
  ways.push_back(narrow_way("left-shorter", rank_of(left) < rank_of(right)));
  ways.push_back(narrow_way("right-shorter", rank_of(left) > rank_of(right)));
  ways.push_back(narrow_way("as-many", numel_of(left) == numel_of(right)));
  return ways;
}

/// Calls that stand below or above the right side of `comparison` or, of a range, below its first member or not, and
/// right beside its ends.
Ways both_sides(const Expression& comparison) {
  const bool is_range = comparison.kind == ExprKind::in;
  const ExpressionPtr& left = comparison.children[0];
  const ExpressionPtr& right = comparison.children[1];
  const ExpressionPtr below = Term(left) < (is_range ? right->children[0] : right);
  Ways ways{{.name = "below", .claim = below}, {.name = "above", .claim = negation_of(below)}};
  if (!is_range) {
    if (left->kind == ExprKind::numel) add_counts(left, right, left->children[0], ways);
    add_count_for_size(left, *right, ways);
    add_lengths(left, right, right, ways);
    return ways;
  }
  add_lengths(left, right->children[0], right->children[1], ways);
  ways.push_back(narrow_way("just-below", Term(left) == Term(right->children[0]) + -1));
  ways.push_back(narrow_way("just-above", Term(left) == Term(right->children[1]) + 1));
  return ways;
}

/// Returns the ways of a number not to be divided: it is less than one whole, or more, or the half of a whole is left.
Ways remainders(const Term& number, const Term& whole) {
  return {{.name = ""},
          narrow_way("less-than-one", number < whole),
          narrow_way("more-than-one", number > whole),
          narrow_way("half", number % whole * 2 == whole)};
}

/// Finds the conditions that choose what `node` is, through symbols too.
void collect_choices(const BoundSpec& bound, const Expression& node, std::vector<ExpressionPtr>& found) {
  if (node.kind == ExprKind::conditional) found.push_back(node.children[0]);
  if (node.kind == ExprKind::symbol) {
    const Symbol* const symbol = find_symbol(bound.op(), node.name);
    if (symbol != nullptr) collect_choices(bound, *symbol->value, found);
  }
  for (const ExpressionPtr& child : node.children) collect_choices(bound, *child, found);
}

/// Returns the ways of a comparison whose operand is one thing or another: each of them.
Ways by_choice(const BoundSpec& bound, const Expression& comparison, bool holds) {
  std::vector<ExpressionPtr> choices;
  for (const ExpressionPtr& operand : comparison.children) collect_choices(bound, *operand, choices);
  if (choices.empty()) return {{.name = ""}};
  choices.resize(std::min(choices.size(), most_choices));
  Ways ways;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    for (const bool chosen : {true, false}) {
      ways.push_back({.name = fmt::format("{}-{}{}", holds ? "true" : "false", chosen ? "then" : "else", i),
                      .claim = chosen ? choices[i] : negation_of(choices[i])});
    }
  }
  return ways;
}

/// Returns the ways of `tensor`, a parameter, to have no elements: each of its last axes alone.
Ways empty_axes(const BoundSpec& bound, const ExpressionPtr& tensor) {
  Ways ways;
  const Location& at = tensor->at;
  const auto slot = bound.names().parameter(tensor->name);
  const auto most = static_cast<std::int64_t>(most_axes_of(bound, slot).value_or(most_empty_axes));
  for (std::int64_t from_end = 1; from_end <= most; ++from_end) {
    const Term others = Term::node(ExprKind::difference, Type::set,
                                   {Term::node(ExprKind::axes, Type::set, {tensor}),
                                    Term::node(ExprKind::set, Type::set, {rank_of(tensor) - from_end})});
    Expression filled{.kind = ExprKind::all_of,
                      .name = "d",
                      .children = {others, size_of(tensor, make_name(ExprKind::variable, Type::integer, "d", at)) != 0},
                      .at = at};
    const Term is_filled(std::make_shared<const Expression>(std::move(filled)));
    ways.push_back(
        {.name = fmt::format("axis-{}-empty", from_end), .claim = size_of(tensor, -from_end) == 0 && is_filled});
  }
  return ways;
}

Ways of_integers(const BoundSpec& bound, const Condition& condition, bool holds) {
  const ExprKind kind = condition.written->kind;
  if (is_nonempty_claim(*condition.written) && !holds)
    return empty_axes(bound, condition.written->children[0]->children[0]);
  const bool is_split = (kind == ExprKind::equal && !holds) ||
                        (kind == ExprKind::in && !holds && condition.written->children[1]->kind == ExprKind::range);
  if (!is_split) {
    Ways ways = by_choice(bound, *condition.written, holds);
    const bool is_inequality = kind != ExprKind::equal && kind != ExprKind::in;
    if (!is_inequality || holds) return ways;
    ways.push_back(just_beyond(*condition.written));
    add_rounding(bound, *condition.written, ways);
    std::ranges::move(wraps_of(bound, condition), std::back_inserter(ways));
    return ways;
  }
  const Expression& left = *condition.written->children[0];
  if (left.kind == ExprKind::modulo) return remainders(left.children[0], left.children[1]);
  Ways ways = both_sides(*condition.written);
  std::ranges::move(wraps_of(bound, condition), std::back_inserter(ways));
  return ways;
}

/// Returns whether the entry of `lists` at the target has `value`, or there is none.
template <class T>
bool is_listed(const BoundSpec& bound, const std::vector<Dated<std::vector<T>>>& lists, T value) {
  const auto* const entry = bound.current(lists);
  return entry == nullptr || contains(entry->value, value);
}

/// The call in which a tensor that is `transposed` shows it: a stride over an axis of one element says nothing.
Term shown_by_strides(const Term& transposed, const Term& tensor) {
  return transposed && size_of(tensor, -1) > 1 && size_of(tensor, -2) > 1;
}

/// Returns the values that a layout or format may have so that the condition on it holds or not. A list of the page is
/// a condition of its own ("in"): other conditions are asked about the values that it has.
template <class All, class Lists>
Ways of_storage(const BoundSpec& bound, const Condition& condition, bool holds, const All& all,
                Lists Parameter::*lists) {
  const BoundNode& value = condition.node.children[0];
  const Parameter& parameter = *bound.parameters()[value.children[0].slot].written;
  Ways ways;
  for (const auto one : all) {
    const bool is_transposed = name_of(one) == name_of(Layout::transposed);
    if (is_transposed && most_axes_of(bound, value.children[0].slot) == 1) continue;
    if (condition.written->kind == ExprKind::equal && !is_listed(bound, parameter.*lists, one)) continue;
    const auto word = make_word(name_of(one), condition.written->at);
    Expression claim = *condition.written;
    claim.children[0] = word;
    const SlotCall no_arguments(bound);
    if (decide(bound.names().bind(claim), no_arguments) != holds) continue;
    const ExpressionPtr& asked = condition.written->children[0];
    const Term is_one = Term(asked) == word;
    ways.push_back({.name = std::string(name_of(one)),
                    .claim = is_transposed ? shown_by_strides(is_one, asked->children[0]) : is_one});
  }
  return ways;
}

std::string name_of_word(const std::string& word) {
  if (word.empty()) return "empty";
  if (word.front() == ' ') return "blank-before";
  return word.back() == ' ' ? "blank-behind" : "is-" + word;
}

/// Returns the ways of a word to be another: shorter, longer, with a blank, in other letters, or another of those that
/// the hints try.
Ways other_words(const BoundSpec& bound, std::size_t slot) {
  Ways ways;
  for (const std::string& word : wrong_words(bound, slot)) {
    ways.push_back({.name = name_of_word(word), .shows = [slot, word](const SlotCall& call) {
                      const Value* const value = call.argument(slot).value;
                      return value != nullptr && *value == Value(word);
                    }});
  }
  return ways;
}

}  // namespace

bool is_nonempty_claim(const Expression& condition) {
  return condition.kind == ExprKind::greater && condition.children[0]->kind == ExprKind::numel &&
         condition.children[0]->children[0]->kind == ExprKind::parameter &&
         condition.children[1]->kind == ExprKind::integer && condition.children[1]->integer == 0;
}

std::optional<std::size_t> most_axes_of(const BoundSpec& bound, std::size_t slot) {
  std::optional<std::size_t> most;
  for (const ShapeAlternative& way : bound.parameters()[slot].written->shapes) {
    if (!bound.holds(way.applies)) continue;
    const auto is_spread = [](const ExpressionPtr& item) { return item->kind == ExprKind::splice; };
    if (way.shape->kind != ExprKind::shape || std::ranges::any_of(way.shape->children, is_spread)) return std::nullopt;
    most = std::max(most.value_or(0), way.shape->children.size());
  }
  return most;
}

Ways ways_of(const BoundSpec& bound, const Condition& condition, bool holds) {
  const Expression& written = *condition.written;
  if (written.kind == ExprKind::broadcastable && !holds) return apart(written.children[0], written.children[1]);
  const bool compares = written.kind == ExprKind::equal || written.kind == ExprKind::in ||
                        written.kind == ExprKind::less || written.kind == ExprKind::less_equal ||
                        written.kind == ExprKind::greater || written.kind == ExprKind::greater_equal;
  if (!compares) return {{.name = ""}};
  const Expression& left = *written.children[0];
  switch (left.type) {
    case Type::integer:
      return of_integers(bound, condition, holds);
    case Type::word:
      if (left.kind == ExprKind::layout_of)
        return of_storage(bound, condition, holds, every<Layout>, &Parameter::layouts);
      if (left.kind == ExprKind::format_of)
        return of_storage(bound, condition, holds, every<Format>, &Parameter::formats);
      if (left.kind == ExprKind::parameter && !holds) return other_words(bound, condition.node.children[0].slot);
      return {{.name = ""}};
    case Type::shape:
      return holds ? Ways{{.name = ""}} : ways_of_shape(bound, condition);
    case Type::boolean:
    case Type::dtype:
    case Type::set:
    case Type::tensor:
    case Type::list:
      return {{.name = ""}};
  }
  std::abort();
}

}  // namespace npu_cts::search
