// SPDX-License-Identifier: Apache-2.0
#include "framework/search/candidate_call.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "framework/model/storage.h"
#include "framework/rule/evaluate.h"
#include "framework/rule/evaluator.h"
#include "framework/rule/judge_call.h"

namespace npu_cts::search {
namespace {

/// A layout that its shape cannot have is no layout: a transposed view wants two axes, a strided one two elements.
bool has_layout(const TensorType& type) {
  if (type.layout == Layout::transposed) return type.shape.size() >= 2;
  return type.layout != Layout::strided || numel(type.shape) > 1;
}

bool has_layout(const Value* argument) {
  const auto* const tensor = argument == nullptr ? nullptr : std::get_if<Tensor>(argument);
  return tensor == nullptr || tensor->type.layout == Layout::contiguous || has_layout(tensor->type);
}

/// Returns whether a candidate chooses the symbol at `slot`; the others follow from what they are made of.
bool is_chosen(const BoundSpec& bound, std::size_t slot) {
  return slot >= bound.symbols().size() || bound.op().hints.symbols.contains(bound.op().symbols[slot].name);
}

/// Adds what `node` reads while a call is built: parameters and symbols.
void add_reads(const BoundSpec& bound, const BoundNode& node, SlotSet& reads) {
  for (const BoundNode& child : node.children) add_reads(bound, child, reads);
  if (node.slot == no_slot) return;
  if (node.kind == ExprKind::parameter) reads[node.slot] = true;
  if (node.kind != ExprKind::symbol) return;
  const std::size_t place = bound.parameters().size() + node.slot;
  if (reads[place]) return;
  reads[place] = true;
  if (!is_chosen(bound, node.slot)) add_reads(bound, bound.symbols()[node.slot], reads);
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
  // No view: Clang 14 cannot compile those of GCC 12's library.
  const auto named = [&](auto from, auto end) {
    return std::find_if(from, end, [&](const MutationStep& edit) { return bool{names[edit.place]}; });
  };
  auto left = named(a.edits.begin(), a.edits.end());
  auto right = named(b.edits.begin(), b.edits.end());
  while (left != a.edits.end() && right != b.edits.end() && *left == *right) {
    left = named(left + 1, a.edits.end());
    right = named(right + 1, b.edits.end());
  }
  return left == a.edits.end() && right == b.edits.end();
}

std::int64_t elements_of(const SlotCall& call) {
  const BoundSpec& bound = call.bound();
  std::int64_t elements = 0;
  const auto add = [&](const Shape& shape) { elements += is_sane(shape) ? numel(shape) : max_elements; };
  for (std::size_t slot = 0; slot < bound.parameters().size(); ++slot) {
    if (const Tensor* tensor = call.argument(slot).tensor) add(tensor->type.shape);
  }
  for (const Shape& shape : shapes_of_results(call)) add(shape);
  return elements;
}

std::vector<Shape> shapes_of_results(const SlotCall& call) {
  std::vector<Shape> shapes;
  for (const BoundOutput& output : call.bound().outputs()) {
    if (auto shape = output.shape ? shape_of(*output.shape, call) : std::nullopt) shapes.push_back(*std::move(shape));
  }
  return shapes;
}

bool depends_on_unseen_layout(const SlotCall& call) {
  std::vector<std::pair<std::size_t, Value>> unseen;
  for (std::size_t slot = 0; slot < call.bound().parameters().size(); ++slot) {
    const Tensor* const tensor = call.argument(slot).tensor;
    if (tensor == nullptr || tensor->type.layout == Layout::contiguous || !lies_as_contiguous(tensor->type)) continue;
    unseen.emplace_back(slot, Tensor{.type = tensor->type});
    std::get<Tensor>(unseen.back().second).type.layout = Layout::contiguous;
  }
  if (unseen.empty()) return false;
  SlotCall seen = call;
  for (const auto& [slot, contiguous] : unseen) seen.set(slot, &contiguous);
  seen.forget();
  return judge_rules(seen).verdict != judge_rules(call).verdict;
}

CallBuilder::CallBuilder(const BoundSpec& bound)
    : symbols_given_(bound),
      call_(bound),
      given_(bound.parameters().size()),
      unedited_(bound.parameters().size()),
      edited_(bound.parameters().size()),
      made_(bound.parameters().size()),
      made_of_(bound.parameters().size()),
      affected_(bound.parameters().size() + bound.names().symbol_count()),
      later_(bound.parameters().size()),
      stale_(bound.parameters().size(), 1),
      every_slot_(bound.parameters().size()) {
  std::iota(every_slot_.begin(), every_slot_.end(), std::size_t{0});
  for (std::size_t slot = 0; slot < made_.size(); ++slot) {
    if (bound.parameters()[slot].written->kind == ParameterKind::tensor) made_[slot] = Tensor{};
  }
  find_affected();
}

void CallBuilder::find_affected() {
  const auto parameters = bound().parameters();
  for (std::size_t slot = 0; slot < parameters.size(); ++slot) {
    for (const BoundShape& shape : parameters[slot].shapes)
      add_reads(bound(), shape.shape, made_of_[slot].emplace_back(affected_.size()));
  }
  for (std::size_t slot = 0; slot < parameters.size(); ++slot) {
    SlotSet reads(affected_.size());
    add_whole_reads(slot, reads);
    for (std::size_t place = 0; place < reads.size(); ++place) {
      if (!reads[place]) continue;
      affected_[place].push_back(slot);
      if (place > slot && place < parameters.size()) later_[slot].push_back(place);
    }
  }
}

/// Adds the parameter at `slot` and what its shapes are built from, the shapes of other tensors among it.
void CallBuilder::add_whole_reads(std::size_t slot, SlotSet& reads) const {
  if (reads[slot]) return;
  reads[slot] = true;
  for (const SlotSet& made_of : made_of_[slot]) {
    for (std::size_t place = 0; place < made_of.size(); ++place) {
      if (!made_of[place]) continue;
      if (place < made_of_.size()) {
        add_whole_reads(place, reads);
      } else {
        reads[place] = true;
      }
    }
  }
}

bool CallBuilder::is_made_of(std::size_t slot, std::size_t alternative, std::size_t place) const {
  if (alternative >= made_of_[slot].size()) return false;
  const SlotSet& reads = made_of_[slot][alternative];
  if (reads[place]) return true;
  for (std::size_t other = 0; other < slot; ++other) {  // built before it
    const ParameterChoice& choice = candidate_.parameters[other];
    if (reads[other] && choice.dtype && is_made_of(other, choice.alternative, place)) return true;
  }
  return false;
}

bool CallBuilder::is_in_use(std::size_t place) const {
  const std::vector<ParameterChoice>& choices = candidate_.parameters;
  if (place < choices.size())
    return choices[place].dtype || bound().parameters()[place].written->kind != ParameterKind::tensor;
  for (std::size_t slot = 0; slot < choices.size(); ++slot) {
    if (choices[slot].dtype && is_made_of(slot, choices[slot].alternative, place)) return true;
  }
  return false;
}

bool CallBuilder::is_in_use(const MutationStep& step) const {
  if (step.kind != MutationStep::Kind::argument) return is_in_use(step.place);
  const ParameterChoice& choice = candidate_.parameters[step.place];
  const bool is_none = choice.argument && std::holds_alternative<None>(*choice.argument);
  return is_none ? !choice.dtype : is_in_use(step.place);
}

/// Makes the candidate, which was chosen anew, the one to build.
void CallBuilder::set_out() {
  changes_.clear();
  edited_slots_.clear();
  std::fill(stale_.begin(), stale_.end(), std::uint8_t{1});
  for (std::size_t slot = 0; slot < given_.size(); ++slot) set(slot, nullptr);
  for (std::size_t slot = 0; slot < candidate_.symbols.size(); ++slot)
    symbols_given_.give_symbol(slot, candidate_.symbols[slot]);
}

void CallBuilder::set_stale(std::size_t place) {
  for (const std::size_t slot : affected_[place]) stale_[slot] = 1;
}

void CallBuilder::take(MutationStep& step) {
  Parts all = changes();
  all |= parts_of(step);
  changes_.push_back(all);
  if (step.is_edit()) {
    candidate_.edits.push_back(step);
  } else {
    exchange(step);
  }
}

void CallBuilder::take_back(MutationStep& step) {
  changes_.pop_back();
  if (step.is_edit()) {
    candidate_.edits.pop_back();
  } else {
    exchange(step);
  }
}

/// Gives the candidate what the step chooses, and the step what the candidate had: twice is not at all.
void CallBuilder::exchange(MutationStep& step) {
  set_stale(step.place);
  if (step.kind == MutationStep::Kind::symbol) {
    const std::size_t slot = step.place - made_.size();
    candidate_.symbols[slot].swap(step.value);
    return symbols_given_.give_symbol(slot, candidate_.symbols[slot]);
  }
  ParameterChoice& choice = candidate_.parameters[step.place];
  switch (step.kind) {
    case MutationStep::Kind::alternative:
      return std::swap(choice.alternative, step.position);
    case MutationStep::Kind::argument:
    case MutationStep::Kind::omit:
      choice.argument.swap(step.value);
      return set(step.place, choice.argument ? &*choice.argument : nullptr);
    case MutationStep::Kind::layout:
      return std::swap(choice.layout, step.layout);
    case MutationStep::Kind::format:
      return std::swap(choice.format, step.format);
    case MutationStep::Kind::storage_offset:
      return std::swap(choice.storage_offset, step.size);
    case MutationStep::Kind::symbol:
    case MutationStep::Kind::set_size:
    case MutationStep::Kind::insert_axis:
    case MutationStep::Kind::drop_axis:
    case MutationStep::Kind::swap_axes:
    case MutationStep::Kind::set_shape:
    case MutationStep::Kind::set_layout:
    case MutationStep::Kind::set_format:
    case MutationStep::Kind::set_dtype:
    case MutationStep::Kind::remove:
    case MutationStep::Kind::give:
      break;
  }
  std::abort();
}

const SlotCall* CallBuilder::build(std::span<const std::size_t> slots) {
  for (const std::size_t slot : edited_slots_) {
    given_[slot] = stale_[slot] != 0 ? nullptr : unedited_[slot];  // a stale one is built again where it is asked for
    call_.set(slot, given_[slot]);
  }
  edited_slots_.clear();
  for (const std::size_t slot : slots) {
    if (stale_[slot] == 0) continue;
    if (!rebuild(slot)) return fail_at(slot);
    stale_[slot] = 0;
  }
  for (const MutationStep& edit : candidate_.edits) {
    if (std::ranges::binary_search(slots, edit.place) && !apply_edit(edit)) return fail_at(edit.place);
  }
  for (const std::size_t slot : slots) {
    if (!has_layout(given_[slot])) return fail_at(slot);
  }
  failed_at_ = no_slot;
  call_.forget();
  return &call_;
}

const SlotCall* CallBuilder::fail_at(std::size_t slot) {
  failed_at_ = slot;
  return nullptr;
}

std::optional<SlotSet> CallBuilder::unblocking_places() const {
  if (failed_at_ == no_slot) return std::nullopt;
  SlotSet places(affected_.size());
  for (std::size_t place = 0; place < places.size(); ++place)
    places[place] = place == failed_at_ || is_made_of(failed_at_, candidate_.parameters[failed_at_].alternative, place);
  return places;
}

SlotArguments CallBuilder::arguments() const {
  SlotArguments arguments(given_.size());
  for (std::size_t slot = 0; slot < given_.size(); ++slot) {
    if (given_[slot] != nullptr) arguments[slot] = *given_[slot];
  }
  return arguments;
}

/// Builds the argument at `slot` from the candidate and what stands before it. Returns whether it could.
bool CallBuilder::rebuild(std::size_t slot) {
  const ParameterChoice& choice = candidate_.parameters[slot];
  const bool is_tensor = bound().parameters()[slot].written->kind == ParameterKind::tensor;
  given_[slot] = choice.argument ? &*choice.argument : nullptr;
  if (choice.dtype) given_[slot] = &made_[slot];
  unedited_[slot] = given_[slot];
  if (choice.dtype && is_tensor) return build_tensor(slot);
  if (choice.dtype) made_[slot] = *choice.dtype;
  set(slot, given_[slot]);
  return true;
}

void CallBuilder::set(std::size_t slot, const Value* value) {
  symbols_given_.set(slot, value);
  call_.set(slot, value);
}

/// Builds the tensor at `slot`: its type first, since its shape may depend on its own dtype, and what is built only
/// after it is not there yet.
bool CallBuilder::build_tensor(std::size_t slot) {
  const ParameterChoice& choice = candidate_.parameters[slot];
  const std::vector<BoundShape>& shapes = bound().parameters()[slot].shapes;
  if (choice.alternative >= shapes.size()) return false;
  if (choice.format == Format::blocked && choice.storage_offset != 0) return false;
  TensorType& type = std::get<Tensor>(made_[slot]).type;
  type = {.dtype = *choice.dtype,
          .shape = std::move(type.shape),
          .layout = choice.layout,
          .format = choice.format,
          .storage_offset = choice.storage_offset};
  type.shape.clear();
  for (SlotCall* const call : {&symbols_given_, &call_}) {
    if (call->argument(slot).value != &made_[slot]) call->set(slot, &made_[slot]);
  }
  for (const std::size_t later : later_[slot]) {
    const std::optional<Value>& argument = candidate_.parameters[later].argument;
    symbols_given_.set(later, argument ? &*argument : nullptr);
    stale_[later] = 1;
  }
  symbols_given_.forget();
  Evaluator evaluator(symbols_given_);
  const auto sizes = evaluator.sizes(shapes[choice.alternative].shape);
  if (!sizes) return false;
  type.shape.assign((*sizes).begin(), (*sizes).end());
  return is_sane(type.shape);
}

bool CallBuilder::apply_edit(const MutationStep& edit) {
  const Value*& argument = given_[edit.place];
  edited_slots_.push_back(edit.place);
  const bool is_given = argument != nullptr;
  bool could = is_given;
  if (edit.kind == MutationStep::Kind::give || edit.kind == MutationStep::Kind::remove) {
    argument = edit.value ? &*edit.value : nullptr;
    could = is_given || edit.value;
  } else if (is_given && std::holds_alternative<Tensor>(*argument)) {
    Value& edited = edited_[edit.place];
    if (argument != &edited) edited = *argument;
    argument = &edited;
    could = apply(edit, std::get<Tensor>(edited).type);
  } else {
    could = false;
  }
  call_.set(edit.place, argument);
  return could;
}

}  // namespace npu_cts::search
