#include "framework/expand/condition_sweep.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "framework/rule/judge_call.h"

namespace npu_cts {
namespace {

using Kind = MutationStep::Kind;

void add_tensor_steps(std::size_t slot, const Shape& shape, const std::set<std::int64_t>& sizes,
                      std::vector<MutationStep>& steps) {
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    for (const std::int64_t size : sizes) {
      if (std::abs(size - shape[axis]) > 1 && size > 1)
        steps.push_back({.kind = Kind::set_size, .place = slot, .position = axis, .size = size});
    }
    if (axis + 1 < shape.size() && shape[axis] != shape[axis + 1])
      steps.push_back({.kind = Kind::swap_axes, .place = slot, .position = axis});
  }
}

/// Adds a step for each place of an integer that may count from the end: down to one before the first axis of the
/// largest tensor, and to one behind its last.
void add_integer_steps(std::size_t slot, std::int64_t rank, std::vector<MutationStep>& steps) {
  for (std::int64_t number = -rank - 2; number <= rank + 1; ++number)
    steps.push_back({.kind = Kind::argument, .place = slot, .value = number});
}

void add_word_steps(const BoundSpec& bound, std::size_t slot, std::vector<MutationStep>& steps) {
  for (const std::string& word : wrong_words(bound, slot))
    steps.push_back({.kind = Kind::argument, .place = slot, .value = word});
}

}  // namespace

std::vector<MutationStep> condition_steps(const BoundSpec& bound, const SlotArguments& arguments) {
  std::set<std::int64_t> sizes;
  std::int64_t rank = 0;
  for (const auto& argument : arguments) {
    const auto* const tensor = argument ? std::get_if<Tensor>(&*argument) : nullptr;
    if (tensor == nullptr) continue;
    sizes.insert(tensor->type.shape.begin(), tensor->type.shape.end());
    rank = std::max(rank, static_cast<std::int64_t>(tensor->type.shape.size()));
  }
  std::vector<MutationStep> steps;
  for (const std::size_t slot : bound.names().by_key()) {
    const Parameter& parameter = *bound.parameters()[slot].written;
    if (!bound.parameters()[slot].applies) continue;
    const auto* const tensor = arguments[slot] ? std::get_if<Tensor>(&*arguments[slot]) : nullptr;
    if (tensor != nullptr) add_tensor_steps(slot, tensor->type.shape, sizes, steps);
    if (parameter.reserved || !bound.op().hints.arguments.contains(parameter.key)) continue;
    if (parameter.kind == ParameterKind::integer) add_integer_steps(slot, rank, steps);
    if (parameter.kind == ParameterKind::word) add_word_steps(bound, slot, steps);
  }
  return steps;
}

AskedRule::AskedRule(const BoundSpec& bound, const BoundRule& rule) : decision(bound, rule) {
  const auto& ways = decision.ways();
  for (std::size_t i = 0; i < ways.size(); ++i) (ways[i].broken ? open_broken : open_kept).push_back(i);
}

void ConditionSweep::ask(const BoundRule& rule) { asked_.emplace_back(bound_, rule); }

void ConditionSweep::note(const SlotArguments& arguments, const BoundRule* rule) {
  if (!asked_.empty()) look(SlotCall(bound_, arguments), rule);
}

/// Returns the names that a rule reads of which some way is not shown.
SlotSet ConditionSweep::open_names() const {
  SlotSet names(bound_.names().parameter_count() + bound_.names().symbol_count());
  for (const AskedRule& asked : asked_) {
    if (asked.open_broken.empty() && asked.open_kept.empty()) continue;
    const SlotSet& reads = asked.decision.rule().reads;
    for (std::size_t place = 0; place < names.size(); ++place) names[place] = names[place] || reads[place];
  }
  return names;
}

void ConditionSweep::sweep(const FoundCall& start) {
  const SlotSet names = open_names();
  std::vector<MutationStep> steps = search_.steps().from(start.arguments, names);
  std::ranges::copy_if(condition_steps(bound_, start.arguments), std::back_inserter(steps),
                       [&](const MutationStep& step) { return bool{names[step.place]}; });
  CallBuilder& builder = search_.builder();
  builder.start(start.candidate);
  keeps_calls_ = true;
  for (MutationStep& step : steps) {
    const StepTaken taken(step, builder);
    if (const SlotCall* const call = builder.build()) look(*call, nullptr);
  }
  keeps_calls_ = false;
}

void ConditionSweep::look(const SlotCall& call, const BoundRule* only) {
  const auto broken = broken_alone(call);
  if (!broken || (only != nullptr && *broken != nullptr && *broken != only)) return;
  const auto is_asked = [&](const AskedRule& asked) {
    const BoundRule* const rule = &asked.decision.rule();
    if (*broken != nullptr) return rule == *broken && !asked.open_broken.empty();
    return (only == nullptr || rule == only) && !asked.open_kept.empty();
  };
  if (std::ranges::none_of(asked_, is_asked) || (*broken == nullptr && !is_legal(call))) return;
  for (AskedRule& asked : asked_) {
    if (is_asked(asked)) show(asked, *broken != nullptr, call);
  }
}

void ConditionSweep::show(AskedRule& asked, bool broken, const SlotCall& call) {
  std::vector<std::size_t>& open = broken ? asked.open_broken : asked.open_kept;
  const BoundRule& rule = asked.decision.rule();
  for (const std::size_t place : asked.decision.shown_by(call, open)) {
    std::erase(open, place);
    if (!keeps_calls_) continue;
    const CallBuilder& builder = search_.builder();
    shown_.push_back({.rule = &rule,
                      .way = asked.decision.ways()[place].name,
                      .broken = broken,
                      .found = {.candidate = builder.candidate(),
                                .arguments = builder.arguments(),
                                .verdict = broken ? rule.on_violation : Verdict::accept}});
  }
}

}  // namespace npu_cts
