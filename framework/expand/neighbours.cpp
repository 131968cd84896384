#include "framework/expand/neighbours.h"

#include <utility>

#include "framework/expand/mutation_steps.h"

namespace npu_cts {

std::vector<FoundCall> legal_calls(const BoundSpec& bound) {
  std::vector<FoundCall> calls;
  for (const auto& [choice, row] : legal_dtypes(bound)) {
    if (auto found = find_legal(bound, first_candidate(bound, choice))) calls.push_back(*std::move(found));
  }
  return calls;
}

std::vector<Call> neighbours_of(const BoundSpec& bound, const FoundCall& base) {
  std::vector<Call> calls;
  for (const MutationStep& step : mutation_steps_from(bound, base.call)) {
    CandidateCall candidate = base.candidate;
    apply(step, candidate);
    if (auto call = build_call(bound, candidate)) calls.push_back(*std::move(call));
  }
  return calls;
}

}  // namespace npu_cts
