#include "framework/expand/candidate_call.h"

#include <algorithm>
#include <cstdlib>
#include <ranges>
#include <utility>

#include "framework/rule/evaluator.h"

namespace npu_cts {
namespace {

/// A layout that its shape cannot have is no layout: a transposed view wants two axes, a strided one two elements.
bool has_layout(const TensorType& type) {
  if (type.layout == Layout::transposed) return type.shape.size() >= 2;
  return type.layout != Layout::strided || numel(type.shape) > 1;
}

bool has_layout(const Value* argument) {
  const auto* const tensor = argument == nullptr ? nullptr : std::get_if<Tensor>(argument);
  return tensor == nullptr || has_layout(tensor->type);
}

}  // namespace

CandidateCall first_candidate(const BoundSpec& bound, const DTypeChoice& dtypes) {
  CandidateCall candidate;
  candidate.parameters.resize(bound.parameters().size());
  candidate.symbols.resize(bound.names().symbol_count());
  set_dtypes(candidate, dtypes);
  for (std::size_t slot = 0; slot < candidate.parameters.size(); ++slot)
    candidate.parameters[slot].format = bound.parameters()[slot].format.value_or(Format::nd);
  for (const auto& [name, candidates] : bound.op().hints.symbols)
    candidate.symbols[bound.names().symbol(name)] = candidates.front();
  for (const auto& [key, candidates] : bound.op().hints.arguments) {
    const std::size_t slot = bound.names().parameter(key);
    if (slot == no_slot) continue;
    const BoundParameter& parameter = bound.parameters()[slot];
    if (parameter.written->reserved || !parameter.applies) continue;
    if (!std::holds_alternative<None>(candidates.front())) candidate.parameters[slot].argument = candidates.front();
  }
  return candidate;
}

void set_dtypes(CandidateCall& candidate, const DTypeChoice& choice) {
  for (const auto& [slot, dtype] : choice) candidate.parameters[slot].dtype = dtype;
}

bool agree_on(const SlotSet& names, const CandidateCall& a, const CandidateCall& b) {
  const std::size_t parameters = a.parameters.size();
  for (std::size_t slot = 0; slot < parameters; ++slot) {
    if (names[slot] && a.parameters[slot] != b.parameters[slot]) return false;
  }
  for (std::size_t slot = 0; slot < a.symbols.size(); ++slot) {
    if (names[parameters + slot] && a.symbols[slot] != b.symbols[slot]) return false;
  }
  const auto is_named = [&](const MutationStep& edit) { return bool{names[edit.place]}; };
  return std::ranges::equal(a.edits | std::views::filter(is_named), b.edits | std::views::filter(is_named));
}

StepTaken::StepTaken(MutationStep& step, CandidateCall& candidate) : step_(step), candidate_(candidate) {
  if (step.is_edit()) {
    candidate.edits.push_back(step);
  } else {
    exchange();
  }
}

StepTaken::~StepTaken() {
  if (step_.is_edit()) {
    candidate_.edits.pop_back();
  } else {
    exchange();
  }
}

/// Gives the candidate what the step chooses, and the step what the candidate had: twice is not at all.
void StepTaken::exchange() {
  const std::size_t parameters = candidate_.parameters.size();
  if (step_.kind == MutationStep::Kind::symbol) return candidate_.symbols[step_.place - parameters].swap(step_.value);
  ParameterChoice& choice = candidate_.parameters[step_.place];
  switch (step_.kind) {
    case MutationStep::Kind::alternative:
      return std::swap(choice.alternative, step_.position);
    case MutationStep::Kind::argument:
    case MutationStep::Kind::omit:
      return choice.argument.swap(step_.value);
    case MutationStep::Kind::layout:
      return std::swap(choice.layout, step_.layout);
    case MutationStep::Kind::format:
      return std::swap(choice.format, step_.format);
    case MutationStep::Kind::symbol:
    case MutationStep::Kind::set_size:
    case MutationStep::Kind::insert_axis:
    case MutationStep::Kind::drop_axis:
    case MutationStep::Kind::set_layout:
    case MutationStep::Kind::set_format:
    case MutationStep::Kind::set_dtype:
    case MutationStep::Kind::remove:
    case MutationStep::Kind::give:
      break;
  }
  std::abort();
}

CallBuilder::CallBuilder(const BoundSpec& bound)
    : slots_(bound), given_(bound.parameters().size()), made_(bound.parameters().size()) {
  for (std::size_t slot = 0; slot < made_.size(); ++slot) {
    if (bound.parameters()[slot].written->kind == ParameterKind::tensor) made_[slot] = Tensor{};
  }
}

const SlotCall* CallBuilder::build(const CandidateCall& candidate) {
  for (std::size_t slot = 0; slot < candidate.symbols.size(); ++slot) slots_.give_symbol(slot, candidate.symbols[slot]);
  for (std::size_t slot = 0; slot < given_.size(); ++slot) {
    const std::optional<Value>& argument = candidate.parameters[slot].argument;
    set(slot, argument ? &*argument : nullptr);
  }
  for (std::size_t slot = 0; slot < given_.size(); ++slot) {
    const ParameterChoice& choice = candidate.parameters[slot];
    if (!choice.dtype) continue;
    if (bound().parameters()[slot].written->kind == ParameterKind::tensor) {
      if (!add_tensor(slot, choice)) return nullptr;
    } else {
      made_[slot] = *choice.dtype;
      set(slot, &made_[slot]);
    }
  }
  const auto apply = [&](const MutationStep& edit) { return apply_edit(edit); };
  const auto is_stored = [](const Value* argument) { return has_layout(argument); };
  if (!std::ranges::all_of(candidate.edits, apply) || !std::ranges::all_of(given_, is_stored)) return nullptr;
  for (std::size_t slot = 0; slot < candidate.symbols.size(); ++slot) slots_.give_symbol(slot, std::nullopt);
  return &slots_;
}

SlotArguments CallBuilder::arguments() const {
  SlotArguments arguments;
  for (const Value* argument : given_)
    arguments.push_back(argument == nullptr ? std::nullopt : std::optional(*argument));
  return arguments;
}

/// Adds the tensor of the parameter at `slot`: its type first, since its shape may depend on its own dtype.
bool CallBuilder::add_tensor(std::size_t slot, const ParameterChoice& choice) {
  const std::vector<BoundShape>& shapes = bound().parameters()[slot].shapes;
  if (choice.alternative >= shapes.size()) return false;
  TensorType& type = std::get<Tensor>(made_[slot]).type;
  type.dtype = choice.dtype.value();
  type.layout = choice.layout;
  type.format = choice.format;
  type.shape.clear();
  set(slot, &made_[slot]);
  slots_.forget();  // the call has grown
  const auto sizes = Evaluator(slots_).sizes(shapes[choice.alternative].shape);
  if (!sizes) return false;
  type.shape.assign(sizes->items().begin(), sizes->items().end());
  return is_sane(type.shape);
}

bool CallBuilder::apply_edit(const MutationStep& edit) {
  const Value* const argument = given_[edit.place];
  if (edit.kind == MutationStep::Kind::give || edit.kind == MutationStep::Kind::remove) {
    set(edit.place, edit.value ? &*edit.value : nullptr);
    return edit.value || argument != nullptr;
  }
  if (argument == nullptr || !std::holds_alternative<Tensor>(*argument)) return false;
  Value& made = made_[edit.place];
  if (argument != &made) made = *argument;
  set(edit.place, &made);
  return apply(edit, std::get<Tensor>(made).type);
}

void CallBuilder::set(std::size_t slot, const Value* value) {
  given_[slot] = value;
  slots_.set(slot, value);
}

}  // namespace npu_cts
