#include "framework/expand/draft.h"

#include <algorithm>
#include <cstdlib>

#include "framework/rule/evaluate.h"

namespace npu_cts {
namespace {

constexpr std::int64_t max_elements = std::int64_t{1} << 28;

Format first_format(const Spec& spec, const Parameter& parameter, const Target& target) {
  for (const auto& dated : parameter.formats) {
    if (holds(dated.applies, spec, target) && !dated.is.empty()) return dated.is.front();
  }
  return Format::nd;
}

template <class Map, class Default>
auto value_or(const Map& map, const std::string& key, Default otherwise) -> typename Map::mapped_type {
  const auto it = map.find(key);
  return it == map.end() ? otherwise : it->second;
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

bool apply_to_tensor(const Edit& edit, TensorType& type) {
  Shape& shape = type.shape;
  const auto place = shape.begin() + static_cast<std::ptrdiff_t>(std::min(edit.axis, shape.size()));
  switch (edit.kind) {
    case Edit::Kind::set_size:
      if (edit.axis >= shape.size()) return false;
      shape[edit.axis] = edit.size;
      return is_sane(shape);
    case Edit::Kind::insert_axis:
      shape.insert(place, edit.size);
      return is_sane(shape);
    case Edit::Kind::drop_axis:
      if (edit.axis >= shape.size()) return false;
      shape.erase(place);
      return true;
    case Edit::Kind::set_layout:
      type.layout = edit.layout;
      return true;
    case Edit::Kind::set_format:
      type.format = edit.format;
      return true;
    case Edit::Kind::set_dtype:
      type.dtype = std::get<DType>(edit.value);
      return true;
    case Edit::Kind::remove:
    case Edit::Kind::give:
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

const ShapeAlternative* choose_shape(const Spec& spec, const OpSpec& op, const Parameter& parameter,
                                     const Draft& draft) {
  const auto shapes = shapes_of(spec, op, parameter, draft.target);
  if (shapes.empty()) return nullptr;
  const auto chosen = draft.alternatives.find(parameter.key);
  if (chosen == draft.alternatives.end()) return shapes.front();
  const auto it = std::ranges::find(shapes, chosen->second, &ShapeAlternative::id);
  return it == shapes.end() ? nullptr : *it;
}

/// Puts the tensor of `parameter` into `call`: its type first, since its shape may depend on its own dtype.
bool add_tensor(const Parameter& parameter, DType dtype, const Draft& draft, Facts& facts, Call& call) {
  const ShapeAlternative* alternative = choose_shape(facts.spec(), facts.op(), parameter, draft);
  if (alternative == nullptr) return false;
  Tensor tensor;
  tensor.type.dtype = dtype;
  tensor.type.layout = value_or(draft.layouts, parameter.key, Layout::contiguous);
  tensor.type.format = value_or(draft.formats, parameter.key, first_format(facts.spec(), parameter, draft.target));
  call.arguments.insert_or_assign(parameter.key, std::move(tensor));
  facts.forget();  // the call has grown
  Computed shape = evaluate(*alternative->shape, facts);
  if (!std::holds_alternative<Shape>(shape) || !is_sane(std::get<Shape>(shape))) return false;
  std::get<Tensor>(call.arguments.find(parameter.key)->second).type.shape = std::get<Shape>(std::move(shape));
  return true;
}

}  // namespace

bool apply(const Edit& edit, Arguments& arguments) {
  if (edit.kind == Edit::Kind::give) {
    arguments.insert_or_assign(edit.key, edit.value);
    return true;
  }
  const auto it = arguments.find(edit.key);
  if (it == arguments.end()) return false;
  if (edit.kind == Edit::Kind::remove) {
    arguments.erase(it);
    return true;
  }
  auto* tensor = std::get_if<Tensor>(&it->second);
  return tensor != nullptr && apply_to_tensor(edit, tensor->type);
}

std::vector<const ShapeAlternative*> shapes_of(const Spec& spec, const OpSpec& op, const Parameter& parameter,
                                               const Target& target) {
  const auto hinted = op.hints.build.find(parameter.key);
  const auto& source = hinted == op.hints.build.end() ? parameter.shapes : hinted->second;
  std::vector<const ShapeAlternative*> shapes;
  for (const ShapeAlternative& shape : source) {
    if (holds(shape.applies, spec, target)) shapes.push_back(&shape);
  }
  return shapes;
}

std::optional<Call> build_call(const Spec& spec, const OpSpec& op, const Draft& draft) {
  Call call{.op = op.name, .target = draft.target, .arguments = draft.arguments};
  Facts facts(spec, op, call, draft.symbols);
  for (const Parameter& parameter : op.parameters) {
    const auto dtype = draft.dtypes.find(parameter.key);
    if (dtype == draft.dtypes.end() || !dtype->second) continue;
    if (parameter.kind == ParameterKind::dtype) {
      call.arguments.insert_or_assign(parameter.key, *dtype->second);
    } else if (!add_tensor(parameter, *dtype->second, draft, facts, call)) {
      return std::nullopt;
    }
  }
  const auto apply_edit = [&](const Edit& edit) { return apply(edit, call.arguments); };
  if (!std::ranges::all_of(draft.edits, apply_edit) || !have_layouts(call.arguments)) return std::nullopt;
  return call;
}

Draft first_draft(const Spec& spec, const OpSpec& op, const Target& target, DTypeChoice dtypes) {
  Draft draft;
  draft.target = target;
  draft.dtypes = std::move(dtypes);
  for (const auto& [name, candidates] : op.hints.symbols) draft.symbols[name] = candidates.front();
  for (const auto& [key, candidates] : op.hints.arguments) {
    const Parameter* parameter = find_parameter(op, key);
    if (parameter == nullptr || parameter->reserved || !holds(parameter->applies, spec, target)) continue;
    if (!std::holds_alternative<None>(candidates.front())) draft.arguments.insert_or_assign(key, candidates.front());
  }
  return draft;
}

}  // namespace npu_cts
