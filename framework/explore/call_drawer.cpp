// SPDX-License-Identifier: Apache-2.0
#include "framework/explore/call_drawer.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/explore/dice.h"
#include "framework/rule/evaluate.h"
#include "framework/rule/judge_call.h"

namespace npu_cts::explore {
namespace {

using Kind = search::MutationStep::Kind;

constexpr std::int64_t least_steps = 2;
constexpr std::int64_t most_steps = 14;
constexpr std::int64_t most_breaches = 3;
constexpr std::int64_t most_axes = 9;
constexpr std::size_t bases_tried = 8;

/// Steps of a walk, each taken on the builder; the last taken is the first to go.
class Walk {
 public:
  explicit Walk(search::CallBuilder& builder) : builder_(builder) {}
  Walk(const Walk&) = delete;
  Walk& operator=(const Walk&) = delete;
  ~Walk() {
    while (!steps_.empty()) take_back();
  }

  void take(search::MutationStep step) {
    Step& last = steps_.emplace_back();
    last.step = std::move(step);
    last.taken.emplace(last.step, builder_);
  }
  void take_back() { steps_.pop_back(); }

 private:
  struct Step {
    search::MutationStep step;
    std::optional<search::StepTaken> taken;
  };
  search::CallBuilder& builder_;
  std::deque<Step> steps_;
};

/// Another list of sizes: an entry drawn again, an axis more, an axis less, or all drawn again.
void redraw_pack(Dice& dice, Shape& pack, std::int64_t most, const std::vector<std::int64_t>& limits) {
  const auto place = [&](std::size_t count) { return pack.begin() + static_cast<std::ptrdiff_t>(dice.below(count)); };
  const auto axes = static_cast<std::int64_t>(pack.size());
  switch (dice.below(6)) {
    case 0:
      if (axes > 0) pack.erase(place(pack.size()));
      return;
    case 1:
      if (axes < most_axes) pack.insert(place(pack.size() + 1), draw_size(dice, most, limits));
      return;
    case 2:
      for (std::int64_t& size : pack) size = draw_size(dice, most, limits);
      return;
    default:
      if (axes > 0) *place(pack.size()) = draw_size(dice, most, limits);
  }
}

bool is_integer(const Value& value) { return std::holds_alternative<std::int64_t>(value); }

/// Returns a value for each parameter: for a tensor one of as many axes as edits are made on.
SlotArguments every_argument(const BoundSpec& bound) {
  SlotArguments arguments(bound.parameters().size(), None{});
  for (std::size_t slot = 0; slot < arguments.size(); ++slot) {
    if (bound.parameters()[slot].written->kind == ParameterKind::tensor)
      arguments[slot] = Tensor{.type = {.dtype = DType::int8, .shape = {2, 2, 2, 2, 2}}};
  }
  return arguments;
}

const Shape* shape_at(const SlotCall* call, std::size_t slot) {
  const Tensor* const tensor = call == nullptr ? nullptr : call->argument(slot).tensor;
  return tensor == nullptr ? nullptr : &tensor->type.shape;
}

/// Begins some of the tensors of `candidate` that are not in blocks inside their storage. No rule asks for that.
void draw_storage_offsets(Dice& dice, search::CandidateCall& candidate) {
  if (!dice.once_in(4)) return;
  for (search::ParameterChoice& choice : candidate.parameters) {
    if (choice.dtype && choice.format != Format::blocked && dice.once_in(2))
      choice.storage_offset = draw_size(dice, search::elements_far_before, {});
  }
}

}  // namespace

CallDrawer::CallDrawer(const BoundSpec& bound)
    : bound_(bound), maker_(bound), search_(bound), limits_(search::integers_in(bound)) {
  std::erase_if(limits_, [](std::int64_t limit) { return limit < 0; });
  for (auto& [dtypes, row] : search::legal_dtypes(bound)) bases_.push_back({.dtypes = dtypes});
  sort_steps(every_argument(bound));
  sort_steps(SlotArguments(bound.parameters().size()));
}

/// Adds the steps from a call of `arguments` that are not there yet, by what they change.
void CallDrawer::sort_steps(const SlotArguments& arguments) {
  const auto add = [](std::vector<search::MutationStep>& steps, const search::MutationStep& step) {
    if (!contains(steps, step)) steps.push_back(step);
  };
  for (const search::MutationStep& step : search_.steps().from(arguments)) {
    if (step.is_edit()) {
      add(steps_.edits, step);
    } else if (step.kind == Kind::symbol) {
      add(steps_.sizes, step);
    } else if (step.kind == Kind::alternative) {
      add(steps_.shapes, step);
    } else if (step.kind == Kind::layout || step.kind == Kind::format) {
      add(steps_.storages, step);
    } else {
      add(steps_.arguments, step);
    }
  }
}

CallDrawer::Base* CallDrawer::pick_base(Dice& dice) {
  for (std::size_t i = 0; i < bases_tried && !bases_.empty(); ++i) {
    Base& base = bases_[dice.below(bases_.size())];
    if (!base.is_searched) {
      if (auto found = search_.find_legal(search::first_candidate(bound_, base.dtypes)))
        base.found = std::move(found->candidate);
      base.is_searched = true;
    }
    if (base.found) return &base;
  }
  return nullptr;
}

/// Gives a step that carries a size or a number another one.
void CallDrawer::redraw(Dice& dice, search::MutationStep& step, std::int64_t most) const {
  if (step.kind == Kind::layout && dice.once_in(4)) step.layout = Layout::contiguous;
  if (!step.value || dice.once_in(3)) return;
  const bool is_argument = step.kind == Kind::argument || step.kind == Kind::give;
  if (is_integer(*step.value)) {
    step.value = is_argument && dice.once_in(2) ? dice.between(-4, 8) : draw_size(dice, most, limits_);
  } else if (auto* const list = std::get_if<Shape>(&*step.value)) {
    redraw_pack(dice, *list, most, limits_);
    if (is_argument && !list->empty()) (*list)[dice.below(list->size())] = dice.between(-4, 8);
  }
}

/// Returns a choice: half of them are of sizes.
search::MutationStep CallDrawer::draw_step(Dice& dice, std::int64_t most) const {
  const std::size_t kind = dice.below(8);
  const std::vector<search::MutationStep>* steps = &steps_.sizes;
  if (kind == 4) steps = &steps_.shapes;
  if (kind == 5) steps = &steps_.storages;
  if (kind >= 6) steps = &steps_.arguments;
  if (steps->empty()) steps = &steps_.edits;
  search::MutationStep step = dice.pick(*steps);
  redraw(dice, step, most);
  return step;
}

/// Returns an edit of `call`: a size is often one that is near.
search::MutationStep CallDrawer::draw_edit(Dice& dice, const SlotCall* call, std::int64_t most) const {
  search::MutationStep step = dice.pick(steps_.edits);
  redraw(dice, step, most);
  const Shape* const shape = step.kind == Kind::set_size ? shape_at(call, step.place) : nullptr;
  if (shape == nullptr || shape->empty()) return step;
  step.position = dice.below(shape->size());
  const std::int64_t size = (*shape)[step.position];
  const std::vector<std::int64_t> near{size + 1, std::max<std::int64_t>(size - 1, 0), 2 * size, 1, 0};
  step.size = dice.once_in(3) ? draw_size(dice, most, limits_) : dice.pick(near);
  return step;
}

/// One data set for all, one for each tensor, or two for each; of those that are for such a call.
std::vector<ValueChoice> CallDrawer::draw_values(Dice& dice, const SlotCall& call) const {
  std::vector<std::size_t> usable;
  for (std::size_t i = 0; i < bound_.data_sets().size(); ++i) {
    if (is_for(call, i)) usable.push_back(i);
  }
  if (usable.empty() || dice.once_in(8)) return {};
  const std::size_t one = dice.pick(usable);
  std::vector<ValueChoice> values(bound_.parameters().size(), {.first = one, .second = one});
  const std::size_t how = dice.below(4);
  for (ValueChoice& choice : values) {
    if (how >= 2) choice.first = dice.pick(usable);
    choice.second = how == 3 ? dice.pick(usable) : choice.first;
  }
  return values;
}

std::optional<DrawnCall> CallDrawer::draw(Dice& dice, Aim aim, std::int64_t most_elements) {
  const Base* const base = pick_base(dice);
  if (base == nullptr) return std::nullopt;
  search::CallBuilder& builder = maker_.builder();
  builder.start(*base->found);
  Walk walk(builder);
  const auto is_small = [&](const SlotCall* call) {
    return call != nullptr && search::elements_of(*call) <= most_elements;
  };
  for (std::int64_t steps = dice.between(least_steps, most_steps); steps > 0; --steps) {
    walk.take(draw_step(dice, most_elements));
    const SlotCall* const call = builder.build();
    if (!is_small(call) || !is_legal(*call)) walk.take_back();
  }
  for (std::int64_t steps = aim == Aim::legal ? 0 : dice.between(1, most_breaches); steps > 0; --steps) {
    const bool is_edit = dice.once_in(2);
    walk.take(is_edit ? draw_edit(dice, builder.build(), most_elements) : draw_step(dice, most_elements));
    if (!is_small(builder.build())) walk.take_back();
  }
  const SlotCall* const call = builder.build();
  if (!is_small(call)) return std::nullopt;
  DrawnCall drawn{.bound = &bound_,
                  .candidate = builder.candidate(),
                  .values = draw_values(dice, *call),
                  .seed = fmt::format("fuzz|{}", dice.between(0, INT64_MAX))};
  draw_storage_offsets(dice, drawn.candidate);
  return drawn;
}

std::optional<DrawnCall> CallDrawer::resize(Dice& dice, const DrawnCall& drawn, std::int64_t most_elements) {
  DrawnCall resized = drawn;
  std::vector<std::int64_t*> sizes;
  for (std::optional<Value>& symbol : resized.candidate.symbols) {
    if (!symbol) continue;
    if (is_integer(*symbol)) sizes.push_back(&std::get<std::int64_t>(*symbol));
    if (auto* const pack = std::get_if<Shape>(&*symbol)) {
      for (std::int64_t& size : *pack) sizes.push_back(&size);
    }
  }
  if (sizes.empty()) return std::nullopt;
  std::int64_t& size = *dice.pick(sizes);
  size = dice.once_in(2) ? size * 2 : std::max<std::int64_t>(1, size / 2);
  search::CallBuilder& builder = maker_.builder();
  builder.start(resized.candidate);
  const SlotCall* const call = builder.build();
  if (call == nullptr || search::elements_of(*call) > most_elements || !is_legal(*call)) return std::nullopt;
  return resized;
}

}  // namespace npu_cts::explore
