#include "framework/expand/search.h"

#include <algorithm>
#include <utility>

namespace npu_cts {
namespace {

constexpr std::size_t most_pairs = 30'000;

}  // namespace

std::optional<FoundCall> Search::build_legal(const CandidateCall& candidate) {
  const SlotCall* const call = builder_.build(candidate);
  if (call == nullptr || !is_legal(*call)) return std::nullopt;
  return FoundCall{.candidate = candidate, .arguments = builder_.arguments(), .verdict = Verdict::accept};
}

std::optional<FoundCall> Search::find_legal(CandidateCall start) {
  if (auto found = build_legal(start)) return found;
  std::vector<MutationStep> steps = steps_of(start);
  if (auto found = find_with_one_step(start, steps)) return found;
  return find_with_two_steps(start, steps);
}

std::optional<FoundCall> Search::find_legal_shape(CandidateCall start, std::size_t slot) {
  std::vector<MutationStep> steps = steps_of(start);
  std::erase_if(steps, [&](const MutationStep& step) {
    return step.is_edit() || (step.kind == MutationStep::Kind::alternative && step.place == slot);
  });
  return find_with_one_step(start, steps);
}

std::vector<MutationStep> Search::steps_of(const CandidateCall& start) {
  if (builder_.build(start) != nullptr) return steps_.from(builder_.arguments());
  SlotArguments dtypes_alone(start.parameters.size());
  for (std::size_t slot = 0; slot < dtypes_alone.size(); ++slot) {
    const std::optional<DType>& dtype = start.parameters[slot].dtype;
    if (dtype) dtypes_alone[slot] = Tensor{.type = {.dtype = *dtype, .shape = {1}}, .values = {}};
  }
  return steps_.from(dtypes_alone);
}

std::optional<FoundCall> Search::find_with_one_step(CandidateCall& start, std::vector<MutationStep>& steps) {
  for (MutationStep& step : steps) {
    const StepTaken taken(step, start);
    if (auto found = build_legal(start)) return found;
  }
  return std::nullopt;
}

/// Returns what each rule reads that `start` breaks or leaves undecided: two steps can help only where each of these
/// has a name that one of them touches. Nothing where the start builds no call.
std::vector<const SlotSet*> Search::reads_in_the_way(const CandidateCall& start) {
  std::vector<const SlotSet*> reads;
  const SlotCall* const call = builder_.build(start);
  if (call == nullptr) return reads;
  const Judgement judgement = judge_rules(*call);
  for (const auto* rules : {&judgement.broken, &judgement.blocked}) {
    for (const BoundRule* rule : *rules) {
      if (!rule->on_data) reads.push_back(&rule->reads);
    }
  }
  return reads;
}

/// Tries each of `steps` with each.
std::optional<FoundCall> Search::find_with_two_steps(CandidateCall& start, std::vector<MutationStep>& steps) {
  const auto in_the_way = reads_in_the_way(start);
  std::size_t tried = 0;
  for (MutationStep& one : steps) {
    auto left = in_the_way;
    std::erase_if(left, [&](const auto* reads) { return (*reads)[one.place]; });
    for (MutationStep& other : steps) {
      if (are_of_one_choice(one, other)) continue;
      if (++tried > most_pairs) return std::nullopt;
      if (!std::ranges::all_of(left, [&](const auto* reads) { return (*reads)[other.place]; })) continue;
      const StepTaken first(other, start);
      const StepTaken second(one, start);
      if (auto found = build_legal(start)) return found;
    }
  }
  return std::nullopt;
}

}  // namespace npu_cts
