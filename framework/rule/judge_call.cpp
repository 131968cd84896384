#include "framework/rule/judge_call.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "framework/rule/derive_rules.h"
#include "framework/rule/nodes.h"

namespace npu_cts {
namespace {

enum class Finding : std::uint8_t { kept, broken, blocked };

Finding finding_of(std::optional<bool> truth) {
  if (!truth) return Finding::blocked;
  return *truth ? Finding::kept : Finding::broken;
}

/// Tries the rows in order; the first that admits the call goes into the judgement.
Finding judge_rows(const Rule& rule, const Facts& facts, Judgement& judgement) {
  bool unknown = false;
  for (const ExpressionPtr& row : rule.must->children) {
    const auto admits = decide(*row, facts);
    if (admits == true) {
      judgement.row = row->name;
      return Finding::kept;
    }
    unknown = unknown || !admits;
  }
  return unknown ? Finding::blocked : Finding::broken;
}

bool is_dtype_rule(const Rule* rule) {
  return rule->derived && rule->phase == Phase::dtype && rule->id != rows_rule_id;
}

Finding judge_rule(const Rule& rule, const Facts& facts, Judgement& judgement) {
  if (rule.when) {
    const auto applies = decide(*rule.when, facts);
    if (!applies) return Finding::blocked;
    if (!*applies) return Finding::kept;
  }
  if (!rule.derived || rule.id != rows_rule_id) return finding_of(decide(*rule.must, facts));
  const Finding finding = judge_rows(rule, facts, judgement);
  const bool dtype_broken = std::ranges::any_of(judgement.broken, is_dtype_rule);
  return finding == Finding::broken && dtype_broken ? Finding::blocked : finding;
}

/// Returns the rule that a call on a target without support breaks.
Rule support_rule(const OpSpec& op, const Target& target, const SupportCell* cell) {
  const auto where = fmt::format("{}, {}, {}", target.product, target.release, name_of(target.mode));
  Rule rule;
  rule.id = support_rule_id;
  rule.phase = Phase::support;
  rule.derived = true;
  rule.at = cell != nullptr ? cell->at : Location{.file = op.file, .line = 0, .column = 0};
  rule.must = make_boolean(0, rule.at);
  rule.otherwise = cell != nullptr && cell->state == SupportState::no ? Verdict::unsupported : Verdict::open;
  if (cell != nullptr) rule.question = cell->question;
  if (cell != nullptr) rule.cite = cell->cite;
  if (rule.otherwise == Verdict::unsupported) {
    rule.text = {.en = fmt::format("the operator is not supported there ({})", where),
                 .zh = fmt::format("不支持该环境（{}）", where)};
  } else {
    rule.text = {.en = fmt::format("the documents do not say whether the operator is supported there ({})", where),
                 .zh = fmt::format("文档未说明该环境是否支持（{}）", where)};
  }
  return rule;
}

}  // namespace

Judgement judge_call(const Spec& spec, const OpSpec& op, const Call& call, std::span<const Rule> rules) {
  const Facts facts(spec, op, call);
  Judgement judgement;
  for (const Rule& rule : rules) {
    switch (judge_rule(rule, facts, judgement)) {
      case Finding::kept:
        break;
      case Finding::broken:
        judgement.broken.push_back(&rule);
        judgement.verdict = std::max(judgement.verdict, rule.otherwise);
        break;
      case Finding::blocked:
        judgement.blocked.push_back(&rule);
        break;
    }
  }
  return judgement;
}

bool is_legal(const Facts& facts, std::span<const Rule> rules) {
  Judgement unused;
  return std::ranges::all_of(rules, [&](const Rule& rule) {
    const Finding finding = judge_rule(rule, facts, unused);
    return finding == Finding::kept || (finding == Finding::blocked && rule.on_data);
  });
}

bool breaks(const Facts& facts, const Rule& rule) {
  Judgement unused;
  return judge_rule(rule, facts, unused) == Finding::broken;
}

bool breaks_only(const Facts& facts, std::span<const Rule> rules, const Rule& rule) {
  Judgement so_far;
  if (judge_rule(rule, facts, so_far) != Finding::broken) return false;
  so_far.broken.push_back(&rule);
  return std::ranges::all_of(
      rules, [&](const Rule& other) { return &other == &rule || judge_rule(other, facts, so_far) != Finding::broken; });
}

Judgement judge(const Spec& spec, const OpSpec& op, const Call& call) {
  const SupportCell* const cell = find_support(spec, op, call.target);
  std::vector<Rule> rules;
  if (cell == nullptr || cell->state != SupportState::yes) rules.push_back(support_rule(op, call.target, cell));
  if (cell == nullptr || cell->state != SupportState::no) {
    std::ranges::move(derive_rules(spec, op, call.target), std::back_inserter(rules));
  }
  auto owned = std::make_shared<const std::vector<Rule>>(std::move(rules));
  Judgement judgement = judge_call(spec, op, call, *owned);
  judgement.rules = std::move(owned);
  return judgement;
}

const SupportCell* find_support(const Spec& spec, const OpSpec& op, const Target& target) {
  const auto it =
      std::ranges::find_if(op.support, [&](const SupportCell& cell) { return holds(cell.applies, spec, target); });
  return it == op.support.end() ? nullptr : &*it;
}

}  // namespace npu_cts
