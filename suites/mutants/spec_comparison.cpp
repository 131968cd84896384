// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/spec_comparison.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/diff/canonical.h"
#include "framework/expand/expand.h"
#include "framework/expand/fill.h"
#include "framework/explore/explore.h"
#include "framework/expression/print_expression.h"
#include "framework/model/storage.h"
#include "framework/rule/judge_call.h"
#include "kernels/kernel.h"
#include "suites/cross_check.h"
#include "suites/kernel_oracle.h"
#include "suites/left_open.h"
#include "suites/mutants/bench.h"
#include "suites/mutants/call_equality.h"
#include "suites/mutants/formula_check.h"
#include "suites/mutants/variant_check.h"
#include "suites/reference_driver.h"

namespace npu_cts::mutants {
namespace {

constexpr std::size_t most_targets = 4;           ///< of which a changed spec says different things
constexpr std::size_t most_variant_targets = 5;   ///< on which a changed behaviour is held against the oracle
constexpr std::size_t most_formula_targets = 3;   ///< the same, for each set of changed formulas
constexpr std::size_t most_values = 400;          ///< cases of a target whose results are compared, cheapest first
constexpr std::int64_t most_case_cost = 1 << 18;  ///< multiply-adds of such a case
constexpr std::size_t most_drawn = 400;           ///< calls beyond the plan, at all targets together

/// Returns everything that `spec` says of calls to `op` at `target`.
std::string says_of_calls(const Spec& spec, const OpSpec& op, const Target& target) {
  const BoundSpec bound = BoundSpec::bind(spec, op, target);
  std::string text = join(diff::spec_lines(bound), "\n");
  for (const auto& [id, fact] : diff::facts_of(bound)) text += fmt::format("\n{}: {}", id, fact.says);
  for (const BoundRule& rule : bound.rules())
    text += fmt::format("\n{} {} {}", rule.id, name_of(rule.on_violation), rule.question);
  for (const Output& output : op.outputs) {
    for (const auto* const entries : {&output.dtype, &output.shape}) {
      if (const auto* const now = bound.current(*entries))
        text += fmt::format("\n{} {}", output.name, to_text(*now->value));
    }
  }
  return text;
}

/// Returns how much of `target` none of `chosen` has: release, product and mode.
std::size_t count_new(const Target& target, const std::vector<Target>& chosen) {
  const auto is_new = [&](std::string Target::*part) {
    return std::ranges::none_of(chosen, [&](const Target& one) { return one.*part == target.*part; }) ? 1U : 0U;
  };
  return is_new(&Target::release) + is_new(&Target::product) + is_new(&Target::mode);
}

/// Returns at most `most` of `targets`: of other releases, products and modes first, and the first of those.
std::vector<Target> choose(std::vector<Target> targets, std::size_t most) {
  std::vector<Target> chosen;
  while (!targets.empty() && chosen.size() < most) {
    const auto next =
        std::ranges::max_element(targets, {}, [&](const Target& target) { return count_new(target, chosen); });
    chosen.push_back(*next);
    targets.erase(next);
  }
  return chosen;
}

/// Returns targets at which `changed` says something else of calls, each thing once: of other releases, products and
/// modes first, the newest of them. A change may show in an older release alone, or for a product that has more.
std::vector<Target> changed_targets(const Spec& spec, const OpSpec& op, const Spec& changed, const OpSpec& other) {
  std::vector<Target> targets = all_targets(changed, other);
  std::ranges::reverse(targets);
  std::set<std::string> seen;
  std::erase_if(targets, [&](const Target& target) {
    const std::string now = says_of_calls(changed, other, target);
    return now == says_of_calls(spec, op, target) || !seen.insert(now).second;
  });
  return choose(std::move(targets), most_targets);
}

/// Returns the first case planned before the change of which `bound` now says what the argument checks do not, or that
/// it no longer decides. A plan of the changed spec has no negative of what it lost, and no case that a rule blocks.
std::string differing_kept_case(const BoundSpec& bound, const expand::Plan& before) {
  const SupportCell* const cell = find_support(bound.spec(), bound.op(), bound.target());
  const bool refuses_all = cell != nullptr && cell->state == SupportState::no;
  for (const Case& planned : before.cases) {
    if (planned.expected != Verdict::accept && planned.expected != Verdict::reject) continue;
    const Verdict now = refuses_all ? Verdict::reject : judge(bound, planned.call).verdict;
    if (now == Verdict::accept && planned.expected == now && !is_legal(bound, planned.call)) return planned.id;
    if (now == planned.expected || (now != Verdict::accept && now != Verdict::reject)) continue;
    const auto refusal = kernels::find_kernel(planned.call.op)->check(bound.target(), request_of(planned.call));
    if (refusal.has_value() == (planned.expected == Verdict::reject)) return planned.id;
  }
  return {};
}

/// Returns the first case whose results are not those of the spec: of the cheapest.
std::string differing_values(const BoundSpec& bound, const expand::Plan& plan) {
  std::vector<std::pair<std::int64_t, const Case*>> cases;
  for (const Case& planned : plan.cases) {
    if (planned.expected == Verdict::accept) cases.emplace_back(cost_of(planned.call), &planned);
  }
  std::ranges::sort(cases);
  if (cases.size() > most_values) cases.resize(most_values);
  const auto driver = open_reference_driver(bound.target());
  for (const auto& [cost, planned] : cases) {
    if (cost > most_case_cost) break;
    const Call call = expand::fill(bound, *planned);
    const run::Observation seen = run::observe(bound.op(), call, *driver);
    const CaseResult result = judging::judge_case(bound, *planned, call, seen, kernel_oracle(), {});
    if (result.status != Status::pass && result.status != Status::weak) return planned->id + ": " + result.reason;
  }
  return {};
}

/// Returns the first legal case whose data break a rule on values, or leave one undecided: each is filled as its call
/// is legal.
std::string differing_data(const BoundSpec& bound, const expand::Plan& plan) {
  const auto is_on_data = [](const BoundRule& rule) { return rule.on_data; };
  if (std::ranges::none_of(bound.rules(), is_on_data)) return {};
  for (const Case& planned : plan.cases) {
    if (planned.expected != Verdict::accept || cost_of(planned.call) > most_case_cost) continue;
    const Call call = expand::fill(bound, planned);
    const Judgement judgement = judge(bound, call);
    if (judgement.verdict != Verdict::accept)
      return fmt::format("{}, which breaks '{}'", planned.id,
                         judgement.broken.empty() ? "nothing" : judgement.broken.front()->id);
    if (!judgement.blocked.empty())
      return fmt::format("{}, of which '{}' says nothing", planned.id, judgement.blocked.front()->id);
  }
  return {};
}

bool is_supported(const Spec& spec, const OpSpec& op, const Target& target) {
  const SupportCell* const cell = find_support(spec, op, target);
  return cell != nullptr && cell->state == SupportState::yes;
}

/// Returns a drawn call on which the reference fails.
std::string differing_draw(const Spec& changed, const OpSpec& op, const std::vector<Target>& targets) {
  std::vector<Target> supported;
  std::ranges::copy_if(targets, std::back_inserter(supported),
                       [&](const Target& target) { return is_supported(changed, op, target); });
  if (supported.empty()) return {};
  BoundSpecs specs(changed);
  explore::Drawers drawers(specs, {{&op, supported}});
  const explore::Bench bench{.start = []() -> Result<run::OpenDriver> {
                               return run::OpenDriver([](const Target& target) -> Result<std::unique_ptr<run::Driver>> {
                                 return open_reference_driver(target);
                               });
                             },
                             .oracle = kernel_oracle()};
  std::string first;
  explore::Explorer explorer(
      bench, drawers, {.most_calls = most_drawn, .most_elements = 4096, .most_failures = 1, .most_tries = 1},
      [&](const explore::Failure& failure) { first = failure.name + ": " + failure.story.tried.result.reason; });
  static_cast<void>(explorer.explore());
  return first;
}

/// Returns the first case of `plan` of which `bound` leaves open what the kernel does not, or the other way round.
std::string differing_open_case(const BoundSpec& bound, const expand::Plan& plan) {
  for (const Case& planned : plan.cases) {
    if (auto said = differ_in_open(bound, planned.call); !said.empty()) return planned.id + ": " + said;
  }
  return {};
}

std::string difference_at(const BoundSpec& bound, const BoundSpec& before) {
  const expand::Plan plan = expand::expand(bound, Tier::fast);
  if (auto id = differing_case(plan, bound.target(), [](const Case& /*planned*/) { return true; }); !id.empty())
    return "case " + id;
  const expand::Plan kept = expand::expand(before, Tier::fast);
  if (auto id = differing_kept_case(bound, kept); !id.empty()) return "kept case " + id;
  if (!is_supported(bound.spec(), bound.op(), bound.target())) return {};
  const CrossCheck cross_check = compare_with_checks(bound);
  if (const auto& differ = cross_check.first)
    return fmt::format("a call the spec {}, the checks: {}", name_of(differ->spec), differ->refusal);
  if (!cross_check.open.empty()) return cross_check.open;
  if (auto said = differing_open_case(bound, plan); !said.empty()) return said;
  if (auto said = differing_open_case(bound, kept); !said.empty()) return said;
  if (auto said = differ_in_open_values(bound, plan.cases); !said.empty()) return "values of " + said;
  if (auto missed = newly_missed(plan, kept); !missed.empty()) return "no case shows " + missed;
  if (auto id = differing_values(bound, plan); !id.empty()) return "values of " + id;
  if (auto id = differing_data(bound, plan); !id.empty()) return "data of " + id;
  return {};
}

/// Returns what is said at the target of `bound` of when behaviour `id` touches a call.
std::string condition_of(const BoundSpec& bound, const std::string& id) {
  for (const auto& [behaviour, when] : bound.implementation_defined()) {
    if (behaviour->id == id) return "if " + (behaviour->when == nullptr ? "true" : to_text(*behaviour->when));
  }
  return {};
}

/// Returns supported targets at which `changed` says something else of when each behaviour touches a call, by the
/// behaviour's id: of other releases, products and modes first.
std::map<std::string, std::vector<Target>> targets_of_changed_conditions(const Spec& spec, const OpSpec& op,
                                                                         const Spec& changed, const OpSpec& other) {
  std::map<std::string, std::vector<Target>> targets_of;
  std::set<std::pair<std::string, std::string>> seen;
  std::vector<Target> targets = supported_targets(changed, other);
  std::ranges::reverse(targets);
  for (const Target& target : targets) {
    const BoundSpec bound = BoundSpec::bind(changed, other, target);
    const BoundSpec before = BoundSpec::bind(spec, op, target);
    for (const ImplementationDefined& behaviour : other.implementation_defined) {
      if (condition_of(bound, behaviour.id) == condition_of(before, behaviour.id)) continue;
      if (seen.emplace(behaviour.id, same_spec_key(changed, other, target)).second)
        targets_of[behaviour.id].push_back(target);
    }
  }
  for (auto& [id, all] : targets_of) all = choose(std::move(all), most_variant_targets);
  return targets_of;
}

/// Returns a behaviour whose condition was changed and no longer fits the oracle.
std::string differing_variants(const Spec& spec, const OpSpec& op, const Spec& changed, const OpSpec& other) {
  for (const auto& [id, targets] : targets_of_changed_conditions(spec, op, changed, other)) {
    std::set<std::string> known;  // what those of the spec never show: a call that few values tell apart
    for (const VariantFinding& found : check_variants(spec, op, targets, {id}, Features::pairs))
      known.insert(found.feature);
    for (const VariantFinding& found : check_variants(changed, other, targets, {id}, Features::pairs)) {
      if (!known.contains(found.feature)) return found.behaviour + ": " + found.says;
    }
  }
  return {};
}

/// Returns the formulas of `bound` and of its variants, each with its condition.
std::string formulas_of(const BoundSpec& bound) {
  std::string text;
  const auto add = [&](const std::string& formula, const ExpressionPtr& when) {
    text += formula + (when == nullptr ? "" : " if " + to_text(*when)) + "\n";
  };
  for (const auto& one : bound.formulas()) add(one.written->formula, one.written->when);
  for (const auto& behaviour : bound.implementation_defined()) {
    for (const Variant& variant : behaviour.written->variants) add(variant.formula, behaviour.written->when);
  }
  return text;
}

/// Returns a changed formula that is not what the oracle computes: at targets of each set of formulas that the
/// change makes, of other releases, products and modes first.
std::string differing_formulas(const Spec& spec, const OpSpec& op, const Spec& changed, const OpSpec& other) {
  std::vector<Target> supported = supported_targets(changed, other);
  std::ranges::reverse(supported);
  std::set<std::string> seen;
  std::map<std::string, std::vector<Target>> changed_at;  // by the formulas there: those of releases may differ
  for (const Target& target : supported) {
    const std::string now = formulas_of(BoundSpec::bind(changed, other, target));
    const bool differs = now != formulas_of(BoundSpec::bind(spec, op, target));
    if (differs && seen.insert(same_spec_key(changed, other, target)).second) changed_at[now].push_back(target);
  }
  std::vector<Target> targets;
  for (auto& [formulas, all] : changed_at)
    std::ranges::copy(choose(std::move(all), most_formula_targets), std::back_inserter(targets));
  for (const Target& target : targets) {
    const BoundSpec before = BoundSpec::bind(spec, op, target);
    if (auto id = newly_unspoken(before, BoundSpec::bind(changed, other, target)); !id.empty())
      return "no formula speaks of " + id;
  }
  const std::vector<FormulaFinding> now = check_formulas(changed, other, targets);
  if (now.empty()) return {};
  const std::vector<FormulaFinding> before = check_formulas(spec, op, targets);  // these targets alone may lack calls
  for (const FormulaFinding& found : now) {
    const auto is_it = [&](const FormulaFinding& one) { return one.fault == found.fault && one.fact == found.fact; };
    if (std::ranges::none_of(before, is_it)) return found.fact + ": " + found.says;
  }
  return {};
}

/// Returns how `bound` and the kernel differ about `call`; empty where they do not.
std::string differ_about(const BoundSpec& bound, const Call& call) {
  const Verdict verdict = judge_rules(bound, call).verdict;
  const auto refusal = kernels::find_kernel(call.op)->check(bound.target(), request_of(call));
  if (verdict == Verdict::accept && refusal) return "the spec accepts it, the checks: " + refusal->reason;
  if (verdict == Verdict::reject && !refusal) return "the spec refuses it, the checks do not";
  return differ_in_open(bound, call);
}

}  // namespace

std::vector<Target> all_targets(const Spec& spec, const OpSpec& op) {
  return expand::targets_of(spec, op, {.releases = {"all"}});
}

std::string solved_difference(const Spec& spec, const Spec& changed) {
  for (const OpSpec& other : changed.operators) {
    const OpSpec* const op = find_operator(spec, other.name);
    if (op == nullptr || kernels::find_kernel(other.name) == nullptr) continue;
    const auto call = compare_calls(spec, *op, changed, other).differing;
    if (!call) continue;
    const BoundSpec before = BoundSpec::bind(spec, *op, call->target);
    const bool is_sound = differ_about(before, *call).empty();
    const std::string said = differ_about(BoundSpec::bind(changed, other, call->target), *call);
    if (is_sound && !said.empty()) return "a call that the solver finds: " + said;
  }
  return {};
}

std::string differing_case(const expand::Plan& plan, const Target& target,
                           const std::function<bool(const Case&)>& is_asked) {
  for (const Case& planned : plan.cases) {
    if ((planned.expected != Verdict::accept && planned.expected != Verdict::reject) || !is_asked(planned)) continue;
    const auto refusal = kernels::find_kernel(planned.call.op)->check(target, request_of(planned.call));
    if (refusal.has_value() == (planned.expected == Verdict::accept)) return planned.id;
  }
  return {};
}

std::string newly_missed(const expand::Plan& plan, const expand::Plan& before) {
  std::set<std::string> known;
  for (const expand::CoverageGap& miss : before.coverage_gaps) known.insert(miss.what);
  for (const expand::CoverageGap& miss : plan.coverage_gaps) {
    if (!known.contains(miss.what)) return miss.what;
  }
  return {};
}

std::string first_difference(const Spec& spec, const Spec& changed) {
  for (const OpSpec& other : changed.operators) {
    const OpSpec* const op = find_operator(spec, other.name);
    if (op == nullptr || kernels::find_kernel(other.name) == nullptr) continue;
    if (auto said = differing_choices(other); !said.empty()) return said;
    if (auto said = differing_variants(spec, *op, changed, other); !said.empty()) return said;
    if (auto said = differing_formulas(spec, *op, changed, other); !said.empty()) return said;
    const std::vector<Target> targets = changed_targets(spec, *op, changed, other);
    for (const Target& target : targets) {
      const BoundSpec bound = BoundSpec::bind(changed, other, target);
      if (auto said = difference_at(bound, BoundSpec::bind(spec, *op, target)); !said.empty()) return said;
    }
    if (auto said = differing_draw(changed, other, targets); !said.empty()) return "drawn " + said;
  }
  return {};
}

}  // namespace npu_cts::mutants
