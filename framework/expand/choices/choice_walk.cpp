// SPDX-License-Identifier: Apache-2.0
#include "framework/expand/choices/choice_walk.h"

#include "framework/base/find.h"

namespace npu_cts::expand {

ChoiceWalk::ChoiceWalk(search::CallBuilder& builder, const std::vector<ArrayBase>& bases, arrays::Value base,
                       std::vector<ChoiceAxis>& axes, const Allows& allows)
    : builder_(builder), base_(bases[base]), axes_(axes), allows_(allows), row_(axes.size() + 1, 0) {
  row_[0] = base;
  builder_.start(base_.candidate);
}

void ChoiceWalk::take(const arrays::Cell& cell) {
  if (cell.value == 0) return;
  row_[cell.parameter] = cell.value;
  parameters_.push_back(cell.parameter);
  taken_.emplace_back(axes_[cell.parameter - 1].steps[cell.value - 1U], builder_);
}

void ChoiceWalk::take_back_to(std::size_t count) {
  while (taken_.size() > count) {
    row_[parameters_.back()] = 0;
    parameters_.pop_back();
    taken_.pop_back();
  }
}

/// Returns the place of a value that was taken and is not in use.
std::optional<std::size_t> ChoiceWalk::find_idle() const {
  for (const std::size_t parameter : parameters_) {
    const search::MutationStep& step = axes_[parameter - 1].steps[row_[parameter] - 1U];
    if (!builder_.is_in_use(step)) return step.place;
  }
  return std::nullopt;
}

bool ChoiceWalk::is_legal() {
  if (find_idle()) return false;
  const SlotCall* const call = builder_.build();
  return call != nullptr && npu_cts::is_legal(*call, builder_.changes()) && !search::depends_on_unseen_layout(*call) &&
         (!allows_ || allows_(*call));
}

/// Returns whether `step` chooses a shape, of a tensor that is given, that is made of what is chosen at `place`.
bool ChoiceWalk::puts_in_use(const search::MutationStep& step, std::size_t place) const {
  return step.kind == search::MutationStep::Kind::alternative && builder_.is_in_use(step.place) &&
         builder_.is_made_of(step.place, step.position, place) && !(base_.joint && undoes(step, *base_.joint));
}

bool ChoiceWalk::put_in_use(const arrays::Tuple& fixed) {
  const auto idle = find_idle();
  if (!idle) return is_legal();
  for (std::size_t parameter = 1; parameter < row_.size(); ++parameter) {
    if (row_[parameter] != 0 || contains(fixed, parameter, &arrays::Cell::parameter)) continue;
    for (std::size_t value = 1; value <= axes_[parameter - 1].steps.size(); ++value) {
      if (!puts_in_use(axes_[parameter - 1].steps[value - 1], *idle)) continue;
      take({.parameter = parameter, .value = static_cast<arrays::Value>(value)});
      if (put_in_use(fixed)) return true;
      take_back_to(taken_.size() - 1);
    }
  }
  return false;
}

void ChoiceWalk::take_legal(const arrays::Row& wish) {
  for (std::size_t parameter = 1; parameter < wish.size(); ++parameter) {
    if (row_[parameter] != 0 || wish[parameter] == 0) continue;
    take({.parameter = parameter, .value = wish[parameter]});
    if (!is_legal()) take_back_to(taken_.size() - 1);
  }
}

search::FoundCall ChoiceWalk::found() {
  builder_.build();
  return {.candidate = builder_.candidate(), .arguments = builder_.arguments(), .verdict = Verdict::accept};
}

}  // namespace npu_cts::expand
