// SPDX-License-Identifier: Apache-2.0
// Three sweeps for calls that one step from the usual ones misses. In the first, an inequality fails by less than a
// choice: a kernel reaches beyond an image by less than its stride. From a legal call with such a choice, an argument
// takes another value, and then a size the value at which the inequality fails by one. In the second, an argument wraps
// beside each choice: an index that counts too far may break less beside another size. In the third, two packs of
// sizes, as batch axes, have as many sizes as hints give one, and differ in one of them.

#include <algorithm>
#include <cstdint>
#include <optional>

#include "framework/rule/evaluator.h"
#include "framework/search/conditions/sweep.h"

namespace npu_cts::search {
namespace {

/// Returns by how much the left side of a comparison is over its right one.
std::optional<std::int64_t> excess_of(const BoundNode& comparison, const SlotCall& call) {
  Evaluator evaluator(call);
  const auto left = evaluator.number(comparison.children[0]);
  const auto right = evaluator.number(comparison.children[1]);
  return left && right ? std::optional(*left - *right) : std::nullopt;
}

/// Returns steps that give a size of `candidate` that is in `names` what takes `excess` to -1, if it counts once.
std::vector<MutationStep> steps_to_miss(const BoundSpec& bound, const CandidateCall& candidate, const SlotSet& names,
                                        std::int64_t excess) {
  std::vector<MutationStep> steps;
  for (const auto& [name, hinted] : bound.op().hints.symbols) {
    const auto& chosen = candidate.symbols[bound.names().symbol(name)];
    const auto* const size = chosen ? std::get_if<std::int64_t>(&*chosen) : nullptr;
    const std::size_t place = bound.place_of(name);
    if (size != nullptr && names[place] && *size - excess > 1)
      steps.push_back({.kind = MutationStep::Kind::symbol, .place = place, .value = *size - excess - 1});
  }
  return steps;
}

}  // namespace

/// Returns the comparison that is to fail by as little as what stands at `place` says, which the rule does not read;
/// null where no way of `asked` is open that wants it.
const BoundNode* ConditionSweep::missed_by(const AskedRule& asked, std::size_t place) const {
  if (asked.decision.rule().reads[place]) return nullptr;
  for (const std::size_t open : asked.open_broken) {
    const ConditionWay& way = asked.decision.ways()[open];
    const BoundNode& comparison = asked.decision.conditions()[way.condition].node;
    if (comparison.kind != ExprKind::greater_equal || !way.claim) continue;  // before what is dear
    if ((bound_.parts_of(bound_.names().bind(*way.claim)).values & Parts::bit(place)) != 0) return &comparison;
  }
  return nullptr;
}

void ConditionSweep::sweep_wraps(const FoundCall& start) {
  const auto may_wrap = [](const AskedRule& asked) {
    return std::ranges::any_of(asked.open_broken,
                               [&](std::size_t way) { return asked.decision.ways()[way].is_wrapped; });
  };
  for (const AskedRule& asked : asked_) {
    if (!may_wrap(asked)) continue;
    std::vector<MutationStep> steps = steps_from(start, asked.decision.rule().reads);
    std::erase_if(steps, [](const MutationStep& step) { return step.kind != MutationStep::Kind::argument; });
    for (MutationStep& step : steps) step.kind = MutationStep::Kind::give;  // shapes that are built of it stay
    search_.builder().start(start.candidate);
    look_at_each(steps);
  }
}

void ConditionSweep::sweep_misses(const FoundCall& start, std::size_t place) {
  CallBuilder& builder = search_.builder();
  for (const AskedRule& asked : asked_) {
    if (missed_by(asked, place) == nullptr) continue;
    const SlotSet& reads = asked.decision.rule().reads;
    builder.start(start.candidate);
    for (MutationStep& first : search_.steps().from(start.arguments, reads)) {
      const BoundNode* const comparison = missed_by(asked, place);
      if (comparison == nullptr) break;
      if (first.kind != MutationStep::Kind::argument) continue;
      const StepTaken taken(first, builder);
      const SlotCall* const call = builder.build();
      const auto excess = call == nullptr ? std::nullopt : excess_of(*comparison, *call);
      if (!excess) continue;
      auto steps = steps_to_miss(bound_, builder.candidate(), reads, *excess);
      look_at_each(steps);
    }
  }
}

void ConditionSweep::sweep_packs(const FoundCall& start) {
  std::vector<std::size_t> packs;
  Shape usual;
  for (const auto& [name, hinted] : bound_.op().hints.symbols) {
    for (const Value& value : hinted) {
      const auto* const pack = std::get_if<Shape>(&value);
      while (pack != nullptr && usual.size() < pack->size()) usual.push_back(std::ssize(usual) + 2);
    }
    if (std::holds_alternative<Shape>(hinted.front())) packs.push_back(bound_.place_of(name));
  }
  search_.builder().start(start.candidate);
  for (std::size_t i = 0; i + 1 < packs.size(); ++i) {
    MutationStep first{.kind = MutationStep::Kind::symbol, .place = packs[i], .value = usual};
    const StepTaken taken(first, search_.builder());
    std::vector<MutationStep> seconds;
    for (std::size_t axis = 0; axis < usual.size(); ++axis) {
      Shape other = usual;
      other[axis] += 1;
      seconds.push_back({.kind = MutationStep::Kind::symbol, .place = packs[i + 1], .value = std::move(other)});
    }
    look_at_each(seconds);
  }
}

}  // namespace npu_cts::search
