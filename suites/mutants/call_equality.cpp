// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/call_equality.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "framework/expression/nodes.h"
#include "framework/findings/prove/solver.h"
#include "framework/rule/bound_spec.h"
#include "framework/search/conditions.h"

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

/// A rule without symbols: what it means alone.
struct Meaning {
  const BoundRule* rule;
  ExpressionPtr require;
  ExpressionPtr when;
};

Meaning meaning_of(const OpSpec& op, const BoundRule& rule) {
  return {.rule = &rule, .require = inlined(op, rule.require), .when = inlined(op, rule.when)};
}

/// Returns whether results, and the conditions of formulas, evidence and what is implementation-defined, are written
/// alike.
bool have_same_results(const BoundSpec& before, const BoundSpec& now) {
  const auto is_alike = [&](const auto& a, const auto& b) {
    const auto* const x = before.current(a);
    const auto* const y = now.current(b);
    if (x == nullptr || y == nullptr) return x == y;
    return same_tree(inlined(before.op(), x->value), inlined(now.op(), y->value));
  };
  const bool outputs = std::ranges::equal(before.op().outputs, now.op().outputs, [&](const Output& a, const Output& b) {
    return is_alike(a.dtype, b.dtype) && is_alike(a.shape, b.shape);
  });
  const auto is_when_alike = [&](const auto& a, const auto& b) {
    return same_tree(inlined(before.op(), a.written->when), inlined(now.op(), b.written->when));
  };
  return outputs && std::ranges::equal(before.implementation_defined(), now.implementation_defined(), is_when_alike) &&
         std::ranges::equal(before.formulas(), now.formulas(), is_when_alike) &&
         std::ranges::equal(before.contested(), now.contested(), is_when_alike);
}

/// What two bound specs say of calls: the rules that differ, all of one verdict.
class Difference {
 public:
  Difference(const BoundSpec& before, const BoundSpec& now) : before_(before), now_(now) {
    is_known_ = std::ranges::equal(before.rules(), now.rules(), {}, &BoundRule::id, &BoundRule::id) &&
                have_same_results(before, now);
    for (std::size_t i = 0; is_known_ && i < before.rules().size(); ++i)
      add(meaning_of(before.op(), before.rules()[i]), meaning_of(now.op(), now.rules()[i]));
    for (const BoundRule& rule : before.rules()) {
      if (!changed_.empty() && rule.on_violation < changed_.front().first.rule->on_violation) lesser_.insert(rule.id);
    }
  }

  /// Returns whether the solver finds no call of which the two say different things: none that one keeps and the other
  /// does not, and none that one breaks and the other does not. What is undefined is neither kept nor broken. A lesser
  /// rule may be broken: its verdict would show.
  [[nodiscard]] bool is_proved_empty() const {
    if (!is_known_) return false;
    if (changed_.empty() && on_data_.empty()) return true;
    findings::prove::SpecSolver solver(before_);
    if (!has_same_data(solver)) return false;
    if (changed_.empty()) return true;
    std::vector<Meaning> before;
    std::vector<Meaning> now;
    for (const auto& [one, other] : changed_) {
      before.push_back(one);
      now.push_back(other);
    }
    return is_within(solver, before, now) && is_within(solver, now, before);
  }

 private:
  void add(Meaning before, Meaning now) {
    const Verdict verdict = before.rule->on_violation;
    is_known_ = is_known_ && verdict == now.rule->on_violation;
    if (same_tree(before.require, now.require) && same_tree(before.when, now.when)) return;
    if (before.rule->on_data && same_tree(before.rule->require, now.rule->require) &&
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
    return std::ranges::equal(before_.op().symbols, now_.op().symbols, [&](const Symbol& a, const Symbol& b) {
      const ExpressionPtr was = inlined(before_.op(), a.value);
      const ExpressionPtr is = inlined(now_.op(), b.value);
      if (a.name != b.name || same_tree(was, is)) return a.name == b.name;
      const ExpressionPtr alike = make_node(ExprKind::equal, Type::boolean, {was, is}, a.value->at);
      return solver.kept_but(left_out, {}, alike).reply == findings::prove::Reply::impossible;
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
  /// rules.
  [[nodiscard]] bool is_within(findings::prove::SpecSolver& solver, const std::vector<Meaning>& rules,
                               const std::vector<Meaning>& others) const {
    std::set<std::string, std::less<>> left_out = lesser_;
    for (const Meaning& rule : rules) left_out.insert(rule.rule->id);
    const auto is_impossible = [&](const ExpressionPtr& claim, const ExpressionPtr& untrue) {
      return solver.kept_but(left_out, std::vector{claim}, untrue).reply == findings::prove::Reply::impossible;
    };
    return is_impossible(kept(rules), kept(others)) && is_impossible(broken(rules), broken(others));
  }

  const BoundSpec& before_;
  const BoundSpec& now_;
  bool is_known_ = true;
  std::vector<std::pair<Meaning, Meaning>> changed_;
  std::vector<const BoundRule*> on_data_;  ///< those that differ in symbols alone
  std::set<std::string, std::less<>> lesser_;
};

}  // namespace

bool says_alike_of_calls(const Spec& spec, const OpSpec& op, const Spec& changed, const OpSpec& other) {
  std::set<std::string> asked;
  return std::ranges::all_of(supported_targets(spec, op), [&](const Target& target) {
    const BoundSpec before = BoundSpec::bind(spec, op, target);
    const BoundSpec now = BoundSpec::bind(changed, other, target);
    if (!asked.insert(same_spec_key(spec, op, target) + same_spec_key(changed, other, target)).second) return true;
    return Difference(before, now).is_proved_empty();
  });
}

}  // namespace npu_cts::mutants
