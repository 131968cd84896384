#include "framework/expand/search.h"

#include <algorithm>
#include <functional>

#include "framework/expand/mutation_steps.h"

namespace npu_cts {
namespace {

constexpr std::size_t most_pairs = 30'000;

using Wanted = std::function<std::optional<Verdict>(const Call&)>;

std::optional<FoundCall> look_at(const BoundSpec& bound, const CandidateCall& candidate, const Wanted& wanted) {
  auto call = build_call(bound, candidate);
  if (!call) return std::nullopt;
  const auto verdict = wanted(*call);
  if (!verdict) return std::nullopt;
  return FoundCall{.candidate = candidate, .call = std::move(*call), .verdict = *verdict};
}

std::optional<FoundCall> with_one_step(const BoundSpec& bound, const CandidateCall& start,
                                       const std::vector<MutationStep>& steps, const Wanted& wanted) {
  for (const MutationStep& step : steps) {
    CandidateCall candidate = start;
    apply(step, candidate);
    if (auto found = look_at(bound, candidate, wanted)) return found;
  }
  return std::nullopt;
}

/// Returns what each rule reads that `start` breaks or leaves undecided: two steps can help only where each of these
/// has a name that one of them touches. Nothing where the start builds no call.
std::vector<const SlotSet*> reads_in_the_way(const BoundSpec& bound, const CandidateCall& start) {
  std::vector<const SlotSet*> reads;
  const auto call = build_call(bound, start);
  if (!call) return reads;
  const Judgement judgement = judge_rules(bound, *call);
  for (const auto* rules : {&judgement.broken, &judgement.blocked}) {
    for (const BoundRule* rule : *rules) {
      if (!rule->on_data) reads.push_back(&rule->reads);
    }
  }
  return reads;
}

/// Tries each of `steps` with each.
std::optional<FoundCall> with_two_steps(const BoundSpec& bound, const CandidateCall& start,
                                        const std::vector<MutationStep>& steps, const Wanted& wanted) {
  const auto in_the_way = reads_in_the_way(bound, start);
  std::size_t tried = 0;
  for (const MutationStep& one : steps) {
    auto left = in_the_way;
    std::erase_if(left, [&](const auto* reads) { return (*reads)[one.place]; });
    for (const MutationStep& other : steps) {
      if (are_of_one_choice(one, other)) continue;
      if (++tried > most_pairs) return std::nullopt;
      if (!std::ranges::all_of(left, [&](const auto* reads) { return (*reads)[other.place]; })) continue;
      CandidateCall candidate = start;
      apply(other, candidate);
      apply(one, candidate);
      if (auto found = look_at(bound, candidate, wanted)) return found;
    }
  }
  return std::nullopt;
}

std::optional<Verdict> legal(const BoundSpec& bound, const Call& call) {
  return is_legal(bound, call) ? std::optional(Verdict::accept) : std::nullopt;
}

/// A candidate call that builds nothing has no call to take steps from: take them from an empty one.
std::vector<MutationStep> steps_of(const BoundSpec& bound, const CandidateCall& start) {
  const auto call = build_call(bound, start);
  if (call) return mutation_steps_from(bound, *call);
  Call empty{.op = bound.op().name, .target = bound.target(), .arguments = {}};
  for (const auto& [key, dtype] : start.dtypes) {
    if (dtype) empty.arguments.insert_or_assign(key, Tensor{.type = {.dtype = *dtype, .shape = {1}}, .values = {}});
  }
  return mutation_steps_from(bound, empty);
}

}  // namespace

std::optional<FoundCall> find_legal(const BoundSpec& bound, const CandidateCall& start) {
  const Wanted wanted = [&](const Call& call) { return legal(bound, call); };
  if (auto found = look_at(bound, start, wanted)) return found;
  const std::vector<MutationStep> steps = steps_of(bound, start);
  if (auto found = with_one_step(bound, start, steps, wanted)) return found;
  return with_two_steps(bound, start, steps, wanted);
}

std::optional<FoundCall> find_legal_shape(const BoundSpec& bound, const CandidateCall& start, const std::string& key) {
  const Wanted wanted = [&](const Call& call) { return legal(bound, call); };
  std::vector<MutationStep> steps = steps_of(bound, start);
  std::erase_if(steps, [&](const MutationStep& step) {
    return step.kind == MutationStep::Kind::edit || (step.kind == MutationStep::Kind::alternative && step.name == key);
  });
  return with_one_step(bound, start, steps, wanted);
}

}  // namespace npu_cts
