// SPDX-License-Identifier: Apache-2.0
#include "framework/search/conditions/sweep.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "framework/base/find.h"
#include "framework/rule/judge_call.h"

namespace npu_cts::search {
namespace {

using Kind = MutationStep::Kind;

/// So often is a second step looked for, for one way.
constexpr int most_repairs = 3;
/// So many legal calls of a rule are started from once more.
constexpr std::size_t most_starts = 6;
/// Marks of an argument: of its value, its shape, its storage.
constexpr std::size_t marks_of_slot = 3;

std::uint64_t mix(std::uint64_t mark, std::uint64_t number) { return spread(mark ^ number); }

/// Mixes a value into `mark`.
struct ValueMark {
  std::uint64_t mark;

  std::uint64_t operator()(None /*none*/) const { return mark; }
  std::uint64_t operator()(bool flag) const { return mix(mark, flag ? 1 : 0); }
  std::uint64_t operator()(std::int64_t number) const { return mix(mark, static_cast<std::uint64_t>(number)); }
  std::uint64_t operator()(const std::string& word) const { return mix(mark, std::hash<std::string>{}(word)); }
  std::uint64_t operator()(DType dtype) const { return mix(mark, static_cast<std::uint64_t>(dtype)); }
  std::uint64_t operator()(const Shape& sizes) const {
    std::uint64_t mixed = mix(mark, sizes.size());
    for (const std::int64_t size : sizes) mixed = mix(mixed, static_cast<std::uint64_t>(size));
    return mixed;
  }
  std::uint64_t operator()(const Tensor& tensor) const { return (*this)(tensor.type.dtype); }
};

/// Returns the mark at `place` of the arguments of `call`: mixed of the place and what is there, so that the marks of a
/// call may be added.
std::uint64_t mark_at(std::size_t place, const SlotCall& call) {
  const SlotArgument& argument = call.argument(place / marks_of_slot);
  const std::uint64_t mark = mix(place + 1, argument.value == nullptr ? 0 : argument.value->index() + 1);
  if (argument.value == nullptr) return mark;
  if (place % marks_of_slot == 0) return std::visit(ValueMark{mark}, *argument.value);
  const auto* const tensor = std::get_if<Tensor>(argument.value);
  if (tensor == nullptr) return mark;
  const TensorType& type = tensor->type;
  if (place % marks_of_slot == 1) return ValueMark{mark}(type.shape);
  return mix(mark, (static_cast<std::uint64_t>(type.layout) << 8U) | static_cast<std::uint64_t>(type.format));
}

/// Returns whether `step` chooses no size: neither a symbol nor an integer argument, which sizes may be built of.
bool chooses_no_size(const MutationStep& step) {
  return step.kind != Kind::symbol &&
         (step.kind != Kind::argument || !step.value || !std::holds_alternative<std::int64_t>(*step.value));
}

}  // namespace

AskedRule::AskedRule(const BoundSpec& bound, const BoundRule& rule) : decision(bound, rule) {
  const auto& ways = decision.ways();
  for (std::size_t i = 0; i < ways.size(); ++i) (ways[i].broken ? open_broken : open_kept).push_back(i);
  parts = bound.parts_of(rule.requirement);
  if (rule.condition) parts |= bound.parts_of(*rule.condition);
  for (const ConditionWay& way : ways) {
    if (way.claim) parts |= bound.parts_of(bound.names().bind(*way.claim));
  }
  for (std::size_t slot = 0; slot < bound.parameters().size(); ++slot) {
    const std::uint64_t bit = Parts::bit(slot);
    if ((parts.values & bit) != 0) marks.push_back(marks_of_slot * slot);
    if ((parts.shapes & bit) != 0) marks.push_back(marks_of_slot * slot + 1);
    if ((parts.storage & bit) != 0) marks.push_back(marks_of_slot * slot + 2);
  }
}

ShownOfRule AskedRule::shown_by(const SlotCall& call, std::uint64_t mark) {
  const auto open_of = [&](bool is_broken) -> const auto& { return is_broken ? open_broken : open_kept; };
  if (const auto before = known.find(mark); before != known.end()) {
    ShownOfRule& shown = before->second;
    const auto& open = open_of(shown.is_broken);
    std::erase_if(shown.ways, [&](std::size_t way) { return !contains(open, way); });
    return shown;
  }
  ShownOfRule shown{.is_broken = breaks(call, decision.rule())};
  const auto& open = open_of(shown.is_broken);
  if (!open.empty()) shown.ways = decision.shown_by(call, open);
  if (!shown.ways.empty()) known.emplace(mark, shown);
  return shown;
}

void ConditionSweep::ask(const BoundRule& rule) {
  AskedRule& asked = asked_.emplace_back(bound_, rule);
  if (asked.is_open()) open_.push_back(&asked);
}

void ConditionSweep::note(const FoundCall& found, const BoundRule* rule) {
  if (asked_.empty()) return;
  noted_ = &found;
  look(SlotCall(bound_, found.arguments), rule, {});
  noted_ = nullptr;
}

void ConditionSweep::forget_marks() { marks_.assign(marks_of_slot * bound_.parameters().size(), 0); }

/// Returns a mark of the arguments of `call` that the rule of `asked` reads: it says the same where they are the same.
std::uint64_t ConditionSweep::mark_of(const AskedRule& asked, const SlotCall& call) {
  std::uint64_t mark = 1;
  for (const std::size_t place : asked.marks) {
    if (marks_[place] == 0) marks_[place] = mark_at(place, call);
    mark += marks_[place];  // mixed already
  }
  return std::max<std::uint64_t>(mark, 1);
}

/// Returns the names that a rule reads of which some way is not shown, and which reads `changed`.
SlotSet ConditionSweep::open_names(std::optional<std::size_t> changed) const {
  SlotSet names(bound_.names().parameter_count() + bound_.names().symbol_count());
  for (const AskedRule* asked : open_) {
    const SlotSet& reads = asked->decision.rule().reads;
    if (changed && !reads[*changed]) continue;
    for (std::size_t place = 0; place < names.size(); ++place) names[place] = names[place] || reads[place];
  }
  return names;
}

void ConditionSweep::sweep(const FoundCall& start, std::optional<std::size_t> changed) {
  std::vector<MutationStep> steps = steps_from(start, open_names(changed));
  search_.builder().start(start.candidate);
  look_at_each(steps);
}

void ConditionSweep::look_at_each(std::vector<MutationStep>& steps) {
  CallBuilder& builder = search_.builder();
  for (MutationStep& step : steps) {
    const StepTaken taken(step, builder);
    if (const SlotCall* const call = builder.build()) look(*call, nullptr, builder.changes());
  }
}

void ConditionSweep::sweep_pairs(const FoundCall& start) {
  std::vector<MutationStep> firsts = steps_from(start, open_names({}));
  std::vector<MutationStep> seconds = steps_from(start, search_.steps().every_name());
  search_.builder().start(start.candidate);
  look_at_pairs(firsts, seconds);
}

/// Looks at each call that is one of `firsts` away, shows a way and breaks other rules too, with each of `seconds` that
/// touches all of those.
void ConditionSweep::look_at_pairs(std::vector<MutationStep>& firsts, std::vector<MutationStep>& seconds) {
  CallBuilder& builder = search_.builder();
  for (MutationStep& first : firsts) {
    const MutationStep unchanged = first;
    const StepTaken taken(first, builder);
    const SlotCall* const call = builder.build();
    if (call == nullptr) continue;
    for (const NearMiss& near : near_misses(*call)) repair(near, unchanged, seconds);
  }
}

/// Returns what `call` shows of what is open although it breaks more than one rule; each way a few times at most.
std::vector<ConditionSweep::NearMiss> ConditionSweep::near_misses(const SlotCall& call) {
  std::vector<NearMiss> all;
  forget_marks();
  for (AskedRule* const open : open_) {
    AskedRule& asked = *open;
    const BoundRule& rule = asked.decision.rule();
    const bool can_be_broken = !asked.open_broken.empty() && may_change(rule, search_.builder().changes());
    if (!can_be_broken || asked.idle.contains(mark_of(asked, call)) || !breaks(call, rule)) continue;
    auto ways = asked.decision.shown_by(call, asked.open_broken);
    std::erase_if(ways, [&](std::size_t way) { return asked.repairs[way]++ >= most_repairs; });
    if (ways.empty()) continue;
    std::vector<const BoundRule*> in_the_way = judge_rules(call).broken;
    std::erase(in_the_way, &rule);
    for (const std::size_t way : ways) all.push_back({.asked = &asked, .way = way, .in_the_way = in_the_way});
  }
  return all;
}

void ConditionSweep::repair(const NearMiss& near, const MutationStep& first, std::vector<MutationStep>& steps) {
  CallBuilder& builder = search_.builder();
  for (MutationStep& step : steps) {
    const bool can_help =
        std::ranges::all_of(near.in_the_way, [&](const BoundRule* rule) { return bool{rule->reads[step.place]}; });
    if (!can_help || are_of_one_choice(first, step)) continue;
    const StepTaken taken(step, builder);
    if (const SlotCall* const call = builder.build()) look(*call, nullptr, builder.changes());
    if (!contains(near.asked->open_broken, near.way)) return;
  }
}

void ConditionSweep::look(const SlotCall& call, const BoundRule* only, const Changes& changes) {
  std::vector<Candidate> candidates;  // cheap to ask for, and mostly none: the whole call is judged only for one
  forget_marks();
  for (AskedRule* const one : open_) {
    AskedRule& asked = *one;
    const BoundRule& rule = asked.decision.rule();
    if ((only != nullptr && &rule != only) || !may_change(rule, changes)) continue;
    const std::uint64_t mark = mark_of(asked, call);
    if (asked.idle.contains(mark)) continue;
    ShownOfRule shown = asked.shown_by(call, mark);
    if (shown.ways.empty()) {
      asked.idle.insert(mark);  // what is open grows less
    } else {
      candidates.push_back({.asked = &asked, .shown = std::move(shown)});
    }
  }
  if (candidates.empty()) return;
  const auto broken = broken_alone(call, changes);
  if (!broken || (*broken == nullptr && !is_legal(call, changes))) return;
  for (const Candidate& one : candidates) {
    const bool is_of_call = one.shown.is_broken ? &one.asked->decision.rule() == *broken : *broken == nullptr;
    if (is_of_call) show(one);
  }
  std::erase_if(open_, [](const AskedRule* asked) { return !asked->is_open(); });
}

void ConditionSweep::show(const Candidate& one) {
  const bool is_broken = one.shown.is_broken;
  std::vector<std::size_t>& open = is_broken ? one.asked->open_broken : one.asked->open_kept;
  const BoundRule& rule = one.asked->decision.rule();
  const CallBuilder& builder = search_.builder();
  const FoundCall found = noted_ != nullptr ? *noted_
                                            : FoundCall{.candidate = builder.candidate(),
                                                        .arguments = builder.arguments(),
                                                        .verdict = is_broken ? rule.on_violation : Verdict::accept};
  if (!is_broken) legal_[&rule].push_back(found);
  bool has_case = noted_ != nullptr;
  for (const bool is_narrow : {false, true}) {
    for (const std::size_t place : one.shown.ways) {
      const ConditionWay& way = one.asked->decision.ways()[place];
      if (way.is_narrow != is_narrow) continue;
      std::erase(open, place);
      if (noted_ != nullptr || (is_narrow && has_case)) continue;
      shown_.push_back({.rule = &rule, .way = way.name, .broken = is_broken, .found = found});
      has_case = true;
    }
  }
}

/// Returns the edits among `steps` of the tensors whose shape an open way of `asked` is about.
std::vector<MutationStep> ConditionSweep::shape_edits(const AskedRule& asked, std::vector<MutationStep> steps) const {
  std::set<std::size_t> tensors;
  for (const auto& open : {asked.open_broken, asked.open_kept}) {
    for (const std::size_t way : open) {
      const Condition& condition = asked.decision.conditions()[asked.decision.ways()[way].condition];
      if (condition.node.kind == ExprKind::equal && condition.node.children[0].kind == ExprKind::shape_of)
        tensors.insert(condition.node.children[0].children[0].slot);
    }
  }
  std::erase_if(steps, [&](const MutationStep& step) { return !step.is_edit() || !tensors.contains(step.place); });
  return steps;
}

void ConditionSweep::sweep_rule(const AskedRule& asked, const FoundCall& start) {
  const SlotSet& reads = asked.decision.rule().reads;
  const auto look_at_edits = [&](std::vector<MutationStep> edits) {
    edits = shape_edits(asked, std::move(edits));
    look_at_each(edits);
  };
  std::vector<MutationStep> steps = far_steps_from(start, reads);
  CallBuilder& builder = search_.builder();
  builder.start(start.candidate);
  look_at_each(steps);
  if (const SlotCall* const call = builder.build()) look_at_edits(spread_steps(*call, reads));
  std::vector<MutationStep> edits = shape_edits(asked, steps);
  if (edits.empty()) return;
  std::vector<MutationStep> repairs = far_steps_from(start, search_.steps().every_name());
  std::erase_if(repairs, [](const MutationStep& step) { return !step.is_edit(); });
  look_at_pairs(edits, repairs);
  std::erase_if(steps, chooses_no_size);
  std::vector<MutationStep> others = search_.steps().from(start.arguments);
  std::erase_if(others, chooses_no_size);
  const auto look_around = [&] {
    const SlotCall* const call = builder.build();
    if (call == nullptr || !is_legal(*call, builder.changes())) return false;
    look_at_each(edits);
    look_at_edits(far_shape_steps(*builder.build(), reads));
    look_at_edits(spread_steps(*builder.build(), reads));
    return true;
  };
  for (MutationStep& first : steps) {
    const auto size = first.value;
    const StepTaken taken(first, builder);
    if (look_around()) continue;
    for (MutationStep& other : others) {  // two sizes that must agree
      if (other.place == first.place || other.value != size) continue;
      const StepTaken too(other, builder);
      look_around();
    }
  }
}

void ConditionSweep::sweep_from_shown() {
  for (AskedRule& asked : asked_) asked.repairs.clear();
  for (const AskedRule& asked : asked_) {
    if (!asked.is_open()) continue;
    std::vector<FoundCall> starts = legal_[&asked.decision.rule()];  // a copy: what is found may add to it
    starts.resize(std::min(starts.size(), most_starts));
    for (const FoundCall& start : starts) sweep_rule(asked, start);
  }
}

void ConditionSweep::sweep_far_shapes(const FoundCall& start) {
  CallBuilder& builder = search_.builder();
  builder.start(start.candidate);
  for (const AskedRule& asked : asked_) {
    const SlotCall* const call = asked.open_broken.empty() ? nullptr : builder.build();
    if (call == nullptr) continue;
    std::vector<MutationStep> edits = shape_edits(asked, far_shape_steps(*call, asked.decision.rule().reads));
    look_at_each(edits);
  }
}

}  // namespace npu_cts::search
