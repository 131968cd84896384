// SPDX-License-Identifier: Apache-2.0
#include "framework/search/neighbours.h"

#include <utility>

namespace npu_cts::search {

std::vector<FoundCall> legal_calls(const BoundSpec& bound) {
  Search search(bound);
  std::vector<FoundCall> calls;
  for (const auto& [choice, row] : legal_dtypes(bound)) {
    if (auto found = search.find_legal(first_candidate(bound, choice))) calls.push_back(*std::move(found));
  }
  return calls;
}

std::vector<SlotArguments> neighbours_of(const BoundSpec& bound, const FoundCall& base) {
  CallBuilder builder(bound);
  builder.start(base.candidate);
  std::vector<SlotArguments> calls;
  for (MutationStep& step : MutationSteps(bound).from(base.arguments)) {
    const StepTaken taken(step, builder);
    if (builder.build() != nullptr) calls.push_back(builder.arguments());
  }
  return calls;
}

}  // namespace npu_cts::search
