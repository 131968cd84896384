// SPDX-License-Identifier: Apache-2.0
// The steps that conditions want and the limits of rules do not.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/search/conditions/sweep.h"

namespace npu_cts::search {
namespace {

using Kind = MutationStep::Kind;

void add_whole_shape(std::size_t slot, Shape shape, std::vector<MutationStep>& steps) {
  steps.push_back({.kind = Kind::set_shape, .place = slot, .value = std::move(shape)});
}

/// Adds the shapes in which neighbours of `shape` are one axis, and all axes behind its first; and those with two axes
/// more or fewer, and three more: two more than one of its other shapes may have.
void add_other_ranks(std::size_t slot, const Shape& shape, std::vector<MutationStep>& steps) {
  for (std::size_t axis = 0; axis + 1 < shape.size(); ++axis) {
    Shape merged = shape;
    merged[axis] *= merged[axis + 1];
    merged.erase(merged.begin() + static_cast<std::ptrdiff_t>(axis) + 1);
    add_whole_shape(slot, std::move(merged), steps);
  }
  if (shape.size() > 3) add_whole_shape(slot, {shape[0], numel(Shape(shape.begin() + 1, shape.end()))}, steps);
  for (const std::size_t added : {std::size_t{2}, std::size_t{3}}) {
    Shape more = shape;
    more.insert(more.begin(), added, 1);
    add_whole_shape(slot, std::move(more), steps);
  }
  if (shape.size() > 1) add_whole_shape(slot, Shape(shape.begin() + 2, shape.end()), steps);
}

/// Adds a batch axis that is empty, sizes as though the words of the tensor were not packed, halves, and sizes whose
/// low bits are those of the usual.
void add_far_tensor_steps(std::size_t slot, const Shape& shape, std::vector<MutationStep>& steps) {
  steps.push_back({.kind = Kind::insert_axis, .place = slot, .position = 0, .size = 0});
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    const std::int64_t size = shape[axis];
    for (const std::int64_t other : {size * most_packed, size / 2, size + (std::int64_t{1} << wrapping_bits[0])})
      steps.push_back({.kind = Kind::set_size, .place = slot, .position = axis, .size = other});
  }
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    Shape wide = shape;
    wide[axis] += std::int64_t{1} << wrapping_bits[1];
    if (numel(wide) <= most_elements_that_wrap)
      steps.push_back({.kind = Kind::set_size, .place = slot, .position = axis, .size = wide[axis]});
  }
  add_other_ranks(slot, shape, steps);
}

/// Adds the shapes in which a tensor of `count` elements may be spread over `result`: the whole of it, a row for each
/// batch, or the elements along one of its axes.
void add_spread_steps(std::size_t slot, std::int64_t count, const Shape& result, std::vector<MutationStep>& steps) {
  add_whole_shape(slot, result, steps);
  if (result.size() > 1) {
    Shape rows = result;
    rows[rows.size() - 2] = 1;
    add_whole_shape(slot, std::move(rows), steps);
  }
  for (std::size_t axis = 0; axis < result.size(); ++axis) {
    Shape along(result.size(), 1);
    along[axis] = count;
    if (result[axis] == count) add_whole_shape(slot, std::move(along), steps);
  }
}

/// Adds steps that give the tensor at `slot` the shape of each tensor of `arguments`.
void add_gifts(const BoundSpec& bound, std::size_t slot, const SlotArguments& arguments,
               std::vector<MutationStep>& steps) {
  const Parameter& parameter = *bound.parameters()[slot].written;
  if (parameter.kind != ParameterKind::tensor || arguments[slot]) return;
  const auto* const dtypes = bound.current(parameter.dtypes);
  if (dtypes == nullptr || dtypes->value.empty()) return;
  for (const std::optional<Value>& argument : arguments) {
    const auto* const other = argument ? std::get_if<Tensor>(&*argument) : nullptr;
    if (other == nullptr) continue;
    Tensor gift{.type = {.dtype = dtypes->value.front(), .shape = other->type.shape}};
    steps.push_back({.kind = Kind::give, .place = slot, .value = std::move(gift)});
  }
}

/// Adds a step for each entry of `list`, the value of `step`, and each of `changes` of it.
void add_entry_steps(const MutationStep& step, const Shape& list, const std::vector<Change>& changes,
                     std::vector<MutationStep>& steps) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (const Change& change : changes) {
      Shape changed = list;
      changed[i] = change(list[i]);
      steps.push_back(step);
      steps.back().value = std::move(changed);
    }
  }
}

/// Adds a step for each of `changes` of `number`, the value of `step`.
void add_changed_steps(const MutationStep& step, std::int64_t number, const std::vector<Change>& changes,
                       std::vector<MutationStep>& steps) {
  for (const Change& change : changes) {
    steps.push_back(step);
    steps.back().value = change(number);
  }
}

/// Calls `use` for each symbol whose value `candidate` chooses: with a step that chooses another, and with the size or
/// the pack of sizes that it is; the other is null.
template <class Use>
void for_each_chosen_size(const BoundSpec& bound, const CandidateCall& candidate, const Use& use) {
  for (const auto& [name, hinted] : bound.op().hints.symbols) {
    const auto& chosen = candidate.symbols[bound.names().symbol(name)];
    if (!chosen) continue;
    use(MutationStep{.kind = Kind::symbol, .place = bound.place_of(name)}, std::get_if<std::int64_t>(&*chosen),
        std::get_if<Shape>(&*chosen));
  }
}

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
  if (shape.size() + 1 >= many_axes) return;
  Shape with_ones = shape;
  with_ones.insert(with_ones.begin(), many_axes - shape.size(), 1);
  add_whole_shape(slot, std::move(with_ones), steps);
}

/// Adds a step for each place of an integer that may count from the end: down to one before the first axis of the
/// largest tensor, and to one behind its last.
void add_integer_steps(std::size_t slot, std::int64_t rank, std::vector<MutationStep>& steps) {
  for (std::int64_t number = -rank - 2; number <= rank + 1; ++number)
    steps.push_back({.kind = Kind::argument, .place = slot, .value = number});
}

/// Adds steps to what `changes` make of `value`: of a pair or a list, of each entry alone.
void add_number_steps(std::size_t slot, bool is_pair, const Value& value, const std::vector<Change>& changes,
                      std::vector<MutationStep>& steps) {
  const auto* const number = std::get_if<std::int64_t>(&value);
  const auto* const list = std::get_if<Shape>(&value);
  const MutationStep step{.kind = Kind::argument, .place = slot};
  if (list != nullptr) add_entry_steps(step, *list, changes, steps);
  if (number != nullptr && is_pair) add_entry_steps(step, Shape(2, *number), changes, steps);
  if (number != nullptr && !is_pair) add_changed_steps(step, *number, changes, steps);
}

/// Returns the sum of two numbers; where there is none, that of their bits.
std::int64_t add_bits(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

/// Returns the changes that are mistakes.
const std::vector<Change>& mistaken() {
  static const std::vector<Change> made = [] {
    std::vector<Change> changes;
    for (const Mistake& one : mistakes()) changes.push_back(one.change);
    return changes;
  }();
  return made;
}

/// Returns the changes to the least and the largest number.
const std::vector<Change>& ends() {
  using Limits = std::numeric_limits<std::int64_t>;
  static const std::vector<Change> made{[](std::int64_t) { return Limits::min(); },
                                        [](std::int64_t) { return Limits::max(); }};
  return made;
}

/// Adds steps to no entry, to one, and to one less and twice as many as `list` has; a number stands for a pair of it.
/// They are edits: shapes that are built of its entries stay.
void add_length_steps(std::size_t slot, const Value& list, std::vector<MutationStep>& steps) {
  const auto* const both = std::get_if<std::int64_t>(&list);
  const auto* const entries = std::get_if<Shape>(&list);
  const Shape usual = both != nullptr ? Shape(2, *both) : entries != nullptr ? *entries : Shape{};
  Shape fewer = usual;
  if (!fewer.empty()) fewer.pop_back();
  Shape one = usual;
  one.resize(std::min<std::size_t>(one.size(), 1));
  Shape twice = usual;
  twice.insert(twice.end(), usual.begin(), usual.end());
  for (const Shape& other : {Shape{}, one, fewer, twice})
    steps.push_back({.kind = Kind::give, .place = slot, .value = other});
}

void add_word_steps(const BoundSpec& bound, std::size_t slot, std::vector<MutationStep>& steps) {
  for (const std::string& word : wrong_words(bound, slot))
    steps.push_back({.kind = Kind::argument, .place = slot, .value = word});
}

}  // namespace

const std::vector<Mistake>& mistakes() {
  static const std::vector<Mistake> made = [] {
    std::vector<Mistake> all;
    for (const int bits : wrapping_bits) {
      const std::int64_t turn = std::int64_t{1} << bits;
      all.push_back({fmt::format("wraps-{}", bits), [=](std::int64_t number) { return add_bits(number, turn); }});
      all.push_back({fmt::format("wraps-down-{}", bits), [=](std::int64_t number) { return add_bits(number, -turn); }});
    }
    all.push_back({"opposite", [](std::int64_t number) { return add_bits(~number, 1); }});
    return all;
  }();
  return made;
}

std::vector<std::string> wrong_words(const BoundSpec& bound, std::size_t slot) {
  const Parameter& parameter = *bound.parameters()[slot].written;
  const auto hinted = bound.op().hints.arguments.find(parameter.key);
  std::vector<std::string> words;
  if (hinted == bound.op().hints.arguments.end()) return words;
  for (const Value& value : hinted->second) {
    if (const auto* const word = std::get_if<std::string>(&value)) words.push_back(*word);
  }
  if (words.empty()) return words;
  const std::string right = words.front();
  words.front() = right.substr(0, right.size() - 1);
  words.insert(words.end(), {right + "_", " " + right, right + " "});
  std::string capital = right;
  capital.front() = static_cast<char>(capital.front() ^ 0x20);
  words.push_back(capital);
  words.emplace_back();
  if (!contains(words, "none")) words.emplace_back("none");
  return words;
}

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
    add_gifts(bound, slot, arguments, steps);
    if (parameter.reserved || !bound.op().hints.arguments.contains(parameter.key)) continue;
    if (parameter.kind == ParameterKind::integer) add_integer_steps(slot, rank, steps);
    const bool is_pair = parameter.kind == ParameterKind::integer_pair;
    const std::vector<Value>& hinted = bound.op().hints.arguments.at(parameter.key);
    const Value usual = arguments[slot].value_or(hinted.front());
    const bool has_entries = is_pair || parameter.kind == ParameterKind::integer_list;
    if (has_entries) add_length_steps(slot, usual, steps);
    if (has_entries || parameter.kind == ParameterKind::integer) {
      add_number_steps(slot, is_pair, usual, mistaken(), steps);
      add_number_steps(slot, is_pair, usual, ends(), steps);
    }
    for (const Value& value : hinted) {
      if (parameter.kind == ParameterKind::integer && value != usual)
        add_number_steps(slot, false, value, mistaken(), steps);
    }
    if (parameter.kind == ParameterKind::word) add_word_steps(bound, slot, steps);
  }
  return steps;
}

std::vector<MutationStep> far_shape_steps(const SlotCall& call, const SlotSet& names) {
  std::vector<MutationStep> steps;
  for (const std::size_t slot : call.bound().names().by_key()) {
    const Tensor* const tensor = names[slot] ? call.argument(slot).tensor : nullptr;
    if (tensor != nullptr) add_far_tensor_steps(slot, tensor->type.shape, steps);
  }
  return steps;
}

std::vector<MutationStep> spread_steps(const SlotCall& call, const SlotSet& names) {
  std::vector<MutationStep> steps;
  for (const Shape& result : shapes_of_results(call)) {
    for (const std::size_t slot : call.bound().names().by_key()) {
      const Tensor* const tensor = names[slot] ? call.argument(slot).tensor : nullptr;
      if (tensor != nullptr) add_spread_steps(slot, numel(tensor->type.shape), result, steps);
    }
  }
  return steps;
}

std::vector<MutationStep> ConditionSweep::steps_from(const FoundCall& start, const SlotSet& names) const {
  std::vector<MutationStep> steps = search_.steps().from(start.arguments, names);
  std::ranges::copy_if(condition_steps(bound_, start.arguments), std::back_inserter(steps),
                       [&](const MutationStep& step) { return bool{names[step.place]}; });
  std::erase_if(steps, [](const MutationStep& step) { return step.kind == Kind::set_dtype; });  // other families' part
  return steps;
}

std::vector<MutationStep> far_steps(const BoundSpec& bound, const FoundCall& start) {
  std::vector<MutationStep> steps;
  for (const std::size_t slot : bound.names().by_key()) {
    if (!start.arguments[slot]) continue;
    if (const auto* const tensor = std::get_if<Tensor>(&*start.arguments[slot]))
      add_far_tensor_steps(slot, tensor->type.shape, steps);
    if (const auto* const list = std::get_if<Shape>(&*start.arguments[slot]))
      add_entry_steps({.kind = Kind::argument, .place = slot}, *list, {[](std::int64_t) { return 1; }}, steps);
  }
  const std::vector<Change> of_size{[](std::int64_t size) { return size + (std::int64_t{1} << wrapping_bits[1]); }};
  const std::vector<Change> of_entry{[](std::int64_t) { return 0; },
                                     [](std::int64_t size) { return add_bits(size, 1); }};
  for_each_chosen_size(bound, start.candidate,
                       [&](const MutationStep& step, const std::int64_t* size, const Shape* pack) {
                         if (size != nullptr) add_changed_steps(step, *size, of_size, steps);
                         if (pack != nullptr) add_entry_steps(step, *pack, of_entry, steps);
                       });
  return steps;
}

std::vector<MutationStep> beside_steps(const BoundSpec& bound, const CandidateCall& candidate) {
  std::vector<MutationStep> steps;
  for_each_chosen_size(bound, candidate, [&](const MutationStep& step, const std::int64_t* size, const Shape* pack) {
    for (const std::int64_t more : {1, -1}) {
      const std::int64_t least = size != nullptr ? 1 : 0;
      const Change change = [=](std::int64_t old) { return std::max(least, old + more); };
      if (size != nullptr) add_changed_steps(step, *size, {change}, steps);
      if (pack != nullptr) add_entry_steps(step, *pack, {change}, steps);
    }
  });
  return steps;
}

/// Returns those of all steps from `start` that are on a name of `names`.
std::vector<MutationStep> ConditionSweep::far_steps_from(const FoundCall& start, const SlotSet& names) const {
  std::vector<MutationStep> steps = steps_from(start, names);
  std::ranges::copy_if(far_steps(bound_, start), std::back_inserter(steps),
                       [&](const MutationStep& step) { return bool{names[step.place]}; });
  return steps;
}

}  // namespace npu_cts::search
