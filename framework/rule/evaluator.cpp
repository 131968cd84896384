// SPDX-License-Identifier: Apache-2.0
#include "framework/rule/evaluator.h"

#include <algorithm>
#include <cstdlib>
#include <functional>

#include "framework/expression/shapes.h"

namespace npu_cts {
namespace {

std::int64_t least(std::int64_t a, std::int64_t b) { return std::min(a, b); }
std::int64_t most(std::int64_t a, std::int64_t b) { return std::max(a, b); }

}  // namespace

/// Which parts make a node not defined by reading data that the call does not carry.
enum class Evaluator::Needs : std::uint8_t { unknown, element, first, branches, any, every };

/// How one kind of node is evaluated: as a number, as sizes. A set is neither, and a constant is never asked for here.
struct Evaluator::Row {
  ExprKind kind;
  Number (Evaluator::*number)(const BoundNode&) = &Evaluator::nothing;
  MaybeSizes (Evaluator::*sizes)(const BoundNode&) = &Evaluator::no_sizes;
  Needs needs = Needs::unknown;
};

/// One row for each kind, in the order of the enumeration: one that is forgotten does not compile.
struct Evaluator::Table {
  using E = Evaluator;
  static constexpr std::array rows{
      Row{ExprKind::integer},
      Row{ExprKind::boolean},
      Row{ExprKind::dtype},
      Row{ExprKind::word},
      Row{ExprKind::parameter, &E::parameter, &E::list},
      Row{ExprKind::symbol, &E::symbol, &E::symbol_sizes},
      Row{ExprKind::variable, &E::variable},
      Row{ExprKind::logical_not, &E::negation, &E::no_sizes, Needs::first},
      Row{ExprKind::logical_and, &E::connective<false>, &E::no_sizes, Needs::every},
      Row{ExprKind::logical_or, &E::connective<true>, &E::no_sizes, Needs::every},
      Row{ExprKind::equal, &E::equality<true>, &E::no_sizes, Needs::any},
      Row{ExprKind::not_equal, &E::equality<false>, &E::no_sizes, Needs::any},
      Row{ExprKind::less, &E::comparison<std::less<>>, &E::no_sizes, Needs::any},
      Row{ExprKind::less_equal, &E::comparison<std::less_equal<>>, &E::no_sizes, Needs::any},
      Row{ExprKind::greater, &E::comparison<std::greater<>>, &E::no_sizes, Needs::any},
      Row{ExprKind::greater_equal, &E::comparison<std::greater_equal<>>, &E::no_sizes, Needs::any},
      Row{ExprKind::in, &E::membership, &E::no_sizes, Needs::first},
      Row{ExprKind::given, &E::presence<true>},
      Row{ExprKind::absent, &E::presence<false>},
      Row{ExprKind::set},
      Row{ExprKind::range},
      Row{ExprKind::axes},
      Row{ExprKind::difference},
      Row{ExprKind::add, &E::fold<checked_add>, &E::no_sizes, Needs::any},
      Row{ExprKind::subtract, &E::fold<checked_subtract>, &E::no_sizes, Needs::any},
      Row{ExprKind::multiply, &E::fold<checked_multiply>, &E::no_sizes, Needs::any},
      Row{ExprKind::floor_divide, &E::fold<floor_divide>, &E::no_sizes, Needs::any},
      Row{ExprKind::modulo, &E::fold<floor_modulo>, &E::no_sizes, Needs::any},
      Row{ExprKind::negate, &E::negative, &E::no_sizes, Needs::first},
      Row{ExprKind::ceil_divide, &E::fold<ceil_divide>, &E::no_sizes, Needs::any},
      Row{ExprKind::minimum, &E::fold<least>, &E::no_sizes, Needs::any},
      Row{ExprKind::maximum, &E::fold<most>, &E::no_sizes, Needs::any},
      Row{ExprKind::absolute, &E::absolute, &E::no_sizes, Needs::first},
      Row{ExprKind::conditional, &E::conditional, &E::conditional_sizes, Needs::branches},
      Row{ExprKind::all_of, &E::quantifier<false>},
      Row{ExprKind::any_of, &E::quantifier<true>},
      Row{ExprKind::rank, &E::rank},
      Row{ExprKind::dim, &E::dim},
      Row{ExprKind::last, &E::last},
      Row{ExprKind::numel, &E::numel},
      Row{ExprKind::bytes, &E::bytes},
      Row{ExprKind::dtype_of, &E::dtype_of},
      Row{ExprKind::layout_of, &E::layout_of},
      Row{ExprKind::format_of, &E::format_of},
      Row{ExprKind::shape_of, &E::nothing, &E::first_sizes},
      Row{ExprKind::shape, &E::nothing, &E::literal},
      Row{ExprKind::splice},
      Row{ExprKind::slice, &E::nothing, &E::sliced},
      Row{ExprKind::replace, &E::nothing, &E::replaced},
      Row{ExprKind::broadcast, &E::nothing, &E::stretched},
      Row{ExprKind::broadcastable, &E::broadcastable},
      Row{ExprKind::length, &E::rank},
      Row{ExprKind::at, &E::at, &E::no_sizes, Needs::element},
  };

  static constexpr const Row& of(ExprKind kind) { return rows[static_cast<std::size_t>(kind)]; }

  static constexpr bool is_complete() {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].kind != static_cast<ExprKind>(i)) return false;
    }
    return rows.size() == expression_kinds;
  }
};

Number Evaluator::computed(const BoundNode& node) {
  static_assert(Table::is_complete());
  if (!spend()) return std::nullopt;
  return (this->*Table::of(node.kind).number)(node);
}

MaybeSizes Evaluator::sizes(const BoundNode& node) {
  if (!spend()) return std::nullopt;
  return (this->*Table::of(node.kind).sizes)(node);
}

/// Returns whether `node` is not defined whatever its variables are: it reads data that the call does not carry.
/// What it cannot tell is false.
bool Evaluator::reads_missing_data(const BoundNode& node) const {
  const auto missing = [&](const BoundNode& child) { return reads_missing_data(child); };
  switch (Table::of(node.kind).needs) {
    case Needs::unknown:
      return false;
    case Needs::element: {
      const Tensor* const found = tensor(node.children[0]);
      return node.children[0].type == Type::tensor && (found == nullptr || found->values.empty());
    }
    case Needs::first:
      return missing(node.children[0]);
    case Needs::branches:
      return missing(node.children[1]) && missing(node.children[2]);
    case Needs::any:
      return std::ranges::any_of(node.children, missing);
    case Needs::every:
      return !node.children.empty() && std::ranges::all_of(node.children, missing);
  }
  std::abort();
}

Number Evaluator::nothing(const BoundNode& /*node*/) { return std::nullopt; }
Number Evaluator::parameter(const BoundNode& node) { return call_.argument(node.slot).number; }

Number Evaluator::variable(const BoundNode& node) {
  return node.slot < variables_.size() ? Number(variables_.items()[node.slot]) : Number();
}

Number Evaluator::symbol(const BoundNode& node) {
  if (node.slot == no_slot) return std::nullopt;
  const SymbolValue& value = call_.symbol(node.slot);
  return value.type == node.type ? Number(value.number) : Number();
}

template <auto step>
Number Evaluator::fold(const BoundNode& node) {
  Number result = number(node.children[0]);
  for (std::size_t i = 1; i < node.children.size() && result; ++i) {
    const Number next = number(node.children[i]);
    if (!next) return std::nullopt;
    result = step(*result, *next);
  }
  return result;
}

Number Evaluator::negative(const BoundNode& node) {
  const Number value = number(node.children[0]);
  return value ? Number(checked_subtract(0, *value)) : Number();
}

Number Evaluator::absolute(const BoundNode& node) {
  const Number value = number(node.children[0]);
  return value && *value < 0 ? Number(checked_subtract(0, *value)) : value;
}

Number Evaluator::rank(const BoundNode& node) {
  return with_sizes(node.children[0], [](std::span<const std::int64_t> sizes) { return Number(std::ssize(sizes)); });
}

Number Evaluator::size_of_axis(const BoundNode& of, Number axis) {
  if (!axis) return std::nullopt;
  return with_sizes(of, [axis](std::span<const std::int64_t> sizes) {
    const auto position = position_of(*axis, sizes.size());
    return position ? Number(sizes[*position]) : Number();
  });
}

Number Evaluator::dim(const BoundNode& node) { return size_of_axis(node.children[0], number(node.children[1])); }
Number Evaluator::last(const BoundNode& node) { return size_of_axis(node.children[0], -1); }

Number Evaluator::numel(const BoundNode& node) {
  return with_sizes(node.children[0], [](std::span<const std::int64_t> sizes) { return Number(checked_numel(sizes)); });
}

Number Evaluator::bytes(const BoundNode& node) {
  const BoundNode& of = node.children[0];
  const Number dtype = of.type == Type::tensor ? dtype_of(node) : number(of);
  return dtype ? Number(bytes_of(static_cast<DType>(*dtype))) : Number();
}

Number Evaluator::dtype_of(const BoundNode& node) {
  const Tensor* const found = tensor(node.children[0]);
  return found == nullptr ? Number() : Number(static_cast<std::int64_t>(found->type.dtype));
}

Number Evaluator::layout_of(const BoundNode& node) {
  const Tensor* const found = tensor(node.children[0]);
  return found == nullptr ? Number() : Number(SlotNames::word_of(found->type.layout));
}

Number Evaluator::format_of(const BoundNode& node) {
  const Tensor* const found = tensor(node.children[0]);
  return found == nullptr ? Number() : Number(SlotNames::word_of(found->type.format));
}

Number Evaluator::at(const BoundNode& node) {
  const BoundNode& of = node.children[0];
  if (of.type == Type::tensor) {
    const Tensor* const found = tensor(of);
    return found == nullptr ? Number() : at_tensor(node, *found);
  }
  if (node.children.size() != 2) return std::nullopt;
  return size_of_axis(of, number(node.children[1]));
}

Number Evaluator::at_tensor(const BoundNode& node, const Tensor& tensor) {
  const Shape& shape = tensor.type.shape;
  if (node.children.size() != shape.size() + 1 || tensor.values.empty()) return std::nullopt;
  std::size_t place = 0;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    const Number index = number(node.children[axis + 1]);
    if (!index || shape[axis] < 0) return std::nullopt;
    const auto size = static_cast<std::size_t>(shape[axis]);
    const auto position = position_of(*index, size);
    if (!position) return std::nullopt;
    place = place * size + *position;
  }
  return element(tensor, place);
}

Computed evaluate(const BoundNode& node, const SlotCall& call) {
  if (node.type == Type::set || node.type == Type::tensor) return {};
  if (node.type == Type::shape || node.type == Type::list) {
    const auto shape = shape_of(node, call);
    return shape ? Computed(*shape) : Computed();
  }
  const Number number = Evaluator(call).number(node);
  if (!number) return {};
  if (node.type == Type::boolean) return *number != 0;
  if (node.type == Type::dtype) return static_cast<DType>(*number);
  if (node.type != Type::word) return *number;
  return call.text_of_word(*number);
}

Computed evaluate(const Expression& expression, const SlotCall& call) {
  if (const BoundNode* const known = call.bound().find_fill_bound(expression)) return evaluate(*known, call);
  return evaluate(call.bound().names().bind(expression), call);
}

std::optional<bool> decide(const BoundNode& node, const SlotCall& call) {
  const Number truth = Evaluator(call).number(node);
  return truth ? std::optional(*truth != 0) : std::nullopt;
}

std::optional<std::int64_t> number_of(const BoundNode& node, const SlotCall& call) {
  return Evaluator(call).number(node).to_optional();
}

std::optional<Shape> shape_of(const BoundNode& node, const SlotCall& call) {
  Evaluator evaluator(call);
  const auto sizes = evaluator.sizes(node);
  if (!sizes) return std::nullopt;
  return Shape((*sizes).begin(), (*sizes).end());
}

}  // namespace npu_cts
