// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/findings/checks/check.h"
#include "framework/search/search.h"

namespace npu_cts::findings {
namespace {

/// What leaving a parameter out comes to, over every target that a default holds for.
struct Omission {
  bool asked = false;   ///< some target is supported there
  bool usable = false;  ///< some legal call leaves it out
  std::string rule;     ///< a rule that a call broke only by leaving it out
  Location rule_at;
};

/// Returns a rule that `call` breaks, or null.
const BoundRule* first_broken(const SlotCall& call) {
  const Judgement judgement = judge_rules(call);
  return judgement.broken.empty() ? nullptr : judgement.broken.front();
}

/// Asks one target: is there a legal call, near one for any combination of dtypes, that leaves `key` out?
void ask(const BoundSpec& bound, const std::string& key, Omission& finding) {
  const std::size_t slot = bound.names().parameter(key);
  search::Search search(bound);
  std::vector<search::FoundCall> without;
  const BoundRule* broken = nullptr;
  for (const auto& [choice, row] : search::legal_dtypes(bound)) {
    const auto base = search.find_legal(search::first_candidate(bound, choice));
    if (!base) continue;
    finding.asked = true;
    search::CandidateCall candidate = base->candidate;
    candidate.parameters[slot].argument.reset();
    search.builder().start(candidate);
    const SlotCall* const call = search.builder().build();
    if (call == nullptr) continue;
    const BoundRule* first = first_broken(*call);
    finding.usable = first == nullptr;
    if (finding.usable) return;
    if (broken == nullptr) broken = first;
    without.push_back(
        {.candidate = candidate, .arguments = search.builder().arguments(), .verdict = first->on_violation});
  }
  if (broken == nullptr) return;
  const search::BoundaryObjective any{
      .side = search::BoundarySide::at, .broken = false, .left = nullptr, .right = nullptr};
  const auto legal = search.find_at(*broken, any, without, search::Reach::two_steps);
  finding.usable = legal && !legal->arguments[slot];
  if (!finding.usable && finding.rule.empty()) {
    finding.rule = broken->id;
    finding.rule_at = broken->at;
  }
}

/// Asks every target that `dated` holds for; targets of which the spec says the same, once.
Omission look_into(const Examined& examined, const Parameter& parameter, const Dated<Default>& dated) {
  Omission finding;
  std::vector<Target> targets = supported_targets(examined.spec, examined.op);
  std::erase_if(targets, [&](const Target& target) { return !holds(dated.applies, examined.spec, target); });
  for (const std::vector<Target>& group : expand::groups_of(examined.spec, examined.op, targets)) {
    ask(examined.bound.at(examined.op, group.front()), parameter.key, finding);
    if (finding.usable) return finding;
  }
  return finding;
}

/// Returns what is wrong with a default that no legal call can rely on; it must be marked, and declared.
Finding illegal(const OpSpec& op, const Parameter& parameter, const Dated<Default>& dated, const Omission& omission) {
  Finding illegal =
      finding(op, parameter.key, dated.at,
              fmt::format("the default of '{}' breaks rule '{}' for every input", parameter.key, omission.rule));
  illegal.hint =
      dated.value.usable
          ? "add 'usable: false' to the default and declare the contradiction, or correct the rule"
          : fmt::format("declare it: 'contradictions: - {{id: …, kind: default-breaks-rule, subject: {}, …}}'",
                        parameter.key);
  illegal.notes = {{.at = omission.rule_at, .text = fmt::format("rule '{}' is here", omission.rule)}};
  illegal.excusable = !dated.value.usable;
  return illegal;
}

}  // namespace

Findings find_defaults_that_break_rules(const Examined& examined) {
  Findings found;
  for (const Parameter& parameter : examined.op.parameters) {
    if (parameter.kind == ParameterKind::tensor || parameter.kind == ParameterKind::dtype || parameter.reserved)
      continue;
    for (const auto& dated : parameter.defaults) {
      const Omission omission = look_into(examined, parameter, dated);
      if (!omission.asked) continue;
      if (!omission.usable) found.push_back(illegal(examined.op, parameter, dated, omission));
      if (!omission.usable || dated.value.usable) continue;
      found.push_back(
          {.kind = kinds::contradiction_not_found,
           .op = examined.op.name,
           .at = dated.at,
           .what = fmt::format("the default of '{}' is marked unusable, yet a legal call uses it", parameter.key),
           .hint = "remove 'usable: false'"});
    }
  }
  return found;
}

}  // namespace npu_cts::findings
