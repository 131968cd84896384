// SPDX-License-Identifier: Apache-2.0
#include "framework/search/search.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace npu_cts::search {
namespace {

constexpr std::size_t most_pairs = 30'000;

/// Returns whether `step` may let build what another choice at `places` would: any may where there are none.
bool may_unblock(const std::optional<SlotSet>& places, const MutationStep& step) {
  return !places || (*places)[step.place];
}

}  // namespace

std::optional<FoundCall> Search::build_legal(const Changes& changes) {
  const SlotCall* const call = builder_.build();
  if (call == nullptr || !is_legal(*call, changes)) return std::nullopt;
  return FoundCall{.candidate = builder_.candidate(), .arguments = builder_.arguments(), .verdict = Verdict::accept};
}

std::optional<FoundCall> Search::build_legal(const CandidateCall& candidate) {
  builder_.start(candidate);
  return build_legal();
}

std::optional<FoundCall> Search::find_legal(const CandidateCall& start) {
  if (auto found = build_legal(start)) return found;
  std::vector<MutationStep> steps = steps_from_here();
  if (auto found = find_with_one_step(steps)) return found;
  return find_with_two_steps(steps);
}

std::optional<FoundCall> Search::find_legal_shape(const CandidateCall& start, std::size_t slot) {
  builder_.start(start);
  std::vector<MutationStep> steps = steps_from_here();
  std::erase_if(steps, [&](const MutationStep& step) {
    return step.is_edit() || (step.kind == MutationStep::Kind::alternative && step.place == slot);
  });
  return find_with_one_step(steps);
}

std::vector<MutationStep> Search::steps_from_here() {
  if (builder_.build() != nullptr) return steps_.from(builder_.arguments());
  const std::vector<ParameterChoice>& choices = builder_.candidate().parameters;
  SlotArguments dtypes_alone(choices.size());
  for (std::size_t slot = 0; slot < dtypes_alone.size(); ++slot) {
    const std::optional<DType>& dtype = choices[slot].dtype;
    if (dtype) dtypes_alone[slot] = Tensor{.type = {.dtype = *dtype, .shape = {1}}};
  }
  return steps_.from(dtypes_alone);
}

std::optional<FoundCall> Search::find_with_one_step(std::vector<MutationStep>& steps) {
  for (MutationStep& step : steps) {
    const StepTaken taken(step, builder_);
    if (auto found = build_legal()) return found;
  }
  return std::nullopt;
}

/// Returns the rules that the candidate breaks or leaves undecided: steps can help only where one of them touches each
/// of these. Nothing where it builds no call.
std::vector<const BoundRule*> Search::rules_in_the_way() {
  const SlotCall* const call = builder_.build();
  if (call == nullptr) return {};
  Judgement judgement = judge_rules(*call);
  std::vector<const BoundRule*> rules = std::move(judgement.broken);
  std::ranges::copy(judgement.blocked, std::back_inserter(rules));
  std::erase_if(rules, [](const BoundRule* rule) { return rule->on_data; });
  return rules;
}

std::optional<FoundCall> Search::find_legal_beside(const CandidateCall& start, MutationStep wanted,
                                                   std::vector<MutationStep> others,
                                                   const std::function<bool(const SlotCall&)>& allows) {
  std::erase_if(others, [&](const MutationStep& other) { return undoes(other, wanted); });
  const bool is_from_legal = build_legal(start).has_value();
  const StepTaken taken(wanted, builder_);
  const auto build_allowed = [&]() -> std::optional<FoundCall> {
    const SlotCall* const call = builder_.build();
    if (call == nullptr || !allows(*call)) return std::nullopt;
    return build_legal(is_from_legal ? Changes(builder_.changes()) : std::nullopt);
  };
  const auto in_the_way = rules_in_the_way();
  std::vector<std::vector<const BoundRule*>> left(others.size(), in_the_way);  // by step: what it does not touch
  const std::optional<SlotSet> unblocking = builder_.unblocking_places();
  std::vector<std::optional<SlotSet>> unblocking_after(others.size(), unblocking);  // by step: where another may, too
  for (std::size_t one = 0; one < others.size(); ++one) {
    std::erase_if(left[one], [&](const BoundRule* rule) { return rule->depends_on.meets(parts_of(others[one])); });
    if (!left[one].empty() || !may_unblock(unblocking, others[one])) continue;
    const StepTaken first(others[one], builder_);
    if (auto found = build_allowed()) return found;
    unblocking_after[one] = builder_.unblocking_places();
  }
  const auto helps = [&](std::size_t step) { return in_the_way.empty() || left[step].size() < in_the_way.size(); };
  for (std::size_t one = 0; one < others.size(); ++one) {
    if (!helps(one)) continue;
    const StepTaken first(others[one], builder_);
    for (std::size_t other = one + 1; other < others.size(); ++other) {
      const auto touches = [&](const BoundRule* rule) { return rule->depends_on.meets(parts_of(others[other])); };
      if (!helps(other) || undoes(others[other], others[one]) || !std::ranges::all_of(left[one], touches)) continue;
      if (!may_unblock(unblocking_after[one], others[other]) || !may_unblock(unblocking_after[other], others[one]))
        continue;
      const StepTaken second(others[other], builder_);
      if (auto found = build_allowed()) return found;
    }
  }
  return std::nullopt;
}

/// Tries each of `steps` with each.
std::optional<FoundCall> Search::find_with_two_steps(std::vector<MutationStep>& steps) {
  const auto in_the_way = rules_in_the_way();
  std::size_t tried = 0;
  for (MutationStep& one : steps) {
    auto left = in_the_way;
    std::erase_if(left, [&](const BoundRule* rule) { return rule->reads[one.place]; });
    for (MutationStep& other : steps) {
      if (are_of_one_choice(one, other)) continue;
      if (++tried > most_pairs) return std::nullopt;
      if (!std::ranges::all_of(left, [&](const BoundRule* rule) { return rule->reads[other.place]; })) continue;
      const StepTaken first(other, builder_);
      const StepTaken second(one, builder_);
      if (auto found = build_legal()) return found;
    }
  }
  return std::nullopt;
}

}  // namespace npu_cts::search
