#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/expand/search.h"
#include "framework/findings/checks/check.h"

namespace npu_cts {
namespace {

/// What leaving a parameter out comes to, over every target that a default holds for.
struct Finding {
  bool asked = false;   ///< some target is supported there
  bool usable = false;  ///< some legal call leaves it out
  std::string rule;     ///< a rule that a call broke only by leaving it out
  Location rule_at;
};

/// Returns a rule that `call` breaks, or null.
const BoundRule* first_broken(const BoundSpec& bound, const Call& call) {
  const Judgement judgement = judge_rules(bound, call);
  return judgement.broken.empty() ? nullptr : judgement.broken.front();
}

/// Asks one target: is there a legal call, near one for any combination of dtypes, that leaves `key` out?
void ask(const BoundSpec& bound, const std::string& key, Finding& finding) {
  std::vector<Found> without;
  const BoundRule* broken = nullptr;
  for (const auto& [choice, row] : legal_dtypes(bound)) {
    const auto base = find_legal(bound, first_draft(bound, choice));
    if (!base) continue;
    finding.asked = true;
    Draft draft = base->draft;
    draft.arguments.erase(key);
    auto call = build_call(bound, draft);
    if (!call) continue;
    const BoundRule* first = first_broken(bound, *call);
    finding.usable = first == nullptr;
    if (finding.usable) return;
    if (broken == nullptr) broken = first;
    without.push_back({.draft = std::move(draft), .call = *std::move(call), .verdict = Verdict::accept});
  }
  if (broken == nullptr) return;
  const Goal any{.side = "", .broken = false, .left = nullptr, .right = nullptr};
  const auto legal = find_at(bound, *broken, any, without, Reach::two_moves);
  finding.usable = legal && !legal->call.arguments.contains(key);
  if (!finding.usable && finding.rule.empty()) {
    finding.rule = broken->id;
    finding.rule_at = broken->at;
  }
}

/// Asks every target that `dated` holds for; targets of which the law says the same, once.
Finding look_into(const Spec& spec, const OpSpec& op, const Parameter& parameter, const Dated<Default>& dated) {
  Finding finding;
  std::set<std::string> asked;
  for (const Target& target :
       targets_of(spec, op, {.ops = {}, .products = {}, .releases = {"all"}, .modes = {}, .query = {}})) {
    const SupportCell* support = find_support(spec, op, target);
    if (support == nullptr || support->state != SupportState::yes || !holds(dated.applies, spec, target)) continue;
    if (!asked.insert(same_spec_key(spec, op, target)).second) continue;
    ask(BoundSpec::bind(spec, op, target), parameter.key, finding);
    if (finding.usable) return finding;
  }
  return finding;
}

bool is_declared(const OpSpec& op, const std::string& key) {
  return std::ranges::any_of(op.contradictions, [&](const Contradiction& one) {
    return one.kind == "default-breaks-rule" && one.about == key;
  });
}

Diagnostic illegal_default(const Parameter& parameter, const Dated<Default>& dated, const Finding& finding,
                           std::string mend) {
  return {.kind = Kind::default_breaks_rule,
          .level = Level::error,
          .at = dated.at,
          .what = fmt::format("the default of '{}' breaks rule '{}' for every input", parameter.key, finding.rule),
          .why = "no legal call leaves the parameter out",
          .mend = std::move(mend),
          .notes = {{.at = finding.rule_at, .text = fmt::format("rule '{}' is here", finding.rule)}}};
}

}  // namespace

Diagnostics find_defaults_that_break_rules(const Examined& examined) {
  Diagnostics found;
  for (const OpSpec& op : examined.spec.operators) {
    for (const Parameter& parameter : op.parameters) {
      if (parameter.kind == ParameterKind::tensor || parameter.kind == ParameterKind::dtype || parameter.reserved)
        continue;
      for (const auto& dated : parameter.defaults) {
        const Finding finding = look_into(examined.spec, op, parameter, dated);
        if (!finding.asked) continue;
        if (!finding.usable && dated.is.usable) {
          found.push_back(
              illegal_default(parameter, dated, finding,
                              "add 'usable: false' to the default and declare the contradiction, or correct the rule"));
        } else if (!finding.usable && !is_declared(op, parameter.key)) {
          found.push_back(illegal_default(
              parameter, dated, finding,
              fmt::format("declare it: 'contradictions: - {{id: …, kind: default-breaks-rule, about: {}, …}}'",
                          parameter.key)));
        } else if (finding.usable && !dated.is.usable) {
          found.push_back(
              {.kind = Kind::contradiction_not_found,
               .at = dated.at,
               .what = fmt::format("the default of '{}' is marked unusable, yet a legal call uses it", parameter.key),
               .why = "a declared contradiction must be one",
               .mend = "remove 'usable: false'",
               .notes = {}});
        }
      }
    }
  }
  return found;
}

}  // namespace npu_cts
