// SPDX-License-Identifier: Apache-2.0
#include "framework/search/mutation_steps.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <set>

#include "framework/base/find.h"

namespace npu_cts::search {
namespace {

constexpr std::int64_t largest_candidate = std::int64_t{1} << 20;
constexpr std::size_t largest_rank = 10;
/// So many steps change a tensor, mostly.
constexpr std::size_t usual_edits = 32;

void collect(const Expression& expression, std::set<std::int64_t>& integers) {
  if (expression.kind == ExprKind::integer) integers.insert(expression.integer);
  for (const auto& child : expression.children) collect(*child, integers);
}

void add(std::vector<Value>& values, const Value& value) {
  if (!contains(values, value)) values.push_back(value);
}

/// Returns the hinted values of a symbol and, after them, the limits of the rules or the ranks a pack may have.
std::vector<Value> symbol_candidates(const std::vector<Value>& hinted, const std::vector<std::int64_t>& limits) {
  std::vector<Value> values = hinted;
  if (const auto* pack = std::get_if<std::vector<std::int64_t>>(&hinted.front())) {
    for (std::size_t rank = 0; rank <= largest_rank; ++rank) {
      auto resized = *pack;
      while (resized.size() > rank) resized.erase(resized.begin() + (resized.size() > 1 ? 1 : 0));
      while (resized.size() < rank) resized.insert(resized.begin() + (resized.empty() ? 0 : 1), 2);
      add(values, resized);
    }
    return values;
  }
  for (const std::int64_t limit : limits) {
    if (limit >= 0) add(values, limit);
  }
  return values;
}

/// Returns the first number of a pair, or the one that stands for both; 1 where there is neither.
std::int64_t first_entry(const Value& pair) {
  if (const auto* const both = std::get_if<std::int64_t>(&pair)) return *both;
  const auto* const entries = std::get_if<Shape>(&pair);
  return entries == nullptr || entries->empty() ? 1 : entries->front();
}

std::vector<Value> argument_candidates(const Parameter& parameter, const std::vector<Value>& hinted,
                                       const std::vector<std::int64_t>& limits) {
  std::vector<Value> values = hinted;
  switch (parameter.kind) {
    case ParameterKind::integer:
      for (const std::int64_t limit : limits) add(values, limit);
      return values;
    case ParameterKind::integer_pair:
      for (const std::int64_t limit : limits) {
        add(values, limit);
        add(values, std::vector<std::int64_t>{limit, 1});
        add(values, std::vector<std::int64_t>{1, limit});
      }
      add(values, Shape(3, first_entry(hinted.front())));
      return values;
    case ParameterKind::boolean:
      add(values, false);
      add(values, true);
      return values;
    case ParameterKind::integer_list:
      for (const Value& value : hinted) {
        const auto* list = std::get_if<std::vector<std::int64_t>>(&value);
        for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
          auto negative = *list;
          negative[i] = -1;
          add(values, negative);
        }
      }
      return values;
    case ParameterKind::tensor:
    case ParameterKind::word:
    case ParameterKind::dtype:
      return values;
  }
  std::abort();
}

using Kind = MutationStep::Kind;

/// Returns the steps that give a symbol or an argument another value.
std::vector<MutationStep> value_steps(const BoundSpec& bound) {
  const std::vector<std::int64_t> limits = integers_in(bound);
  const Hints& hints = bound.op().hints;
  std::vector<MutationStep> steps;
  for (const auto& [name, hinted] : hints.symbols) {
    for (const Value& value : symbol_candidates(hinted, limits))
      steps.push_back({.kind = Kind::symbol, .place = bound.place_of(name), .value = value});
  }
  for (const std::size_t slot : bound.names().by_key()) {
    const Parameter& parameter = *bound.parameters()[slot].written;
    const auto hinted = hints.arguments.find(parameter.key);
    if (hinted == hints.arguments.end() || !bound.parameters()[slot].applies) continue;
    if (!parameter.defaults.empty() || parameter.optional) steps.push_back({.kind = Kind::omit, .place = slot});
    for (const Value& value : argument_candidates(parameter, hinted->second, limits)) {
      if (!std::holds_alternative<None>(value))
        steps.push_back({.kind = Kind::argument, .place = slot, .value = value});
    }
  }
  return steps;
}

/// Returns the steps that give the parameter at `slot`: its hints, or a small tensor of its first dtype.
std::vector<MutationStep> gifts_of(const BoundSpec& bound, std::size_t slot) {
  const Parameter& parameter = *bound.parameters()[slot].written;
  std::vector<MutationStep> steps;
  const auto give = [&](Value value) {
    steps.push_back({.kind = Kind::give, .place = slot, .value = std::move(value)});
  };
  if (parameter.kind == ParameterKind::tensor) {
    const bool is_listed = !parameter.dtypes.empty() && !parameter.dtypes.front().value.empty();
    const DType dtype = is_listed ? parameter.dtypes.front().value.front() : DType::float32;
    give(Tensor{.type = {.dtype = dtype, .shape = {1}}});
  } else if (parameter.kind == ParameterKind::dtype) {
    for (const DTypeInfo& info : dtype_table) give(info.dtype);
  }
  const auto hinted = bound.op().hints.arguments.find(parameter.key);
  if (hinted == bound.op().hints.arguments.end()) return steps;
  for (const Value& value : hinted->second) {
    if (!std::holds_alternative<None>(value)) give(value);
  }
  return steps;
}

void add_storage(std::size_t slot, std::vector<MutationStep>& steps) {
  for (const Layout layout : {Layout::strided, Layout::transposed})
    steps.push_back({.kind = Kind::layout, .place = slot, .layout = layout});
  for (const Format format : every<Format>) steps.push_back({.kind = Kind::format, .place = slot, .format = format});
}

void add_edits(std::size_t slot, const TensorType& type, std::vector<MutationStep>& steps) {
  const Shape& shape = type.shape;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    for (const std::int64_t size :
         {shape[axis] + 1, shape[axis] - 1, shape[axis] * 2, std::int64_t{1}, std::int64_t{0}}) {
      if (size != shape[axis] && size >= 0)
        steps.push_back({.kind = Kind::set_size, .place = slot, .position = axis, .size = size});
    }
  }
  for (const std::int64_t size : {1, 2}) {
    for (const std::size_t axis : {std::size_t{0}, shape.size()})
      steps.push_back({.kind = Kind::insert_axis, .place = slot, .position = axis, .size = size});
  }
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    steps.push_back({.kind = Kind::drop_axis, .place = slot, .position = axis});
  for (const DTypeInfo& info : dtype_table) {
    if (info.dtype != type.dtype) steps.push_back({.kind = Kind::set_dtype, .place = slot, .dtype = info.dtype});
  }
}

const Tensor* tensor_in(const std::optional<Value>& argument) {
  return argument ? std::get_if<Tensor>(&*argument) : nullptr;
}

/// Changes, adds, drops or exchanges an axis of `shape`. Returns whether it is there.
bool change_axes(const MutationStep& edit, Shape& shape) {
  const auto place = shape.begin() + static_cast<std::ptrdiff_t>(std::min(edit.position, shape.size()));
  if (edit.kind == Kind::insert_axis) {
    shape.insert(place, edit.size);
    return true;
  }
  if (place == shape.end() || (edit.kind == Kind::swap_axes && place + 1 == shape.end())) return false;
  if (edit.kind == Kind::set_size) *place = edit.size;
  if (edit.kind == Kind::drop_axis) shape.erase(place);
  if (edit.kind == Kind::swap_axes) std::iter_swap(place, place + 1);
  return true;
}

}  // namespace

bool are_of_one_choice(const MutationStep& a, const MutationStep& b) {
  return a.place == b.place && a.kind == b.kind && !a.is_edit();
}

bool undoes(const MutationStep& step, const MutationStep& choice) {
  if (step.place != choice.place) return false;
  switch (step.kind) {
    case Kind::argument:
    case Kind::omit:
    case Kind::remove:
    case Kind::give:
      return true;
    case Kind::set_layout:
      return choice.kind == Kind::layout;
    case Kind::set_format:
      return choice.kind == Kind::format;
    case Kind::set_size:
    case Kind::insert_axis:
    case Kind::drop_axis:
    case Kind::swap_axes:
    case Kind::set_shape:
      return choice.kind == Kind::alternative;
    case Kind::alternative:
    case Kind::symbol:
    case Kind::layout:
    case Kind::format:
    case Kind::storage_offset:
    case Kind::set_dtype:
      return step.kind == choice.kind;
  }
  std::abort();
}

Parts parts_of(const MutationStep& step) {
  const std::uint64_t bit = Parts::bit(step.place);
  switch (step.kind) {
    case Kind::symbol:
    case Kind::set_dtype:
      return {.values = bit};
    case Kind::alternative:
    case Kind::set_size:
    case Kind::insert_axis:
    case Kind::drop_axis:
    case Kind::swap_axes:
    case Kind::set_shape:
      return {.shapes = bit};
    case Kind::layout:
    case Kind::format:
    case Kind::storage_offset:
    case Kind::set_layout:
    case Kind::set_format:
      return {.storage = bit};
    case Kind::argument:
    case Kind::omit:
    case Kind::remove:
    case Kind::give:
      return {.values = bit, .shapes = bit, .storage = bit};
  }
  std::abort();
}

std::int64_t size_in(const MutationStep& step) {
  const auto* const size = step.value ? std::get_if<std::int64_t>(&*step.value) : nullptr;
  return step.kind == Kind::symbol && size != nullptr ? *size : 0;
}

void add_packed_steps(std::vector<MutationStep>& steps) {
  for (std::size_t i = 0, end = steps.size(); i < end; ++i) {
    const std::int64_t size = size_in(steps[i]);
    if (size < 1 || size > std::numeric_limits<std::int64_t>::max() / most_packed) continue;
    steps.push_back(steps[i]);
    steps.back().value = size * most_packed;
  }
}

bool is_sane(const Shape& shape) {
  std::int64_t count = 1;
  for (const std::int64_t size : shape) {
    if (size < 0 || size > max_elements) return false;
    count *= std::max<std::int64_t>(size, 1);
    if (count > max_elements) return false;
  }
  return true;
}

bool apply(const MutationStep& edit, TensorType& type) {
  switch (edit.kind) {
    case Kind::set_size:
    case Kind::insert_axis:
    case Kind::drop_axis:
    case Kind::swap_axes:
      return change_axes(edit, type.shape) && is_sane(type.shape);
    case Kind::set_shape:
      type.shape = std::get<Shape>(*edit.value);
      return is_sane(type.shape);
    case Kind::set_layout:
      type.layout = edit.layout;
      return true;
    case Kind::set_format:
      type.format = edit.format;
      if (type.format == Format::blocked) type.storage_offset = 0;
      return true;
    case Kind::set_dtype:
      type.dtype = edit.dtype;
      return true;
    case Kind::alternative:
    case Kind::symbol:
    case Kind::argument:
    case Kind::omit:
    case Kind::layout:
    case Kind::format:
    case Kind::storage_offset:
    case Kind::remove:
    case Kind::give:
      return false;
  }
  std::abort();
}

bool apply(const MutationStep& edit, std::optional<Value>& argument) {
  const bool is_given = argument.has_value();
  if (edit.kind == Kind::give || edit.kind == Kind::remove) {
    argument = edit.value;
    return is_given || edit.kind == Kind::give;
  }
  auto* const tensor = is_given ? std::get_if<Tensor>(&*argument) : nullptr;
  return tensor != nullptr && apply(edit, tensor->type);
}

MutationSteps::MutationSteps(const BoundSpec& bound)
    : bound_(bound),
      values_(value_steps(bound)),
      every_name_(bound.names().parameter_count() + bound.names().symbol_count(), true) {
  for (std::size_t slot = 0; slot < bound.parameters().size(); ++slot) gifts_.push_back(gifts_of(bound, slot));
}

std::vector<MutationStep> MutationSteps::from(const SlotArguments& arguments) const {
  return from(arguments, every_name_);
}

std::vector<MutationStep> MutationSteps::from(const SlotArguments& arguments, const SlotSet& names) const {
  std::vector<MutationStep> steps;
  steps.reserve(values_.size() + usual_edits * bound_.parameters().size());
  const auto for_each_slot = [&](const auto& add) {
    for (const std::size_t slot : bound_.names().by_key()) {
      if (names[slot]) add(slot, tensor_in(arguments[slot]));
    }
  };
  for_each_slot([&](std::size_t slot, const Tensor* tensor) {
    for (std::size_t i = 0; tensor != nullptr && i < bound_.parameters()[slot].shapes.size(); ++i)
      steps.push_back({.kind = Kind::alternative, .place = slot, .position = i});
  });
  std::ranges::copy_if(values_, std::back_inserter(steps), [&](const MutationStep& step) { return names[step.place]; });
  for_each_slot([&](std::size_t slot, const Tensor* tensor) {
    if (tensor != nullptr) add_storage(slot, steps);
  });
  for_each_slot([&](std::size_t slot, const Tensor* tensor) {
    if (tensor != nullptr) add_edits(slot, tensor->type, steps);
    if (arguments[slot]) {
      steps.push_back({.kind = Kind::remove, .place = slot});
    } else {
      std::ranges::copy(gifts_[slot], std::back_inserter(steps));
    }
  });
  return steps;
}

std::vector<std::int64_t> integers_in(const BoundSpec& bound) {
  std::set<std::int64_t> found;
  for (const Rule& rule : bound.rules()) {
    if (rule.derived || rule.on_data) continue;
    if (rule.require) collect(*rule.require, found);
    if (rule.when) collect(*rule.when, found);
  }
  std::set<std::int64_t> near{0, 1, 2, 3};
  for (const std::int64_t integer : found) {
    if (integer > largest_candidate) continue;
    near.insert({integer - 1, integer, integer + 1});
  }
  return {near.begin(), near.end()};
}

}  // namespace npu_cts::search
