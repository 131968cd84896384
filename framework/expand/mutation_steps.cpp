#include "framework/expand/mutation_steps.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <set>

namespace npu_cts {
namespace {

constexpr std::int64_t largest_candidate = std::int64_t{1} << 20;
constexpr std::size_t largest_rank = 10;

void collect(const Expression& expression, std::set<std::int64_t>& integers) {
  if (expression.kind == ExprKind::integer) integers.insert(expression.integer);
  for (const auto& child : expression.children) collect(*child, integers);
}

void add(std::vector<Value>& values, const Value& value) {
  if (std::ranges::find(values, value) == values.end()) values.push_back(value);
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

/// Gathers the steps from one candidate call; a class only to name what its steps share.
class Gatherer {
 public:
  Gatherer(const BoundSpec& bound, const Call& call)
      : bound_(bound), op_(bound.op()), call_(call), limits_(integers_in(bound)) {}

  std::vector<MutationStep> gather() {
    for_each_parameter(&Gatherer::add_alternatives);
    for (const auto& [name, hinted] : op_.hints.symbols) {
      place_ = bound_.place_of(name);
      for (const Value& value : symbol_candidates(hinted, limits_)) push(MutationStep::Kind::symbol, name, value);
    }
    for_each_parameter(&Gatherer::add_arguments);
    for_each_parameter(&Gatherer::add_layouts);
    for_each_parameter(&Gatherer::add_edits);
    return std::move(steps_);
  }

 private:
  /// Calls `add` for each parameter, by key.
  void for_each_parameter(void (Gatherer::*add)(const Parameter&)) {
    for (const std::size_t slot : bound_.names().by_key()) {
      place_ = slot;
      (this->*add)(*bound_.parameters()[slot].written);
    }
  }

  void add_alternatives(const Parameter& parameter) {
    for (const BoundShape& shape : bound_.parameters()[place_].shapes) {
      if (tensor_of(parameter.key) == nullptr) return;
      push(MutationStep::Kind::alternative, parameter.key, shape.written->id);
    }
  }

  void add_arguments(const Parameter& parameter) {
    const auto hinted = op_.hints.arguments.find(parameter.key);
    if (hinted == op_.hints.arguments.end() || !bound_.parameters()[place_].applies) return;
    if (!parameter.defaults.empty() || parameter.optional) {
      push(MutationStep::Kind::omit, parameter.key, Value{None{}});
    }
    for (const Value& value : argument_candidates(parameter, hinted->second, limits_)) {
      if (std::holds_alternative<None>(value)) continue;
      push(MutationStep::Kind::argument, parameter.key, value);
    }
  }

  void add_layouts(const Parameter& parameter) {
    if (tensor_of(parameter.key) == nullptr) return;
    for (const Layout layout : {Layout::strided, Layout::transposed}) {
      push(MutationStep::Kind::layout, parameter.key, layout);
    }
    for (const Format format : all_formats) {
      push(MutationStep::Kind::format, parameter.key, format);
    }
  }

  void add_edits(const Parameter& parameter) {
    const Tensor* tensor = tensor_of(parameter.key);
    if (tensor != nullptr) {
      add_shape_edits(parameter.key, tensor->type.shape);
      for (const DTypeInfo& info : dtype_table) {
        if (info.dtype == tensor->type.dtype) continue;
        push({.kind = ArgumentEdit::Kind::set_dtype, .key = parameter.key, .value = info.dtype});
      }
    }
    if (call_.arguments.contains(parameter.key)) {
      push({.kind = ArgumentEdit::Kind::remove, .key = parameter.key, .value = {}});
    } else {
      add_gifts(parameter);
    }
  }

  void add_shape_edits(const std::string& key, const Shape& shape) {
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
      for (const std::int64_t size :
           {shape[axis] + 1, shape[axis] - 1, shape[axis] * 2, std::int64_t{1}, std::int64_t{0}}) {
        if (size == shape[axis] || size < 0) continue;
        push({.kind = ArgumentEdit::Kind::set_size, .key = key, .axis = axis, .size = size, .value = {}});
      }
    }
    for (const std::int64_t size : {1, 2}) {
      push({.kind = ArgumentEdit::Kind::insert_axis, .key = key, .axis = 0, .size = size, .value = {}});
      push({.kind = ArgumentEdit::Kind::insert_axis, .key = key, .axis = shape.size(), .size = size, .value = {}});
    }
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
      push({.kind = ArgumentEdit::Kind::drop_axis, .key = key, .axis = axis, .value = {}});
    }
  }

  /// Values for a parameter that the call does not give: its hints, or a small tensor of its first dtype.
  void add_gifts(const Parameter& parameter) {
    if (parameter.kind == ParameterKind::tensor) {
      const DType dtype = parameter.dtypes.empty() || parameter.dtypes.front().value.empty()
                              ? DType::float32
                              : parameter.dtypes.front().value.front();
      push({.kind = ArgumentEdit::Kind::give,
            .key = parameter.key,
            .value = Tensor{.type = {.dtype = dtype, .shape = {1}}, .values = {}}});
    } else if (parameter.kind == ParameterKind::dtype) {
      for (const DTypeInfo& info : dtype_table) {
        push({.kind = ArgumentEdit::Kind::give, .key = parameter.key, .value = info.dtype});
      }
    }
    const auto hinted = op_.hints.arguments.find(parameter.key);
    if (hinted == op_.hints.arguments.end()) return;
    for (const Value& value : hinted->second) {
      if (std::holds_alternative<None>(value)) continue;
      push({.kind = ArgumentEdit::Kind::give, .key = parameter.key, .value = value});
    }
  }

  void push(ArgumentEdit edit) {
    const std::string name = edit.key;
    push(MutationStep::Kind::edit, name, std::move(edit));
  }

  template <class To>
  void push(MutationStep::Kind kind, const std::string& name, To to) {
    steps_.push_back({.kind = kind, .name = name, .place = place_, .to = std::move(to)});
  }

  [[nodiscard]] const Tensor* tensor_of(const std::string& key) const {
    const auto it = call_.arguments.find(key);
    return it == call_.arguments.end() ? nullptr : std::get_if<Tensor>(&it->second);
  }

  const BoundSpec& bound_;
  const OpSpec& op_;
  const Call& call_;
  std::vector<std::int64_t> limits_;
  std::size_t place_ = 0;  ///< of the name that steps are gathered for
  std::vector<MutationStep> steps_;
};

}  // namespace

bool are_of_one_choice(const MutationStep& a, const MutationStep& b) {
  return a.place == b.place && a.kind == b.kind && a.kind != MutationStep::Kind::edit;
}

void apply(const MutationStep& step, CandidateCall& candidate) {
  switch (step.kind) {
    case MutationStep::Kind::alternative:
      candidate.alternatives[step.name] = std::get<std::string>(step.to);
      return;
    case MutationStep::Kind::symbol:
      candidate.symbols[step.name] = std::get<Value>(step.to);
      return;
    case MutationStep::Kind::argument:
      candidate.arguments.insert_or_assign(step.name, std::get<Value>(step.to));
      return;
    case MutationStep::Kind::omit:
      candidate.arguments.erase(step.name);
      return;
    case MutationStep::Kind::layout:
      candidate.layouts[step.name] = std::get<Layout>(step.to);
      return;
    case MutationStep::Kind::format:
      candidate.formats[step.name] = std::get<Format>(step.to);
      return;
    case MutationStep::Kind::edit:
      candidate.edits.push_back(std::get<ArgumentEdit>(step.to));
      return;
  }
  std::abort();
}

std::vector<MutationStep> mutation_steps_from(const BoundSpec& bound, const Call& call) {
  return Gatherer(bound, call).gather();
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

}  // namespace npu_cts
