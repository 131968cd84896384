// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/variant_check.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "framework/expand/expand.h"
#include "framework/expand/fill.h"
#include "framework/judge/variants.h"
#include "framework/rule/evaluate.h"
#include "kernels/mutant.h"
#include "suites/kernel_oracle.h"

namespace npu_cts::mutants {
namespace {

constexpr std::int64_t most_variant_cost = 1 << 12;  ///< multiply-adds of a call that is tried
constexpr int enough_variant_calls = 12;             ///< that have a feature, before it counts
constexpr int most_calls = 40;                       ///< that have a feature, and are tried

/// Numbers whose products and sums are rounded and all but cancel: one rounding more or less is seen. Cycles of
/// different lengths meet in every combination.
const std::array<std::vector<double>, 5> cancelling{
    {{3, -3, 6},
     {1, -1, 2, 0, 127},
     {1.0 / 6, -1.0 / 6, 1.0 / 3, 0.1, 1.0 / 12, 1.5, 3e4},
     {-0.5, 0.5, 1, -1.5, 2, -3, 0.1, -0.3, 4.5, -6, 1.0 / 3},
     {1, 1.0 / 3, 7, 0.7, 1e-3, -1.0 / 9, 3, 1.1, 0.9, 2, -5, 13, 1e-2}}};

/// Returns `call` with cancelling values, each tensor with a cycle of its own.
Call cancel(const BoundSpec& bound, const Call& call) {
  std::map<std::string, Fill, std::less<>> fills;
  for (const auto& [key, value] : call.arguments) {
    if (!std::holds_alternative<Tensor>(value)) continue;
    fills[key] = {.kind = FillKind::cycle,
                  .bounds = {},
                  .numbers = cancelling[fills.size() % cancelling.size()],
                  .patterns = {},
                  .columns = {},
                  .at = {}};
  }
  return expand::fill(bound, call, "cancel", [&](const std::string& key) -> const Fill* {
    const auto found = fills.find(key);
    return found == fills.end() ? nullptr : &found->second;
  });
}

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
  std::map<std::string, Met, std::less<>> met;
  std::optional<std::string> beyond = {};  ///< a case that shows it where it may not
};

/// Returns whether the variants of `behaviour` differ on `planned`: with its own values, with cancelling ones, or with
/// those of a data set.
bool is_shown(const BoundSpec& bound, const Case& planned, const std::string& behaviour) {
  const auto choices = judging::variant_choices(bound, planned.call);
  const auto shows = [&](const Call& call) { return tells_apart(call, behaviour, choices); };
  if (shows(expand::fill(bound, planned)) || shows(cancel(bound, planned.call))) return true;
  return std::ranges::any_of(bound.data_sets(), [&](const Conditional<DataSet>& set) {
    return shows(expand::fill(bound, planned.call, planned.id, [&](const std::string& key) {
      return expand::find_fill(bound.op(), set.written->id, key);
    }));
  });
}

/// Remembers that `asked` touches `planned`, and whether its variants differ there.
void meet(const BoundSpec& bound, const Case& planned, Asked& asked) {
  std::vector<Met*> unshown;
  for (const std::string& feature : features_of(bound, planned.call)) {
    Met& met = asked.met[feature];
    if (++met.calls == 1) met.first = planned.id;
    if (!met.differs && met.calls <= most_calls) unshown.push_back(&met);
  }
  if (unshown.empty() || !is_shown(bound, planned, asked.written->id)) return;
  for (Met* const met : unshown) met->differs = true;
}

/// Remembers `planned`, which `asked` does not touch, where its variants differ all the same.
void pass_by(const BoundSpec& bound, const Case& planned, Asked& asked) {
  if (asked.beyond) return;
  std::vector<VariantChoice> choices;
  for (const Variant& variant : asked.written->variants) choices.push_back({{asked.written->id, variant.id}});
  if (tells_apart(expand::fill(bound, planned), asked.written->id, choices)) asked.beyond = planned.id;
}

void try_target(const BoundSpec& bound, std::vector<Asked>& all) {
  const expand::Plan plan = expand::expand(bound);
  for (Asked& asked : all) {
    const auto facts = bound.implementation_defined();
    const auto fact = std::ranges::find(facts, asked.written, &Conditional<ImplementationDefined>::written);
    const auto touches = [&](const Call& call) {
      return fact != facts.end() && (!fact->when || decide(*fact->when, SlotCall(bound, call.arguments)) == true);
    };
    for (const Case& planned : plan.cases) {
      if (planned.expected != Verdict::accept || cost_of(planned.call) > most_variant_cost) continue;
      touches(planned.call) ? meet(bound, planned, asked) : pass_by(bound, planned, asked);
    }
  }
}

}  // namespace

std::vector<VariantFinding> check_variants(const Spec& spec, const OpSpec& op, std::span<const Target> targets,
                                           const std::vector<std::string>& behaviours) {
  std::vector<Asked> all;
  for (const ImplementationDefined& one : op.implementation_defined) {
    if (behaviours.empty() || std::ranges::count(behaviours, one.id) > 0) all.push_back({.written = &one, .met = {}});
  }
  for (const Target& target : targets) try_target(BoundSpec::bind(spec, op, target), all);
  std::vector<VariantFinding> found;
  for (const Asked& asked : all) {
    const auto say = [&](std::string says) {
      found.push_back({.behaviour = asked.written->id, .at = asked.written->at, .says = std::move(says)});
    };
    if (asked.beyond) say(fmt::format("its variants differ on {}, which its condition leaves out", *asked.beyond));
    for (const auto& [feature, met] : asked.met) {
      if (met.differs || met.calls < enough_variant_calls) continue;
      say(fmt::format("its variants never differ with {} ({} calls, first {})", feature, met.calls, met.first));
    }
  }
  return found;
}

}  // namespace npu_cts::mutants
