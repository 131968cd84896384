// SPDX-License-Identifier: Apache-2.0
#include "framework/rule/judge_call.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "framework/rule/evaluate.h"
#include "framework/rule/evaluator.h"

namespace npu_cts {
namespace {

enum class RuleState : std::uint8_t { kept, broken, blocked };

RuleState state_of(Number truth) {
  if (!truth) return RuleState::blocked;
  return *truth != 0 ? RuleState::kept : RuleState::broken;
}

/// Judges the rules of one call in turn.
class Judge {
 public:
  explicit Judge(const SlotCall& call) : evaluator_(call) {}

  RuleState rule(const BoundRule& rule) {
    if (rule.condition) {
      const Number applies = evaluator_.number_anew(*rule.condition);
      if (!applies) return RuleState::blocked;
      if (*applies == 0) return RuleState::kept;
    }
    if (rule.joins_rows) return rows(rule);
    const RuleState state = state_of(evaluator_.number_anew(rule.requirement));
    if (state == RuleState::broken && rule.lists_dtypes) is_dtype_wrong_ = true;
    return state;
  }

  [[nodiscard]] std::string_view row() const { return row_; }

 private:
  /// Tries the rows in order: the first that admits the call is its row. Not inlined: else every rule pays for its
  /// registers.
  [[gnu::noinline]] RuleState rows(const BoundRule& rule) {
    bool unknown = is_dtype_wrong_;
    for (std::size_t i = 0; i < rule.requirement.children.size(); ++i) {
      const Number admits = evaluator_.number_anew(rule.requirement.children[i]);
      if (admits == Number(1)) {
        row_ = rule.require->children[i]->name;
        return RuleState::kept;
      }
      unknown = unknown || !admits;
    }
    return unknown ? RuleState::blocked : RuleState::broken;
  }

  Evaluator evaluator_;
  std::string_view row_;
  bool is_dtype_wrong_ = false;
};

void break_rule(Judgement& judgement, const BoundRule& rule) {
  judgement.broken.push_back(&rule);
  judgement.verdict = std::max(judgement.verdict, rule.on_violation);
}

void add_rules(Judgement& judgement, const SlotCall& call, const Changes& changes) {
  Judge judge(call);
  for (const BoundRule& rule : call.bound().rules()) {
    if (!may_change(rule, changes)) continue;
    switch (judge.rule(rule)) {
      case RuleState::kept:
        break;
      case RuleState::broken:
        break_rule(judgement, rule);
        break;
      case RuleState::blocked:
        judgement.blocked.push_back(&rule);
        break;
    }
  }
  judgement.row = judge.row();
}

}  // namespace

Judgement judge_rules(const SlotCall& call) { return judge_rules(call, Changes()); }

Judgement judge_rules(const SlotCall& call, const Changes& changes) {
  Judgement judgement;
  add_rules(judgement, call, changes);
  return judgement;
}

Judgement judge_rules(const BoundSpec& bound, const Call& call) { return judge_rules(SlotCall(bound, call.arguments)); }

Judgement judge(const SlotCall& call) {
  Judgement judgement;
  if (const BoundRule* const support = call.bound().support_rule()) break_rule(judgement, *support);
  if (judgement.verdict != Verdict::unsupported) add_rules(judgement, call, {});
  return judgement;
}

Judgement judge(const BoundSpec& bound, const Call& call) { return judge(SlotCall(bound, call.arguments)); }

bool is_legal(const SlotCall& call, const Changes& changes) {
  Judge judge(call);
  return std::ranges::all_of(call.bound().rules(), [&](const BoundRule& rule) {
    if (!may_change(rule, changes)) return true;
    const RuleState state = judge.rule(rule);
    return state == RuleState::kept || (state == RuleState::blocked && rule.on_data);
  });
}

bool is_legal(const BoundSpec& bound, const Call& call) { return is_legal(SlotCall(bound, call.arguments)); }

std::optional<bool> binds(const SlotCall& call, const BoundRule& rule) {
  return rule.condition ? decide(*rule.condition, call) : std::optional(true);
}

bool breaks(const SlotCall& call, const BoundRule& rule) { return Judge(call).rule(rule) == RuleState::broken; }

bool breaks_only(const SlotCall& call, const BoundRule& rule, const Changes& changes) {
  Judge judge(call);
  if (judge.rule(rule) != RuleState::broken) return false;
  return std::ranges::all_of(call.bound().rules(), [&](const BoundRule& other) {
    return &other == &rule || !may_change(other, changes) || judge.rule(other) != RuleState::broken;
  });
}

std::optional<const BoundRule*> broken_alone(const SlotCall& call, const Changes& changes) {
  Judge judge(call);
  const BoundRule* broken = nullptr;
  for (const BoundRule& rule : call.bound().rules()) {
    if (!may_change(rule, changes) || judge.rule(rule) != RuleState::broken) continue;
    if (broken != nullptr) return std::nullopt;
    broken = &rule;
  }
  return broken;
}

std::vector<const BoundRule*> refused_by(const SlotCall& call, const Changes& changes) {
  Judge judge(call);
  std::vector<const BoundRule*> rules;
  for (const BoundRule& rule : call.bound().rules()) {
    const bool refuses = rule.on_violation == Verdict::reject || rule.on_violation == Verdict::unsupported;
    if (refuses && may_change(rule, changes) && judge.rule(rule) == RuleState::broken) rules.push_back(&rule);
  }
  return rules;
}

Verdict verdict_of(std::span<const BoundRule* const> rules) {
  Verdict verdict = Verdict::accept;
  for (const BoundRule* rule : rules) verdict = std::max(verdict, rule->on_violation);
  return verdict;
}

std::vector<const Contested*> contested_by(const SlotCall& call, const Judgement& judgement) {
  std::vector<const Contested*> all;
  for (const BoundRule* rule : judgement.broken) {
    if (rule->on_violation != Verdict::reject) continue;
    const std::size_t before = all.size();
    for (const auto& [one, when] : call.bound().contested()) {
      if (one->subject == rule->id && (!when || decide(*when, call) == true)) all.push_back(one);
    }
    if (all.size() == before) return {};
  }
  return all;
}

}  // namespace npu_cts
