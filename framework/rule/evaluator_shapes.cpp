// SPDX-License-Identifier: Apache-2.0
#include "framework/expression/shapes.h"
#include "framework/rule/evaluator.h"

// The part of the evaluator whose values are shapes and lists.
namespace npu_cts {

MaybeSizes Evaluator::no_sizes(const BoundNode& /*node*/) { return std::nullopt; }

MaybeSizes Evaluator::sizes_of(const BoundNode& tensor_or_shape) {
  if (tensor_or_shape.type != Type::tensor) return sizes(tensor_or_shape);
  const Tensor* const found = tensor(tensor_or_shape);
  if (found == nullptr) return std::nullopt;
  return std::span<const std::int64_t>(found->type.shape);
}

MaybeSizes Evaluator::list(const BoundNode& node) { return call_.list(node.slot); }

MaybeSizes Evaluator::symbol_sizes(const BoundNode& node) {
  if (node.slot == no_slot) return std::nullopt;
  const SymbolValue& value = call_.symbol(node.slot);
  if (!value.has_sizes) return std::nullopt;
  return std::span<const std::int64_t>(value.sizes);
}

MaybeSizes Evaluator::conditional_sizes(const BoundNode& node) {
  const Number condition = number(node.children[0]);
  return condition ? sizes(node.children[*condition != 0 ? 1 : 2]) : MaybeSizes();
}

MaybeSizes Evaluator::sliced(const BoundNode& node) {
  const auto whole = sizes(node.children[0]);
  const Number from = number(node.children[1]);
  const Number to = number(node.children[2]);
  if (!whole || !from || !to) return std::nullopt;
  return slice(*whole, *from, *to);
}

MaybeSizes Evaluator::replaced(const BoundNode& node) {
  const auto whole = sizes(node.children[0]);
  if (!whole) return std::nullopt;
  Few<std::int64_t> result;
  for (const std::int64_t size : *whole) result.push_back(size);
  for (std::size_t i = 1; i + 1 < node.children.size(); i += 2) {
    const Number axis = number(node.children[i]);
    const Number size = number(node.children[i + 1]);
    const auto position = axis ? position_of(*axis, result.size()) : std::nullopt;
    if (!position || !size) return std::nullopt;
    result.items()[*position] = *size;
  }
  return kept_.keep(result.items());
}

MaybeSizes Evaluator::stretched(const BoundNode& node) {
  const auto a = sizes(node.children[0]);
  const auto b = sizes(node.children[1]);
  const auto both = a && b ? broadcast(*a, *b) : std::nullopt;
  if (!both) return std::nullopt;
  return kept_.keep(both->items());
}

/// Adds the sizes of `shape`, each of which may be not defined. Returns whether at least their number is.
bool Evaluator::add_items(const BoundNode& shape, Items& items) {
  if (shape.kind != ExprKind::shape) {
    const auto known = sizes(shape);
    if (!known) return false;
    for (const std::int64_t size : *known) items.push_back(size);
    return true;
  }
  for (const BoundNode& child : shape.children) {
    if (child.kind != ExprKind::splice) {
      items.push_back(number(child));
    } else if (!add_items(child.children[0], items)) {
      return false;
    }
  }
  return true;
}

MaybeSizes Evaluator::literal(const BoundNode& node) {
  Few<std::int64_t> result;
  for (const BoundNode& child : node.children) {
    if (child.kind == ExprKind::splice) {
      const auto part = sizes(child.children[0]);
      if (!part) return std::nullopt;
      for (const std::int64_t size : *part) result.push_back(size);
    } else {
      const Number size = number(child);
      if (!size) return std::nullopt;
      result.push_back(*size);
    }
  }
  return kept_.keep(result.items());
}

}  // namespace npu_cts
