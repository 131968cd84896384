#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/check/check.h"
#include "framework/expand/search.h"

namespace npu_cts {
namespace {

/// What leaving a parameter out comes to, over every target that a default holds for.
struct Finding {
  bool asked = false;   ///< some target is supported there
  bool usable = false;  ///< some legal call leaves it out
  std::string rule;     ///< a rule that a call broke only by leaving it out
  Location rule_at;
};

void ask(const Spec& spec, const OpSpec& op, const Target& target, const std::string& key, Finding& finding) {
  const LawFor law = law_for(spec, op, target);
  for (const auto& [choice, row] : legal_dtypes(spec, op, target)) {
    const auto base = find_legal(law, first_draft(spec, op, target, choice));
    if (!base) continue;
    finding.asked = true;
    Draft without = base->draft;
    without.arguments.erase(key);
    const auto call = build_call(spec, op, without);
    if (call && finding.rule.empty()) {
      const Judgement judgement = judge_call(spec, op, *call, law.rules);
      if (!judgement.broken.empty()) {
        finding.rule = judgement.broken.front()->id;
        finding.rule_at = judgement.broken.front()->at;
      }
    }
    const Rule* broken = nullptr;
    for (const Rule& rule : law.rules) {
      if (rule.id == finding.rule) broken = &rule;
    }
    if (broken == nullptr) {
      finding.usable = true;
      return;
    }
    const Goal any{.side = "", .broken = false, .left = nullptr, .right = nullptr};
    Found start{.draft = without, .call = call.value_or(base->call), .verdict = Verdict::accept};
    const auto legal = find_at(law, *broken, any, {start});
    finding.usable = legal && !legal->call.arguments.contains(key);
    return;  // one combination of dtypes tells: defaults of attributes do not depend on them
  }
}

Finding look_into(const Spec& spec, const OpSpec& op, const Parameter& parameter, const Dated<Default>& dated) {
  Finding finding;
  for (const auto& [release, pages] : op.pages) {
    for (const Product& product : spec.products) {
      for (const Mode mode : all_modes) {
        const Target target{.product = product.id, .release = spec.releases[release], .mode = mode};
        const SupportCell* support = find_support(spec, op, target);
        if (support == nullptr || support->state != SupportState::yes || !holds(dated.applies, spec, target)) continue;
        ask(spec, op, target, parameter.key, finding);
        if (finding.usable) return finding;
      }
    }
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
