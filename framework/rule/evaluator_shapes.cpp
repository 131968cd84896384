#include "framework/rule/evaluator.h"
#include "framework/rule/shapes.h"

// The part of the evaluator whose values are shapes and lists.
namespace npu_cts {

std::optional<ShapeValue> Evaluator::facts_shape(const Expression& tensor_or_shape) {
  if (tensor_or_shape.type != Type::tensor) return shape(tensor_or_shape);
  const Tensor* const found = tensor(tensor_or_shape);
  if (found == nullptr) return std::nullopt;
  return ShapeValue(&found->type.shape);
}

std::optional<ShapeValue> Evaluator::shape(const Expression& node) {
  if (!spend()) return std::nullopt;
  switch (node.op) {
    case Op::shape_of:
      return facts_shape(*node.children[0]);
    case Op::parameter:
      return list(node);
    case Op::symbol: {
      const Value* const outside = facts_.outside_symbol(node.name);
      if (outside == nullptr) return symbol<ShapeValue>(node, &Evaluator::shape);
      if (const auto* const held = std::get_if<Shape>(outside)) return ShapeValue(held);
      return std::nullopt;
    }
    case Op::conditional:
      return conditional<ShapeValue>(node, &Evaluator::shape);
    case Op::shape: {
      auto sizes = literal(node);
      if (!sizes) return std::nullopt;
      return ShapeValue(std::move(*sizes));
    }
    case Op::slice: {
      const auto whole = shape(*node.children[0]);
      const auto from = integer(*node.children[1]);
      const auto to = integer(*node.children[2]);
      if (!whole || !from || !to) return std::nullopt;
      return ShapeValue(slice(**whole, *from, *to));
    }
    case Op::replace:
      return replaced(node);
    case Op::broadcast: {
      const auto a = shape(*node.children[0]);
      const auto b = shape(*node.children[1]);
      auto both = a && b ? broadcast(**a, **b) : std::nullopt;
      if (!both) return std::nullopt;
      return ShapeValue(std::move(*both));
    }
    default:
      return std::nullopt;
  }
}

/// A scalar that stands for a pair is replicated.
std::optional<ShapeValue> Evaluator::list(const Expression& parameter) {
  const Value* const value = facts_.argument(parameter.name);
  if (value == nullptr) return std::nullopt;
  if (const auto* const elements = std::get_if<Shape>(value)) return ShapeValue(elements);
  const auto* const scalar = std::get_if<std::int64_t>(value);
  const Parameter* const declared = scalar == nullptr ? nullptr : find_parameter(facts_.op(), parameter.name);
  if (declared == nullptr || declared->kind != ParameterKind::integer_pair) return std::nullopt;
  return ShapeValue(Shape{*scalar, *scalar});
}

std::optional<ShapeValue> Evaluator::replaced(const Expression& node) {
  const auto whole = shape(*node.children[0]);
  if (!whole) return std::nullopt;
  Shape result = **whole;
  for (std::size_t i = 1; i + 1 < node.children.size(); i += 2) {
    const auto axis = integer(*node.children[i]);
    const auto size = integer(*node.children[i + 1]);
    const auto position = axis ? position_of(*axis, result.size()) : std::nullopt;
    if (!position || !size) return std::nullopt;
    result[*position] = *size;
  }
  return ShapeValue(std::move(result));
}

/// Returns the sizes of a shape, each of which may be not defined; nothing where even their number is not.
std::optional<Evaluator::Items> Evaluator::items(const Expression& node) {
  if (node.op != Op::shape) {
    const auto sizes = shape(node);
    if (!sizes) return std::nullopt;
    return Items((*sizes)->begin(), (*sizes)->end());
  }
  Items result;
  result.reserve(node.children.size());
  for (const ExpressionPtr& child : node.children) {
    if (child->op != Op::splice) {
      result.push_back(integer(*child));
      continue;
    }
    const auto spread = items(*child->children[0]);
    if (!spread) return std::nullopt;
    result.insert(result.end(), spread->begin(), spread->end());
  }
  return result;
}

std::optional<Shape> Evaluator::literal(const Expression& node) {
  const auto parts = items(node);
  if (!parts) return std::nullopt;
  Shape result;
  result.reserve(parts->size());
  for (const auto& part : *parts) {
    if (!part) return std::nullopt;
    result.push_back(*part);
  }
  return result;
}

}  // namespace npu_cts
