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

/// Returns a rule that `call` breaks, or null.
const Rule* first_broken(const LawFor& law, const std::optional<Call>& call) {
  if (!call) return nullptr;
  const Judgement judgement = judge_call(law.spec, law.op, *call, law.rules);
  return judgement.broken.empty() ? nullptr : judgement.broken.front();
}

/// Asks one combination of dtypes: is there a legal call near `base` that leaves `key` out?
void ask_near(const LawFor& law, const Found& base, const std::string& key, Finding& finding) {
  finding.asked = true;
  Draft without = base.draft;
  without.arguments.erase(key);
  const auto call = build_call(law.spec, law.op, without);
  const Rule* broken = first_broken(law, call);
  if (broken == nullptr) {
    finding.usable = call.has_value();
    return;
  }
  const Goal any{.side = "", .broken = false, .left = nullptr, .right = nullptr};
  const auto legal = find_at(law, *broken, any, {{.draft = without, .call = *call, .verdict = Verdict::accept}});
  finding.usable = legal && !legal->call.arguments.contains(key);
  if (!finding.usable && finding.rule.empty()) {
    finding.rule = broken->id;
    finding.rule_at = broken->at;
  }
}

void ask(const Spec& spec, const OpSpec& op, const Target& target, const std::string& key, Finding& finding) {
  const LawFor law = law_for(spec, op, target);
  for (const auto& [choice, row] : legal_dtypes(spec, op, target)) {
    const auto base = find_legal(law, first_draft(spec, op, target, choice));
    if (base) ask_near(law, *base, key, finding);
    if (finding.usable) return;
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
