// SPDX-License-Identifier: Apache-2.0
#include "framework/search/conditions/conditions.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/expression/few.h"
#include "framework/expression/nodes.h"
#include "framework/expression/print_expression.h"
#include "framework/rule/evaluate.h"

namespace npu_cts::search {
namespace {

/// So many members of the domain of an "all" are asked about: the ranks that tensors have.
constexpr std::int64_t most_axes = 8;
/// As above, of a list.
constexpr std::int64_t most_entries = 3;
/// Hardly a rule has more conditions.
constexpr std::size_t most_decided = 24;

bool is_left_out(const Expression& domain, std::int64_t number) {
  if (domain.kind != ExprKind::difference) return false;
  return std::ranges::any_of(domain.children[1]->children, [&](const ExpressionPtr& member) {
    return member->kind == ExprKind::integer && member->integer == number;
  });
}

bool is_of_axes(const Expression& domain) {
  return domain.kind == ExprKind::axes ||
         (domain.kind == ExprKind::difference && domain.children[0]->kind == ExprKind::axes);
}

bool starts_at_zero(const Expression& domain) {
  return domain.kind == ExprKind::range && domain.children[0]->kind == ExprKind::integer &&
         domain.children[0]->integer == 0;
}

bool is_boolean_choice(const Expression& node) {
  return node.kind == ExprKind::conditional && node.type == Type::boolean;
}

/// Returns whether a presence condition guards the others: its opposite leaves the rule without a value.
bool may_leave_undefined(const Condition& condition) {
  return condition.written->kind == ExprKind::given || condition.written->kind == ExprKind::absent;
}

/// Returns whether `claim` holds of a call.
std::function<bool(const SlotCall&)> holds_of(const BoundSpec& bound, const Expression& claim) {
  return [node = bound.names().bind(claim)](const SlotCall& call) { return decide(node, call) == true; };
}

}  // namespace

ConditionWay narrow_way(std::string name, ExpressionPtr claim) {
  return {.name = std::move(name), .claim = std::move(claim), .is_narrow = true};
}

ExpressionPtr negation_of(const ExpressionPtr& claim) {
  return make_node(ExprKind::logical_not, Type::boolean, {claim}, claim->at);
}

ExpressionPtr claim_kept(const ExpressionPtr& require, const ExpressionPtr& when) {
  if (!when) return require;
  return make_node(ExprKind::logical_or, Type::boolean, {negation_of(when), require}, require->at);
}

Decision::Decision(const BoundSpec& bound, const BoundRule& rule) : bound_(bound), rule_(rule) {
  if (rule.when) {
    Part when = read(rule.when, Pull::against);
    Part require = read(rule.require, Pull::with);
    Part unless{.kind = ExprKind::logical_not, .children = {std::move(when)}};
    whole_ = {.kind = ExprKind::logical_or, .children = {std::move(unless), std::move(require)}};
  } else {
    whole_ = read(rule.require, Pull::with);
  }
  add_ways();
}

Decision::Pull Decision::opposite(Pull pull) {
  if (pull == Pull::both) return pull;
  return pull == Pull::with ? Pull::against : Pull::with;
}

Decision::Part Decision::read(const ExpressionPtr& expression, Pull pull) {
  const ExprKind kind = expression->kind;
  if (kind == ExprKind::all_of && (is_of_axes(*expression->children[0]) || starts_at_zero(*expression->children[0])))
    return read_all_of(*expression, pull);
  const bool is_connective =
      kind == ExprKind::logical_and || kind == ExprKind::logical_or || kind == ExprKind::logical_not;
  if (kind == ExprKind::not_equal) {  // "a != b" and "a == b" are one condition
    const auto equal = make_node(ExprKind::equal, Type::boolean, expression->children, expression->at);
    return {.kind = ExprKind::logical_not, .children = {add_condition(equal, opposite(pull))}};
  }
  if (!is_connective && !is_boolean_choice(*expression)) return add_condition(expression, pull);
  Part part{.kind = kind};
  for (std::size_t i = 0; i < expression->children.size(); ++i) {
    Pull inside = kind == ExprKind::logical_not ? opposite(pull) : pull;
    if (kind == ExprKind::conditional && i == 0) inside = Pull::both;
    part.children.push_back(read(expression->children[i], inside));
  }
  return part;
}

/// Reads "all" as an "and" over the first members that its domain may have.
Decision::Part Decision::read_all_of(const Expression& quantifier, Pull pull) {
  const ExpressionPtr& domain = quantifier.children[0];
  const std::int64_t most = is_of_axes(*domain) ? most_axes : most_entries;
  const auto member = make_name(ExprKind::variable, Type::integer, quantifier.name, domain->at);
  Part all{.kind = ExprKind::logical_and};
  for (std::int64_t number = 0; number < most; ++number) {
    if (is_left_out(*domain, number)) continue;
    const ExpressionPtr value = make_integer(number, domain->at);
    const auto inside = make_node(ExprKind::in, Type::boolean, {value, domain}, domain->at);
    Part guard = add_condition(inside, opposite(pull));
    conditions_[guard.condition].is_guard = true;
    Part unless{.kind = ExprKind::logical_not, .children = {std::move(guard)}};
    Part body = read(replaced(quantifier.children[1], member, value), pull);
    all.children.push_back({.kind = ExprKind::logical_or, .children = {std::move(unless), std::move(body)}});
  }
  return all;
}

Decision::Part Decision::add_condition(const ExpressionPtr& expression, Pull pull) {
  const auto known = std::ranges::find_if(
      conditions_, [&](const Condition& condition) { return same_tree(*condition.written, *expression); });
  const auto place = static_cast<std::size_t>(known - conditions_.begin());
  if (known == conditions_.end()) {
    conditions_.push_back({.written = expression, .required = rule_.require, .node = bound_.names().bind(*expression)});
    pulls_.push_back(pull);
  } else if (pulls_[place] != pull) {
    pulls_[place] = Pull::both;
  }
  return {.kind = ExprKind::boolean, .condition = place};
}

/// Names each way by what it is of the condition and, where the rule has several conditions, a hash of the text.
void Decision::add_ways() {
  const auto asked = std::ranges::count(conditions_, false, &Condition::is_guard);
  for (std::size_t i = 0; i < conditions_.size(); ++i) {
    if (conditions_[i].is_guard) continue;
    const std::string mark =
        asked == 1 ? std::string() : fmt::format(".{:04x}", stable_hash(to_text(*conditions_[i].written)) & 0xFFFF);
    for (const bool holds : {true, false}) add_ways_of(i, holds, mark);
  }
}

void Decision::add_ways_of(std::size_t place, bool holds, const std::string& mark) {
  for (const ConditionWay& way : ways_of(bound_, conditions_[place], holds)) {
    const std::string name = (way.name.empty() ? (holds ? "true" : "false") : way.name) + mark;
    for (const bool broken : {true, false}) {
      if (pulls_[place] != Pull::both && broken != (holds == (pulls_[place] == Pull::against))) continue;
      ConditionWay& made = ways_.emplace_back(way);
      made.condition = place;
      made.holds = holds;
      made.broken = broken;
      made.name = name;
      if (made.claim) made.shows = holds_of(bound_, *made.claim);
    }
  }
}

/// Three values: a connective is decided by the parts that are defined where those suffice. `value_of` says what the
/// condition at a place is.
template <class ValueOf>
std::optional<bool> Decision::value(const Part& part, const ValueOf& value_of) {
  if (part.kind == ExprKind::boolean) return value_of(part.condition);
  const auto child = [&](std::size_t i) { return value(part.children[i], value_of); };
  if (part.kind == ExprKind::logical_not) {
    const auto inside = child(0);
    return inside ? std::optional(!*inside) : std::nullopt;
  }
  if (part.kind == ExprKind::conditional) {
    const auto chosen = child(0);
    return chosen ? child(*chosen ? 1 : 2) : std::nullopt;
  }
  const bool decisive = part.kind == ExprKind::logical_or;
  std::optional<bool> all = !decisive;
  for (std::size_t i = 0; i < part.children.size(); ++i) {
    const auto one = child(i);
    if (one == decisive) return decisive;
    if (!one) all.reset();
  }
  return all;
}

/// Returns what the rule says with the opposite of the condition of `way`. Tensors share axes, so several are empty at
/// once: those claims change together.
template <class ValueOf>
std::optional<bool> Decision::with_opposite(const ConditionWay& way, const ValueOf& value_of) const {
  return value(whole_, [&](std::size_t place) -> std::optional<bool> {
    if (place == way.condition) return !way.holds;
    const auto held = value_of(place);
    return held == false && goes_along(way, place) ? !way.holds : held;
  });
}

bool Decision::goes_along(const ConditionWay& way, std::size_t place) const {
  return !way.holds && is_nonempty_claim(*conditions_[way.condition].written) &&
         is_nonempty_claim(*conditions_[place].written);
}

std::vector<std::size_t> Decision::shown_by(const SlotCall& call, const std::vector<std::size_t>& ways) const {
  Few<std::optional<std::optional<bool>>, most_decided> values;
  for (std::size_t i = 0; i < conditions_.size(); ++i) values.push_back(std::nullopt);
  const auto value_of = [&](std::size_t place) {  // each condition is decided once, and only where it is asked for
    auto& known = values.items()[place];
    if (!known) known = decide(conditions_[place].node, call);
    return *known;
  };
  const auto is_so = [&](std::size_t place) { return value_of(ways_[place].condition) == ways_[place].holds; };
  std::vector<std::size_t> shown;
  if (std::ranges::none_of(ways, is_so)) return shown;  // mostly: the other conditions need not be asked
  const auto whole = value(whole_, value_of);
  if (!whole) return shown;
  std::size_t asked = conditions_.size();  // the condition of the way before: most have several
  bool decides = false;
  for (const std::size_t place : ways) {
    const ConditionWay& way = ways_[place];
    if (way.broken == *whole || !is_so(place)) continue;
    if (way.condition != asked) {
      const auto other = with_opposite(way, value_of);
      decides = other ? *other != *whole : may_leave_undefined(conditions_[way.condition]);
    }
    asked = way.condition;
    if (decides && (!way.shows || way.shows(call))) shown.push_back(place);
  }
  return shown;
}

/// Returns the condition at `place` where that of `way` is the opposite: as with_opposite has it.
ExpressionPtr Decision::turned_leaf(std::size_t place, const ConditionWay& way) const {
  const ExpressionPtr& condition = conditions_[place].written;
  if (place == way.condition) return make_boolean(way.holds ? 0 : 1, condition->at);
  if (!goes_along(way, place)) return condition;
  return make_node(ExprKind::logical_or, Type::boolean, {condition, negation_of(condition)}, condition->at);
}

/// Returns `part` in the language; where `turned` is given, with the opposite of its condition.
ExpressionPtr Decision::written(const Part& part, const ConditionWay* turned) const {
  if (part.kind == ExprKind::boolean)
    return turned == nullptr ? conditions_[part.condition].written : turned_leaf(part.condition, *turned);
  std::vector<ExpressionPtr> children;
  for (const Part& child : part.children) children.push_back(written(child, turned));
  return make_node(part.kind, Type::boolean, std::move(children), rule_.at);
}

std::optional<WayQuestion> Decision::question_of(std::size_t place) const {
  const ConditionWay& way = ways_[place];
  if (way.shows && !way.claim) return std::nullopt;
  const Condition& condition = conditions_[way.condition];
  const ExpressionPtr whole = written(whole_, nullptr);
  const ExpressionPtr other = written(whole_, &way);
  WayQuestion question{.holds = {way.holds ? condition.written : negation_of(condition.written),
                                 way.broken ? negation_of(whole) : whole}};
  if (may_leave_undefined(condition)) {
    question.same = way.broken ? negation_of(other) : other;
  } else {
    question.holds.push_back(way.broken ? other : negation_of(other));
  }
  if (way.claim) question.holds.push_back(way.claim);
  return question;
}

}  // namespace npu_cts::search
