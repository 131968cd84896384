// SPDX-License-Identifier: Apache-2.0
// The steps that conditions want and the limits of rules do not.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "framework/search/condition_sweep.h"

namespace npu_cts::search {
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

/// Adds steps to numbers whose low bits are `value`: of a pair, for each entry alone.
void add_wrap_steps(std::size_t slot, bool is_pair, const Value& value, std::vector<MutationStep>& steps) {
  const auto* const number = std::get_if<std::int64_t>(&value);
  const auto* const list = std::get_if<Shape>(&value);
  if (number == nullptr && list == nullptr) return;
  const Shape entries = list != nullptr ? *list : Shape(is_pair ? 2 : 1, *number);
  for (const int bits : wrapping_bits) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
      Shape wrapped = entries;
      wrapped[i] += std::int64_t{1} << bits;
      steps.push_back(
          {.kind = Kind::argument, .place = slot, .value = is_pair ? Value(wrapped) : Value(wrapped.front())});
    }
  }
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
    const bool is_pair = parameter.kind == ParameterKind::integer_pair;
    const Value& usual = bound.op().hints.arguments.at(parameter.key).front();
    if (is_pair || parameter.kind == ParameterKind::integer)
      add_wrap_steps(slot, is_pair, arguments[slot].value_or(usual), steps);
    if (parameter.kind == ParameterKind::word) add_word_steps(bound, slot, steps);
  }
  return steps;
}

}  // namespace npu_cts::search
