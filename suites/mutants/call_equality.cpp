// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/call_equality.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "framework/expression/nodes.h"
#include "framework/findings/prove/solver.h"
#include "framework/rule/bound_spec.h"
#include "framework/search/conditions/conditions.h"

namespace npu_cts::mutants {
namespace {

/// Returns `expression` with what the symbols of `op` stand for in their place.
ExpressionPtr inlined(const OpSpec& op, const ExpressionPtr& expression) {
  if (!expression) return nullptr;
  const Symbol* const symbol = find_symbol(op, expression->name);
  if (expression->kind == ExprKind::symbol && symbol != nullptr) return inlined(op, symbol->value);
  Expression copy = *expression;
  for (ExpressionPtr& child : copy.children) child = inlined(op, child);
  return std::make_shared<const Expression>(std::move(copy));
}

/// Returns the value of `number`, a sum of integers and of the variable `name`, which is `value`. Nothing of what else
/// it is made of.
std::optional<std::int64_t> value_with(const ExpressionPtr& number, const std::string& name, std::int64_t value) {
  if (number->kind == ExprKind::integer) return number->integer;
  if (number->kind == ExprKind::variable && number->name == name) return value;
  if (number->kind != ExprKind::add && number->kind != ExprKind::subtract) return std::nullopt;
  const auto a = value_with(number->children[0], name, value);
  const auto b = value_with(number->children[1], name, value);
  if (!a || !b) return std::nullopt;
  return number->kind == ExprKind::add ? *a + *b : *a - *b;
}

/// Returns whether `body` says nothing where the variable `name` is `value`: it is about the members of a range that is
/// empty then.
bool is_vacuous(const ExpressionPtr& body, const std::string& name, std::int64_t value) {
  if (body->kind != ExprKind::all_of || body->children[0]->kind != ExprKind::range) return false;
  const auto& ends = body->children[0]->children;
  const auto first = value_with(ends[0], name, value);
  const auto last = value_with(ends[1], name, value);
  return first && last && *last < *first;
}

/// Returns `expression` with each quantifier over a range from its first number on of which it says something.
ExpressionPtr without_vacuous_starts(const ExpressionPtr& expression) {
  if (!expression) return nullptr;
  Expression copy = *expression;
  for (ExpressionPtr& child : copy.children) child = without_vacuous_starts(child);
  const bool is_over_range = copy.kind == ExprKind::all_of && copy.children[0]->kind == ExprKind::range &&
                             copy.children[0]->children[0]->kind == ExprKind::integer;
  if (is_over_range) {
    Expression range = *copy.children[0];
    const std::int64_t first = range.children[0]->integer;
    if (is_vacuous(copy.children[1], copy.name, first)) {
      range.children[0] = make_integer(first + 1, range.at);
      copy.children[0] = std::make_shared<const Expression>(std::move(range));
    }
  }
  return std::make_shared<const Expression>(std::move(copy));
}

/// A rule without symbols: what it means alone. A rule that does not hold asks for nothing.
struct Meaning {
  const BoundRule* rule;
  ExpressionPtr require;
  ExpressionPtr when;
};

Meaning meaning_of(const OpSpec& op, const BoundRule& rule) {
  return {.rule = &rule, .require = without_vacuous_starts(inlined(op, rule.require)), .when = inlined(op, rule.when)};
}

Meaning nothing_of(const BoundRule& rule) {
  return {.rule = &rule, .require = make_boolean(1, rule.require->at), .when = nullptr};
}

/// How two specs write what is no rule.
enum class Written : std::uint8_t { alike, alike_but_for_symbols, otherwise };

/// Returns how results, and the conditions of formulas, evidence and what is implementation-defined, are written.
Written compare_results(const BoundSpec& before, const BoundSpec& now) {
  Written found = Written::alike;
  const auto compare = [&](const ExpressionPtr& a, const ExpressionPtr& b) {
    if (same_tree(inlined(before.op(), a), inlined(now.op(), b))) return true;
    found = same_tree(a, b) && found != Written::otherwise ? Written::alike_but_for_symbols : Written::otherwise;
    return found != Written::otherwise;
  };
  const auto is_alike = [&](const auto& a, const auto& b) {
    const auto* const x = before.current(a);
    const auto* const y = now.current(b);
    if (x == nullptr || y == nullptr) return x == y;
    return compare(x->value, y->value);
  };
  const bool outputs = std::ranges::equal(before.op().outputs, now.op().outputs, [&](const Output& a, const Output& b) {
    return is_alike(a.dtype, b.dtype) && is_alike(a.shape, b.shape);
  });
  const auto is_when_alike = [&](const auto& a, const auto& b) { return compare(a.written->when, b.written->when); };
  const bool others =
      std::ranges::equal(before.implementation_defined(), now.implementation_defined(), is_when_alike) &&
      std::ranges::equal(before.formulas(), now.formulas(), is_when_alike) &&
      std::ranges::equal(before.contested(), now.contested(), is_when_alike);
  return outputs && others ? found : Written::otherwise;
}

/// What two bound specs say of calls: the rules that differ, all of one verdict.
class Difference {
 public:
  Difference(const BoundSpec& before, const BoundSpec& now)
      : before_(before), now_(now), results_(compare_results(before, now)) {
    for (const BoundRule& rule : before.rules()) {
      const BoundRule* const other = now.find_rule(rule.id);
      add(meaning_of(before.op(), rule), other == nullptr ? nothing_of(rule) : meaning_of(now.op(), *other));
    }
    for (const BoundRule& rule : now.rules()) {
      if (before.find_rule(rule.id) == nullptr) add(nothing_of(rule), meaning_of(now.op(), rule));
    }
    for (const BoundRule& rule : before.rules()) {
      if (!changed_.empty() && rule.on_violation < changed_.front().first.rule->on_violation) lesser_.insert(rule.id);
    }
  }

  /// Returns whether the solver finds no call of which the two say different things: none that one keeps and the other
  /// does not, and none that one breaks and the other does not. What is undefined is neither kept nor broken. A lesser
  /// rule may be broken: its verdict would show.
  [[nodiscard]] CallEquality compare() const {
    if (!is_known_ || results_ == Written::otherwise) return {};
    if (changed_.empty() && on_data_.empty() && results_ == Written::alike) return {.is_proved = true};
    findings::prove::SpecSolver solver(before_);
    if (!has_same_data(solver) || !has_same_results(solver)) return {};
    if (changed_.empty()) return {.is_proved = true};
    std::vector<Meaning> before;
    std::vector<Meaning> now;
    for (const auto& [one, other] : changed_) {
      before.push_back(one);
      now.push_back(other);
    }
    CallEquality found = is_within(solver, before, now);
    return found.is_proved ? is_within(solver, now, before) : found;
  }

 private:
  void add(Meaning before, Meaning now) {
    const Verdict verdict = before.rule->on_violation;
    is_known_ = is_known_ && verdict == now.rule->on_violation;
    if (same_tree(before.require, now.require) && same_tree(before.when, now.when)) return;
    const bool is_in_both = before.rule != now.rule;
    if (is_in_both && before.rule->on_data && same_tree(before.rule->require, now.rule->require) &&
        same_tree(before.rule->when, now.rule->when)) {
      on_data_.push_back(before.rule);
      return;
    }
    const bool is_of_one_verdict = changed_.empty() || changed_.front().first.rule->on_violation == verdict;
    is_known_ = is_known_ && !before.rule->on_data && is_of_one_verdict;
    changed_.emplace_back(std::move(before), std::move(now));
  }

  /// Returns whether the symbols that rules on values use stand for the same in every call that such a rule may decide:
  /// one that breaks no worse rule.
  [[nodiscard]] bool has_same_data(findings::prove::SpecSolver& solver) const {
    if (on_data_.empty()) return true;
    const auto is_lesser = [](const BoundRule* a, const BoundRule* b) { return a->on_violation < b->on_violation; };
    const Verdict worst = (*std::ranges::max_element(on_data_, is_lesser))->on_violation;
    std::set<std::string, std::less<>> left_out;
    for (const BoundRule& rule : before_.rules()) {
      if (rule.on_data || rule.on_violation <= worst) left_out.insert(rule.id);
    }
    return has_same_symbols(solver, left_out);
  }

  /// Returns whether the symbols that results use stand for the same in every legal call.
  [[nodiscard]] bool has_same_results(findings::prove::SpecSolver& solver) const {
    return results_ == Written::alike || has_same_symbols(solver, rules_on_data());
  }

  [[nodiscard]] std::set<std::string, std::less<>> rules_on_data() const {
    std::set<std::string, std::less<>> ids;
    for (const BoundRule& rule : before_.rules()) {
      if (rule.on_data) ids.insert(rule.id);
    }
    return ids;
  }

  /// Returns whether each symbol stands for the same in every call that keeps all rules but those `left_out`, or for
  /// nothing.
  [[nodiscard]] bool has_same_symbols(findings::prove::SpecSolver& solver,
                                      const std::set<std::string, std::less<>>& left_out) const {
    const auto is_impossible = [&](const std::vector<ExpressionPtr>& claims, const ExpressionPtr& untrue) {
      return solver.kept_but(left_out, claims, untrue).reply == findings::prove::Reply::impossible;
    };
    return std::ranges::equal(before_.op().symbols, now_.op().symbols, [&](const Symbol& a, const Symbol& b) {
      const ExpressionPtr was = inlined(before_.op(), a.value);
      const ExpressionPtr is = inlined(now_.op(), b.value);
      if (a.name != b.name || same_tree(was, is)) return a.name == b.name;
      const auto equal = [&](const ExpressionPtr& x, const ExpressionPtr& y) {
        return make_node(ExprKind::equal, Type::boolean, {x, y}, a.value->at);
      };
      const ExpressionPtr had = equal(was, was);  // it is defined
      const ExpressionPtr has = equal(is, is);
      return is_impossible({had, has}, equal(was, is)) && is_impossible({had}, has) && is_impossible({has}, had);
    });
  }

  static ExpressionPtr joined(ExprKind kind, std::vector<ExpressionPtr> parts) {
    if (parts.size() == 1) return parts.front();
    const Location at = parts.front()->at;
    return make_node(kind, Type::boolean, std::move(parts), at);
  }

  static ExpressionPtr kept(const std::vector<Meaning>& rules) {
    std::vector<ExpressionPtr> parts;
    for (const Meaning& rule : rules) {
      parts.push_back(search::claim_kept(rule.require, rule.when));
    }
    return joined(ExprKind::logical_and, std::move(parts));
  }

  static ExpressionPtr broken(const std::vector<Meaning>& rules) {
    std::vector<ExpressionPtr> parts;
    for (const Meaning& rule : rules) {
      const ExpressionPtr not_so = search::negation_of(rule.require);
      parts.push_back(rule.when ? joined(ExprKind::logical_and, {rule.when, not_so}) : not_so);
    }
    return joined(ExprKind::logical_or, std::move(parts));
  }

  /// Returns whether `others` keep what `rules` keep, and break what they break, of the calls that keep all other
  /// rules; a call that shows it where they do not.
  [[nodiscard]] CallEquality is_within(findings::prove::SpecSolver& solver, const std::vector<Meaning>& rules,
                                       const std::vector<Meaning>& others) const {
    std::set<std::string, std::less<>> left_out = lesser_;
    for (const Meaning& rule : rules) left_out.insert(rule.rule->id);
    for (const auto& [claim, untrue] : {std::pair{kept(rules), kept(others)}, {broken(rules), broken(others)}}) {
      const findings::prove::Answer answer = solver.kept_but(left_out, std::vector{claim}, untrue);
      if (answer.reply != findings::prove::Reply::impossible) return {.differing = answer.witness};
    }
    return {.is_proved = true};
  }

  const BoundSpec& before_;
  const BoundSpec& now_;
  bool is_known_ = true;
  Written results_;
  std::vector<std::pair<Meaning, Meaning>> changed_;
  std::vector<const BoundRule*> on_data_;  ///< those that differ in symbols alone
  std::set<std::string, std::less<>> lesser_;
};

/// Returns whether no legal call has one of two conditions and not the other. A condition that is none is true.
bool has_same_calls(findings::prove::SpecSolver& solver, const BoundSpec& bound, const ExpressionPtr& a,
                    const ExpressionPtr& b) {
  std::set<std::string, std::less<>> on_data;
  for (const BoundRule& rule : bound.rules()) {
    if (rule.on_data) on_data.insert(rule.id);
  }
  const auto is_within = [&](const ExpressionPtr& inner, const ExpressionPtr& outer) {
    if (!outer) return true;
    const std::vector<ExpressionPtr> claims = inner ? std::vector{inner} : std::vector<ExpressionPtr>{};
    return solver.kept_but(on_data, claims, outer).reply == findings::prove::Reply::impossible;
  };
  return same_tree(a, b) || (is_within(a, b) && is_within(b, a));
}

}  // namespace

bool touches_alike(const Spec& spec, const OpSpec& op, const Spec& changed, const OpSpec& other) {
  return std::ranges::all_of(supported_targets(spec, op), [&](const Target& target) {
    const BoundSpec before = BoundSpec::bind(spec, op, target);
    const BoundSpec now = BoundSpec::bind(changed, other, target);
    findings::prove::SpecSolver solver(before);
    return std::ranges::equal(
        before.implementation_defined(), now.implementation_defined(), [&](const auto& a, const auto& b) {
          return a.written->id == b.written->id && has_same_calls(solver, before, inlined(before.op(), a.written->when),
                                                                  inlined(now.op(), b.written->when));
        });
  });
}

CallEquality compare_calls(const Spec& spec, const OpSpec& op, const Spec& changed, const OpSpec& other) {
  std::set<std::string> asked;
  for (const Target& target : supported_targets(spec, op)) {
    const BoundSpec before = BoundSpec::bind(spec, op, target);
    const BoundSpec now = BoundSpec::bind(changed, other, target);
    if (!asked.insert(same_spec_key(spec, op, target) + same_spec_key(changed, other, target)).second) continue;
    CallEquality found = Difference(before, now).compare();
    if (found.differing) found.differing->target = target;
    if (!found.is_proved) return found;
  }
  return {.is_proved = true};
}

}  // namespace npu_cts::mutants
