#include "framework/rule/evaluator.h"

#include <algorithm>
#include <cstdlib>

#include "framework/rule/shapes.h"

namespace npu_cts {

const Tensor* Evaluator::tensor(const Expression& parameter) const {
  return parameter.op == Op::parameter ? facts_.tensor(parameter.name) : nullptr;
}

std::optional<std::int64_t> Evaluator::variable(std::string_view name) const {
  const auto it = std::find_if(bindings_.rbegin(), bindings_.rend(), [&](const Binding& b) { return b.name == name; });
  if (it == bindings_.rend()) return std::nullopt;
  return it->value;
}

template <class Step>
std::optional<std::int64_t> Evaluator::fold(const Expression& node, Step step) {
  auto result = integer(*node.children[0]);
  for (std::size_t i = 1; i < node.children.size() && result; ++i) {
    const auto next = integer(*node.children[i]);
    if (!next) return std::nullopt;
    result = step(*result, *next);
  }
  return result;
}

std::optional<std::int64_t> Evaluator::integer(const Expression& node) {
  if (!spend() || node.type != Type::integer) return std::nullopt;
  const auto least = [](std::int64_t a, std::int64_t b) { return std::optional(std::min(a, b)); };
  const auto most = [](std::int64_t a, std::int64_t b) { return std::optional(std::max(a, b)); };
  switch (node.op) {
    case Op::integer:
      return node.integer;
    case Op::variable:
      return variable(node.name);
    case Op::parameter:
      return attribute<std::int64_t>(node);
    case Op::symbol: {
      const Value* const outside = facts_.outside_symbol(node.name);
      if (outside == nullptr) return symbol<std::int64_t>(node, &Evaluator::integer);
      if (const auto* const held = std::get_if<std::int64_t>(outside)) return *held;
      return std::nullopt;
    }
    case Op::conditional:
      return conditional<std::int64_t>(node, &Evaluator::integer);
    case Op::add:
      return fold(node, checked_add);
    case Op::subtract:
      return fold(node, checked_subtract);
    case Op::multiply:
      return fold(node, checked_multiply);
    case Op::floor_divide:
      return fold(node, floor_divide);
    case Op::modulo:
      return fold(node, floor_modulo);
    case Op::ceil_divide:
      return fold(node, ceil_divide);
    case Op::minimum:
      return fold(node, least);
    case Op::maximum:
      return fold(node, most);
    case Op::negate: {
      const auto value = integer(*node.children[0]);
      return value ? checked_subtract(0, *value) : std::nullopt;
    }
    case Op::absolute: {
      const auto value = integer(*node.children[0]);
      return value && *value < 0 ? checked_subtract(0, *value) : value;
    }
    case Op::rank:
    case Op::length:
      return read_sizes(*node.children[0],
                        [](const Shape& sizes) { return std::optional(static_cast<std::int64_t>(sizes.size())); });
    case Op::dim:
    case Op::last:
      return size_of_axis(node);
    case Op::numel:
    case Op::product:
      return read_sizes(*node.children[0], [](const Shape& sizes) { return checked_numel(sizes); });
    case Op::bytes:
      return bytes(node);
    case Op::at:
      return at(node);
    default:
      return std::nullopt;
  }
}

std::optional<std::int64_t> Evaluator::size_of_axis(const Expression& node) {
  const auto axis = node.op == Op::last ? std::optional<std::int64_t>(-1) : integer(*node.children[1]);
  return read_sizes(*node.children[0], [&](const Shape& sizes) -> std::optional<std::int64_t> {
    const auto position = axis ? position_of(*axis, sizes.size()) : std::nullopt;
    if (!position) return std::nullopt;
    return sizes[*position];
  });
}

std::optional<std::int64_t> Evaluator::bytes(const Expression& node) {
  const Expression& of = *node.children[0];
  if (of.type == Type::tensor) {
    const Tensor* const found = tensor(of);
    return found == nullptr ? std::nullopt : std::optional<std::int64_t>(bytes_of(found->type.dtype));
  }
  const auto value = dtype(of);
  return value ? std::optional<std::int64_t>(bytes_of(*value)) : std::nullopt;
}

std::optional<std::int64_t> Evaluator::at(const Expression& node) {
  const Expression& of = *node.children[0];
  if (of.type == Type::tensor) {
    const Tensor* const found = tensor(of);
    return found == nullptr ? std::nullopt : at_tensor(node, *found);
  }
  const auto elements = shape(of);
  if (!elements || node.children.size() != 2) return std::nullopt;
  const auto index = integer(*node.children[1]);
  const auto position = index ? position_of(*index, (*elements)->size()) : std::nullopt;
  if (!position) return std::nullopt;
  return (**elements)[*position];
}

std::optional<std::int64_t> Evaluator::at_tensor(const Expression& node, const Tensor& tensor) {
  const Shape& sizes = tensor.type.shape;
  if (node.children.size() != sizes.size() + 1 || tensor.values.empty()) return std::nullopt;
  std::size_t place = 0;
  for (std::size_t axis = 0; axis < sizes.size(); ++axis) {
    const auto index = integer(*node.children[axis + 1]);
    if (!index || sizes[axis] < 0) return std::nullopt;
    const auto size = static_cast<std::size_t>(sizes[axis]);
    const auto position = position_of(*index, size);
    if (!position) return std::nullopt;
    place = place * size + *position;
  }
  return element(tensor, place);
}

std::optional<DType> Evaluator::dtype(const Expression& node) {
  if (!spend() || node.type != Type::dtype) return std::nullopt;
  switch (node.op) {
    case Op::dtype:
      return node.dtype;
    case Op::parameter:
      return attribute<DType>(node);
    case Op::dtype_of: {
      const Tensor* const found = tensor(*node.children[0]);
      return found == nullptr ? std::nullopt : std::optional(found->type.dtype);
    }
    case Op::conditional:
      return conditional<DType>(node, &Evaluator::dtype);
    case Op::symbol: {
      const Value* const outside = facts_.outside_symbol(node.name);
      if (outside == nullptr) return symbol<DType>(node, &Evaluator::dtype);
      if (const auto* const held = std::get_if<DType>(outside)) return *held;
      return std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

std::optional<std::string_view> Evaluator::word(const Expression& node) {
  if (!spend() || node.type != Type::word) return std::nullopt;
  switch (node.op) {
    case Op::word:
      return node.name;
    case Op::conditional:
      return conditional<std::string_view>(node, &Evaluator::word);
    case Op::layout_of:
    case Op::format_of: {
      const Tensor* const found = tensor(*node.children[0]);
      if (found == nullptr) return std::nullopt;
      return node.op == Op::layout_of ? name_of(found->type.layout) : name_of(found->type.format);
    }
    case Op::parameter:
    case Op::symbol: {
      const Value* const value =
          node.op == Op::parameter ? facts_.argument(node.name) : facts_.outside_symbol(node.name);
      if (value == nullptr && node.op == Op::symbol) return symbol<std::string_view>(node, &Evaluator::word);
      const auto* const held = value == nullptr ? nullptr : std::get_if<std::string>(value);
      return held == nullptr ? std::nullopt : std::optional<std::string_view>(*held);
    }
    default:
      return std::nullopt;
  }
}

Computed evaluate(const Expression& expression, const Facts& facts) {
  Evaluator evaluator(facts);
  const auto computed = [](auto value) { return value ? Computed(std::move(*value)) : Computed(); };
  switch (expression.type) {
    case Type::boolean:
      return computed(evaluator.boolean(expression));
    case Type::integer:
      return computed(evaluator.integer(expression));
    case Type::dtype:
      return computed(evaluator.dtype(expression));
    case Type::set:
      return computed(evaluator.set(expression));
    case Type::word: {
      const auto value = evaluator.word(expression);
      return value ? Computed(std::string(*value)) : Computed();
    }
    case Type::shape:
    case Type::list: {
      const auto value = evaluator.shape(expression);
      return value ? Computed(**value) : Computed();
    }
    case Type::tensor:
      return {};
  }
  std::abort();
}

std::optional<bool> decide(const Expression& expression, const Facts& facts) {
  return Evaluator(facts).boolean(expression);
}

Computed Facts::symbol(std::string_view name) const {
  if (const Value* const outside = outside_symbol(std::string(name))) {
    if (const auto* const value = std::get_if<std::int64_t>(outside)) return *value;
    if (const auto* const value = std::get_if<bool>(outside)) return *value;
    if (const auto* const value = std::get_if<DType>(outside)) return *value;
    if (const auto* const value = std::get_if<std::string>(outside)) return *value;
    if (const auto* const value = std::get_if<Shape>(outside)) return *value;
    return {};
  }
  const auto position = find_symbol(name);
  const Expression* const definition = position ? op_.symbols[*position].is.get() : nullptr;
  return definition == nullptr ? Computed() : evaluate(*definition, *this);
}

}  // namespace npu_cts
