// SPDX-License-Identifier: Apache-2.0
// The sweep from a call whose sizes are 1.

#include <cstdint>

#include "framework/search/conditions/sweep.h"
#include "framework/search/legal_steps.h"

namespace npu_cts::search {

/// Returns a step to 1 for each size that is chosen, and for each integer.
std::vector<MutationStep> ConditionSweep::steps_to_one() const {
  std::vector<MutationStep> steps;
  for (const auto& [name, hinted] : bound_.op().hints.symbols) {
    const bool is_pack = std::holds_alternative<Shape>(hinted.front());
    const Value one = is_pack ? Value(Shape{1}) : Value(std::int64_t{1});
    steps.push_back({.kind = MutationStep::Kind::symbol, .place = bound_.place_of(name), .value = one});
  }
  for (std::size_t slot = 0; slot < bound_.parameters().size(); ++slot) {
    const Parameter& parameter = *bound_.parameters()[slot].written;
    if (parameter.kind == ParameterKind::integer && bound_.op().hints.arguments.contains(parameter.key))
      steps.push_back({.kind = MutationStep::Kind::argument, .place = slot, .value = std::int64_t{1}});
  }
  return steps;
}

void ConditionSweep::sweep_from_ones(const FoundCall& start) {
  if (open_.empty()) return;
  CallBuilder& builder = search_.builder();
  builder.start(start.candidate);
  std::vector<MutationStep> steps = steps_to_one();
  const LegalSteps taken(steps, builder);
  builder.build();
  const std::vector<MutationStep> all = search_.steps().from(builder.arguments());
  for (const AskedRule& asked : asked_) {
    if (asked.open_broken.empty()) continue;
    std::vector<MutationStep> edits = shape_edits(asked, all);
    look_at_each(edits);
  }
}

}  // namespace npu_cts::search
