// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/variant_check.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/text.h"
#include "framework/expand/expand.h"
#include "framework/expand/fill.h"
#include "framework/judge/variants.h"
#include "framework/rule/evaluate.h"
#include "framework/rule/judge_call.h"
#include "kernels/mutant.h"
#include "suites/kernel_oracle.h"
#include "suites/mutants/aimed_values.h"

namespace npu_cts::mutants {
namespace {

constexpr std::int64_t most_variant_cost = 1 << 12;    ///< multiply-adds of a call that is tried
constexpr std::int64_t most_cost_for_pairs = 1 << 13;  ///< the same, where features are held against another spec's
constexpr int enough_variant_calls = 12;               ///< that have a feature, before it counts
constexpr int enough_for_pairs = 3;  ///< the same, where features are held against those of another spec
constexpr int most_calls = 64;       ///< that have a feature, and are tried
constexpr int most_alike = 4;        ///< that a condition leaves out, and are tried with other values

/// Returns what can decide whether a behaviour touches `call`: dtype, rank or value of each parameter.
std::vector<std::string> features_of(const BoundSpec& bound, const Call& call) {
  std::vector<std::string> features;
  for (const BoundParameter& parameter : bound.parameters()) {
    const std::string& key = parameter.written->key;
    const auto value = call.arguments.find(key);
    if (value == call.arguments.end()) {
      features.push_back(fmt::format("{} left out", key));
    } else if (const auto* const tensor = std::get_if<Tensor>(&value->second)) {
      features.push_back(fmt::format("{} in {}", key, name_of(tensor->type.dtype)));
      features.push_back(fmt::format("{} of {} axes", key, tensor->type.shape.size()));
    } else if (const auto* const dtype = std::get_if<DType>(&value->second)) {
      features.push_back(fmt::format("{} = {}", key, name_of(*dtype)));
    } else if (const auto* const number = std::get_if<std::int64_t>(&value->second)) {
      features.push_back(fmt::format("{} = {}", key, *number));
    }
  }
  return features;
}

/// Returns `features` and which tensors of `call` have one element, each two of these but of ranks, and all at once.
std::vector<std::string> with_pairs(std::vector<std::string> features, const Call& call) {
  for (const auto& [key, value] : call.arguments) {
    if (const auto* const tensor = std::get_if<Tensor>(&value))
      features.push_back(fmt::format("{} of {}", key, numel(tensor->type.shape) == 1 ? "one element" : "several"));
  }
  std::vector<std::string> paired;
  std::ranges::copy_if(features, std::back_inserter(paired), [](const auto& one) { return !one.ends_with(" axes"); });
  for (std::size_t i = 0; i < paired.size(); ++i) {
    for (std::size_t j = i + 1; j < paired.size(); ++j)
      features.push_back(fmt::format("{} and {}", paired[i], paired[j]));
  }
  features.push_back(join(paired, ", "));
  return features;
}

/// Returns whether two of `choices` that differ in `behaviour` alone give `call` different results.
bool tells_apart(const Call& call, const std::string& behaviour, const std::vector<VariantChoice>& choices) {
  const auto results = kernel_oracle()(call, choices);
  std::map<VariantChoice, std::size_t> first;  // by the choices of the other behaviours
  for (std::size_t i = 0; i < results.size(); ++i) {
    VariantChoice others = choices[i];
    others.erase(behaviour);
    const auto [known, is_new] = first.emplace(std::move(others), i);
    if (!is_new && results[i] != results[known->second]) return true;
  }
  return false;
}

/// How often a feature was met where a behaviour touches the call.
struct Met {
  int calls = 0;
  bool differs = false;
  std::string first;  ///< id of the first such case
};

/// What is known of one behaviour.
struct Asked {
  const ImplementationDefined* written = nullptr;
  std::map<std::string, Met, std::less<>> met = {};
  std::map<std::vector<std::string>, int> passed_by = {};  ///< calls beside the condition, by their features
  std::optional<std::string> beyond = {};                  ///< a case that shows it where it may not
};

/// Returns whether the variants of `behaviour` differ on `planned`: with its own values, with cancelling ones, or with
/// those of a data set.
bool is_shown(const BoundSpec& bound, const Case& planned, const std::string& behaviour) {
  const auto choices = judging::variant_choices(bound, planned.call);
  const auto shows = [&](const Call& call) { return tells_apart(call, behaviour, choices); };
  if (shows(expand::fill(bound, planned)) || shows(with_cancelling_values(bound, planned.call))) return true;
  return std::ranges::any_of(bound.data_sets(), [&](const Conditional<DataSet>& set) {
    return shows(expand::fill(bound, planned.call, planned.id, [&](const std::string& key) {
      return expand::find_fill(bound.op(), set.written->id, key);
    }));
  });
}

/// Remembers that `asked` touches `planned`, and whether its variants differ there.
void meet(const BoundSpec& bound, const Case& planned, Features features, Asked& asked) {
  std::vector<Met*> unshown;
  const std::vector<std::string> own = features_of(bound, planned.call);
  for (const std::string& feature : features == Features::pairs ? with_pairs(own, planned.call) : own) {
    Met& met = asked.met[feature];
    if (++met.calls == 1) met.first = planned.id;
    if (!met.differs && met.calls <= most_calls) unshown.push_back(&met);
  }
  if (unshown.empty() || !is_shown(bound, planned, asked.written->id)) return;
  for (Met* const met : unshown) met->differs = true;
}

/// Remembers `planned`, which `asked` does not touch, where its variants differ all the same: with its own values, and
/// few calls of each sort with cancelling ones.
void pass_by(const BoundSpec& bound, const Case& planned, Asked& asked) {
  if (asked.beyond) return;
  std::vector<VariantChoice> choices;
  for (const VariantChoice& others : judging::variant_choices(bound, planned.call)) {  // one may show under another
    for (const Variant& variant : asked.written->variants)
      choices.emplace_back(others).insert_or_assign(asked.written->id, variant.id);
  }
  const auto shows = [&](const Call& call) { return tells_apart(call, asked.written->id, choices); };
  if (shows(expand::fill(bound, planned))) asked.beyond = planned.id;
  if (asked.beyond || ++asked.passed_by[features_of(bound, planned.call)] > most_alike) return;
  std::vector<Call> others = with_lone_products(bound, planned.call);
  others.push_back(with_cancelling_values(bound, planned.call));
  const auto shows_legal = [&](const Call& call) {
    return judge_rules(bound, call).verdict == Verdict::accept && shows(call);
  };
  if (std::ranges::any_of(others, shows_legal)) asked.beyond = planned.id;
}

void try_target(const BoundSpec& bound, Features features, std::vector<Asked>& all) {
  const expand::Plan plan = expand::expand(bound, Tier::fast);
  const std::int64_t most = features == Features::pairs ? most_cost_for_pairs : most_variant_cost;
  for (Asked& asked : all) {
    const auto facts = bound.implementation_defined();
    const auto fact = std::ranges::find(facts, asked.written, &Conditional<ImplementationDefined>::written);
    const auto touches = [&](const Call& call) {
      return fact != facts.end() && (!fact->when || decide(*fact->when, SlotCall(bound, call.arguments)) == true);
    };
    for (const Case& planned : plan.cases) {
      if (planned.expected != Verdict::accept || cost_of(planned.call) > most) continue;
      touches(planned.call) ? meet(bound, planned, features, asked) : pass_by(bound, planned, asked);
    }
  }
}

}  // namespace

std::vector<VariantFinding> check_variants(const Spec& spec, const OpSpec& op, std::span<const Target> targets,
                                           const std::vector<std::string>& behaviours, Features features) {
  std::vector<Asked> all;
  for (const ImplementationDefined& one : op.implementation_defined) {
    if (behaviours.empty() || contains(behaviours, one.id)) all.push_back({.written = &one});
  }
  for (const Target& target : targets) try_target(BoundSpec::bind(spec, op, target), features, all);
  std::vector<VariantFinding> found;
  for (const Asked& asked : all) {
    const auto say = [&](std::string says) {
      found.push_back({.behaviour = asked.written->id, .at = asked.written->at, .says = std::move(says)});
    };
    if (asked.beyond) say(fmt::format("its variants differ on {}, which its condition leaves out", *asked.beyond));
    for (const auto& [feature, met] : asked.met) {
      if (met.differs || met.calls < (features == Features::pairs ? enough_for_pairs : enough_variant_calls)) continue;
      say(fmt::format("its variants never differ with {} ({} calls, first {})", feature, met.calls, met.first));
      found.back().feature = feature;
    }
  }
  return found;
}

}  // namespace npu_cts::mutants
