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

#include "framework/base/contains.h"
#include "framework/expression/nodes.h"
#include "framework/rule/evaluate.h"
#include "framework/search/conditions/conditions.h"

namespace npu_cts::search {
namespace {

/// So many conditions that choose an operand of a comparison are asked both ways.
constexpr std::size_t most_choices = 2;
/// So many axes of a tensor, from the last, are to be empty alone where no shape says how many it has.
constexpr std::int64_t most_empty_axes = 3;
/// So many axes of two shapes, from the last, are to differ alone.
constexpr std::int64_t most_axes_apart = 4;

ExpressionPtr claim_of(ExprKind kind, ExpressionPtr left, ExpressionPtr right) {
  const Location at = left->at;
  return make_node(kind, Type::boolean, {std::move(left), std::move(right)}, at);
}

/// The call in which `number` stands so far from `end`.
ExpressionPtr stands_at(const ExpressionPtr& number, const ExpressionPtr& end, std::int64_t difference) {
  return claim_of(ExprKind::equal, number,
                  make_node(ExprKind::add, Type::integer, {end, make_integer(difference, end->at)}, end->at));
}

/// Calls in which a tensor has no element, or one for all, without an axis or with one, twice as many as it is to have,
/// a part of them, or as many along its first or last axis and several of those.
void add_counts(const ExpressionPtr& count, const ExpressionPtr& wants, Ways& ways) {
  const auto number = [&](std::int64_t value) { return make_integer(value, count->at); };
  const auto is_one = claim_of(ExprKind::logical_and, claim_of(ExprKind::equal, count, number(1)),
                               claim_of(ExprKind::greater, wants, number(2)));
  const auto doubled = make_node(ExprKind::multiply, Type::integer, {wants, number(2)}, wants->at);
  const auto is_twice = claim_of(ExprKind::logical_and, claim_of(ExprKind::equal, count, doubled),
                                 claim_of(ExprKind::greater, wants, number(1)));
  const auto is_none = claim_of(ExprKind::logical_and, claim_of(ExprKind::equal, count, number(0)),
                                claim_of(ExprKind::greater, wants, number(1)));
  ways.push_back({.name = "none", .claim = is_none, .is_narrow = true});
  ways.push_back({.name = "one", .claim = is_one, .is_narrow = true});
  ways.push_back({.name = "twice", .claim = is_twice, .is_narrow = true});
  const ExpressionPtr& counted = count->children[0];
  if (counted->type != Type::tensor) return;
  const auto size_of = [&](std::int64_t axis) {
    return make_node(ExprKind::dim, Type::integer, {counted, number(axis)}, count->at);
  };
  const auto rank = make_node(ExprKind::rank, Type::integer, {counted}, count->at);
  const auto rest = make_node(ExprKind::modulo, Type::integer, {wants, count}, count->at);
  const auto is_part = claim_of(ExprKind::logical_and, claim_of(ExprKind::greater, count, number(1)),
                                claim_of(ExprKind::logical_and, claim_of(ExprKind::less, count, wants),
                                         claim_of(ExprKind::equal, rest, number(0))));
  ways.push_back({.name = "no-axis", .claim = claim_of(ExprKind::equal, rank, number(0)), .is_narrow = true});
  ways.push_back({.name = "part", .claim = is_part, .is_narrow = true});
  ways.push_back({.name = "rows", .claim = claim_of(ExprKind::equal, size_of(-1), wants), .is_narrow = true});
  ways.push_back({.name = "columns", .claim = claim_of(ExprKind::equal, size_of(0), wants), .is_narrow = true});
}

/// Calls in which a size is the count of elements of a tensor, where it is to be that of its entries.
void add_count_for_size(const ExpressionPtr& size, const Expression& wants, Ways& ways) {
  const bool is_of_entries = wants.kind == ExprKind::dim && wants.children[0]->type == Type::tensor &&
                             wants.children[1]->kind == ExprKind::integer && wants.children[1]->integer == 0;
  if (!is_of_entries) return;
  const auto count = make_node(ExprKind::numel, Type::integer, {wants.children[0]}, wants.at);
  ways.push_back({.name = "as-count", .claim = claim_of(ExprKind::equal, size, count), .is_narrow = true});
}

/// Calls in which a shape has one axis more than `most`, the first of size 1 or of several; and in which a list that
/// has `least` entries or more has none or, where it has just so many, one fewer or twice as many.
void add_lengths(const ExpressionPtr& length, const ExpressionPtr& least, const ExpressionPtr& most, Ways& ways) {
  const bool is_length = length->kind == ExprKind::rank || length->kind == ExprKind::length;
  if (!is_length || most->kind != ExprKind::integer) return;
  const auto number = [&](std::int64_t value) { return make_integer(value, length->at); };
  const ExpressionPtr& counted = length->children[0];
  if (counted->type == Type::list) {
    if (least->kind == ExprKind::integer && least->integer == 0) return;
    ways.push_back({.name = "no-entry", .claim = claim_of(ExprKind::equal, length, number(0)), .is_narrow = true});
    if (least != most) return;
    if (most->integer > 2)
      ways.push_back({.name = "one-entry", .claim = claim_of(ExprKind::equal, length, number(1)), .is_narrow = true});
    for (const auto& [name, count] :
         {std::pair{"one-fewer", most->integer - 1}, std::pair{"twice-as-many", 2 * most->integer}})
      ways.push_back({.name = name, .claim = claim_of(ExprKind::equal, length, number(count)), .is_narrow = true});
    return;
  }
  const auto first = make_node(ExprKind::dim, Type::integer, {counted, number(0)}, length->at);
  const auto above = claim_of(ExprKind::equal, length, number(most->integer + 1));
  for (const auto& [name, kind] : {std::pair{"first-one", ExprKind::equal}, std::pair{"first-many", ExprKind::greater}})
    ways.push_back({.name = name,
                    .claim = claim_of(ExprKind::logical_and, above, claim_of(kind, first, number(1))),
                    .is_narrow = true});
}

/// Returns the way of an inequality to fail by one.
Ways just_beyond(const Expression& comparison) {
  const ExpressionPtr& left = comparison.children[0];
  const ExpressionPtr& right = comparison.children[1];
  const std::int64_t beyond = comparison.kind == ExprKind::greater_equal ? -1
                              : comparison.kind == ExprKind::less_equal  ? 1
                                                                         : 0;
  return {{.name = "just", .claim = stands_at(left, right, beyond), .is_narrow = true}};
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
  const auto next = make_node(ExprKind::add, Type::integer, {comparison.children[0], divisors.front()}, comparison.at);
  ways.push_back(
      {.name = "rounds", .claim = claim_of(ExprKind::greater, next, comparison.children[1]), .is_narrow = true});
}

/// Returns the ways of two shapes not to broadcast: in each of their last axes alone, and where one has fewer.
Ways apart(const Expression& condition) {
  const ExpressionPtr& left = condition.children[0];
  const ExpressionPtr& right = condition.children[1];
  const auto number = [&](std::int64_t value) { return make_integer(value, condition.at); };
  const auto rank_of = [&](const ExpressionPtr& shape) {
    return make_node(ExprKind::rank, Type::integer, {shape}, condition.at);
  };
  Ways ways{{.name = ""}};
  for (std::int64_t from_end = 1; from_end <= most_axes_apart; ++from_end) {
    const auto size_of = [&](const ExpressionPtr& shape) {
      return make_node(ExprKind::dim, Type::integer, {shape, number(-from_end)}, condition.at);
    };
    const auto equal =
        make_node(ExprKind::replace, Type::shape, {left, number(-from_end), size_of(right)}, condition.at);
    ways.push_back({.name = fmt::format("axis-{}", from_end),
                    .claim = claim_of(ExprKind::equal, equal, right),
                    .is_narrow = true});
  }
  ways.push_back(
      {.name = "left-shorter", .claim = claim_of(ExprKind::less, rank_of(left), rank_of(right)), .is_narrow = true});
  ways.push_back({.name = "right-shorter",
                  .claim = claim_of(ExprKind::greater, rank_of(left), rank_of(right)),
                  .is_narrow = true});
  return ways;
}

/// Calls that stand below or above the right side of `comparison` or, of a range, below its first member or not, and
/// right beside its ends.
Ways both_sides(const Expression& comparison) {
  const bool is_range = comparison.kind == ExprKind::in;
  const ExpressionPtr& left = comparison.children[0];
  const ExpressionPtr& right = comparison.children[1];
  const auto below = claim_of(ExprKind::less, left, is_range ? right->children[0] : right);
  Ways ways{{.name = "below", .claim = below}, {.name = "above", .claim = negation_of(below)}};
  if (!is_range) {
    if (left->kind == ExprKind::numel) add_counts(left, right, ways);
    add_count_for_size(left, *right, ways);
    add_lengths(left, right, right, ways);
    return ways;
  }
  add_lengths(left, right->children[0], right->children[1], ways);
  ways.push_back({.name = "just-below", .claim = stands_at(left, right->children[0], -1), .is_narrow = true});
  ways.push_back({.name = "just-above", .claim = stands_at(left, right->children[1], 1), .is_narrow = true});
  return ways;
}

/// Returns the ways of a number not to be divided: it is less than one whole, or more.
Ways remainders(const Expression& modulo) {
  const ExpressionPtr& number = modulo.children[0];
  const ExpressionPtr& whole = modulo.children[1];
  return {{.name = ""},
          {.name = "less-than-one", .claim = claim_of(ExprKind::less, number, whole), .is_narrow = true},
          {.name = "more-than-one", .claim = claim_of(ExprKind::greater, number, whole), .is_narrow = true}};
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
  const auto zero = make_integer(0, at);
  const auto size_of = [&](ExpressionPtr axis) {
    return make_node(ExprKind::dim, Type::integer, {tensor, std::move(axis)}, at);
  };
  const auto rank = make_node(ExprKind::rank, Type::integer, {tensor}, at);
  for (std::int64_t from_end = 1; from_end <= most; ++from_end) {
    const auto axis = make_node(ExprKind::subtract, Type::integer, {rank, make_integer(from_end, at)}, at);
    const auto others = make_node(
        ExprKind::difference, Type::set,
        {make_node(ExprKind::axes, Type::set, {tensor}, at), make_node(ExprKind::set, Type::set, {axis}, at)}, at);
    Expression filled{
        .kind = ExprKind::all_of,
        .name = "d",
        .children = {others, claim_of(ExprKind::not_equal,
                                      size_of(make_name(ExprKind::variable, Type::integer, "d", at)), zero)},
        .at = at};
    const auto empty = claim_of(ExprKind::equal, size_of(make_integer(-from_end, at)), zero);
    ways.push_back(
        {.name = fmt::format("axis-{}-empty", from_end),
         .claim = claim_of(ExprKind::logical_and, empty, std::make_shared<const Expression>(std::move(filled)))});
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
    std::ranges::move(just_beyond(*condition.written), std::back_inserter(ways));
    add_rounding(bound, *condition.written, ways);
    std::ranges::move(wraps_of(bound, condition), std::back_inserter(ways));
    return ways;
  }
  const Expression& left = *condition.written->children[0];
  if (left.kind == ExprKind::modulo) return remainders(left);
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
ExpressionPtr shown_by_strides(ExpressionPtr transposed, const ExpressionPtr& tensor) {
  const Location& at = tensor->at;
  for (const std::int64_t axis : {-1, -2}) {
    const auto size = make_node(ExprKind::dim, Type::integer, {tensor, make_integer(axis, at)}, at);
    transposed = claim_of(ExprKind::logical_and, transposed, claim_of(ExprKind::greater, size, make_integer(1, at)));
  }
  return transposed;
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
    const auto is_one = claim_of(ExprKind::equal, asked, word);
    ways.push_back({.name = std::string(name_of(one)),
                    .claim = is_transposed ? shown_by_strides(is_one, asked->children[0]) : is_one});
  }
  return ways;
}

/// Returns the ways of a word to be another: shorter, longer, in other letters, or another of those that the hints try.
Ways other_words(const BoundSpec& bound, std::size_t slot) {
  Ways ways;
  for (const std::string& word : wrong_words(bound, slot)) {
    ways.push_back({.name = word.empty() ? "empty" : "is-" + word, .shows = [slot, word](const SlotCall& call) {
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
  if (written.kind == ExprKind::broadcastable && !holds) return apart(written);
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
