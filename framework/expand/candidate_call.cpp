#include "framework/expand/candidate_call.h"

#include <algorithm>
#include <cstdlib>

#include "framework/rule/evaluate.h"

namespace npu_cts {
namespace {

constexpr std::int64_t max_elements = std::int64_t{1} << 28;

template <class Map, class Default>
auto value_or(const Map& map, const std::string& key, Default fallback) -> typename Map::mapped_type {
  const auto it = map.find(key);
  return it == map.end() ? fallback : it->second;
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

bool apply_to_tensor(const ArgumentEdit& edit, TensorType& type) {
  Shape& shape = type.shape;
  const auto place = shape.begin() + static_cast<std::ptrdiff_t>(std::min(edit.axis, shape.size()));
  switch (edit.kind) {
    case ArgumentEdit::Kind::set_size:
      if (edit.axis >= shape.size()) return false;
      shape[edit.axis] = edit.size;
      return is_sane(shape);
    case ArgumentEdit::Kind::insert_axis:
      shape.insert(place, edit.size);
      return is_sane(shape);
    case ArgumentEdit::Kind::drop_axis:
      if (edit.axis >= shape.size()) return false;
      shape.erase(place);
      return true;
    case ArgumentEdit::Kind::set_layout:
      type.layout = edit.layout;
      return true;
    case ArgumentEdit::Kind::set_format:
      type.format = edit.format;
      return true;
    case ArgumentEdit::Kind::set_dtype:
      type.dtype = std::get<DType>(edit.value);
      return true;
    case ArgumentEdit::Kind::remove:
    case ArgumentEdit::Kind::give:
      return false;
  }
  std::abort();
}

/// A layout that its shape cannot have is no layout: a transposed view wants two axes, a strided one two elements.
bool has_layout(const TensorType& type) {
  if (type.layout == Layout::transposed) return type.shape.size() >= 2;
  return type.layout != Layout::strided || numel(type.shape) > 1;
}

bool have_layouts(const Arguments& arguments) {
  return std::ranges::all_of(arguments, [](const auto& argument) {
    const auto* tensor = std::get_if<Tensor>(&argument.second);
    return tensor == nullptr || has_layout(tensor->type);
  });
}

const BoundShape* choose_shape(const BoundParameter& parameter, const CandidateCall& candidate) {
  if (parameter.shapes.empty()) return nullptr;
  const auto chosen = candidate.alternatives.find(parameter.written->key);
  if (chosen == candidate.alternatives.end()) return &parameter.shapes.front();
  const auto it = std::ranges::find_if(parameter.shapes,
                                       [&](const BoundShape& shape) { return shape.written->id == chosen->second; });
  return it == parameter.shapes.end() ? nullptr : &*it;
}

/// Puts the tensor of the parameter at `slot` into `call`: its type first, since its shape may depend on its own dtype.
bool add_tensor(std::size_t slot, DType dtype, const CandidateCall& candidate, SlotCall& slots, Call& call) {
  const BoundParameter& parameter = slots.bound().parameters()[slot];
  const BoundShape* const alternative = choose_shape(parameter, candidate);
  if (alternative == nullptr) return false;
  const std::string& key = parameter.written->key;
  Tensor tensor;
  tensor.type.dtype = dtype;
  tensor.type.layout = value_or(candidate.layouts, key, Layout::contiguous);
  tensor.type.format = value_or(candidate.formats, key, parameter.format.value_or(Format::nd));
  Value& value = call.arguments.insert_or_assign(key, std::move(tensor)).first->second;
  slots.set(slot, &value);
  slots.forget();  // the call has grown
  auto shape = shape_of(alternative->shape, slots);
  if (!shape || !is_sane(*shape)) return false;
  std::get<Tensor>(value).type.shape = *std::move(shape);
  return true;
}

}  // namespace

bool apply(const ArgumentEdit& edit, Arguments& arguments) {
  if (edit.kind == ArgumentEdit::Kind::give) {
    arguments.insert_or_assign(edit.key, edit.value);
    return true;
  }
  const auto it = arguments.find(edit.key);
  if (it == arguments.end()) return false;
  if (edit.kind == ArgumentEdit::Kind::remove) {
    arguments.erase(it);
    return true;
  }
  auto* tensor = std::get_if<Tensor>(&it->second);
  return tensor != nullptr && apply_to_tensor(edit, tensor->type);
}

std::optional<Call> build_call(const BoundSpec& bound, const CandidateCall& candidate) {
  Call call{.op = bound.op().name, .target = candidate.target, .arguments = candidate.arguments};
  SlotCall slots(bound, call.arguments);
  for (const auto& [name, value] : candidate.symbols) slots.give_symbol(bound.names().symbol(name), value);
  for (std::size_t slot = 0; slot < bound.parameters().size(); ++slot) {
    const Parameter& parameter = *bound.parameters()[slot].written;
    const auto dtype = candidate.dtypes.find(parameter.key);
    if (dtype == candidate.dtypes.end() || !dtype->second) continue;
    if (parameter.kind == ParameterKind::dtype) {
      slots.set(slot, &call.arguments.insert_or_assign(parameter.key, *dtype->second).first->second);
    } else if (!add_tensor(slot, *dtype->second, candidate, slots, call)) {
      return std::nullopt;
    }
  }
  const auto apply_edit = [&](const ArgumentEdit& edit) { return apply(edit, call.arguments); };
  if (!std::ranges::all_of(candidate.edits, apply_edit) || !have_layouts(call.arguments)) return std::nullopt;
  return call;
}

CandidateCall first_candidate(const BoundSpec& bound, DTypeChoice dtypes) {
  CandidateCall candidate;
  candidate.target = bound.target();
  candidate.dtypes = std::move(dtypes);
  for (const auto& [name, candidates] : bound.op().hints.symbols) candidate.symbols[name] = candidates.front();
  for (const auto& [key, candidates] : bound.op().hints.arguments) {
    const BoundParameter* const parameter = bound.find_parameter(key);
    if (parameter == nullptr || parameter->written->reserved || !parameter->applies) continue;
    if (!std::holds_alternative<None>(candidates.front()))
      candidate.arguments.insert_or_assign(key, candidates.front());
  }
  return candidate;
}

}  // namespace npu_cts
