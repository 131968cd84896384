#include "framework/rule/evaluator.h"

#include <algorithm>
#include <cstdlib>
#include <functional>

#include "framework/rule/shapes.h"

namespace npu_cts {
namespace {

Number least(std::int64_t a, std::int64_t b) { return std::min(a, b); }
Number most(std::int64_t a, std::int64_t b) { return std::max(a, b); }

}  // namespace

/// Which parts make a node not defined by reading data that the call does not carry.
enum class Evaluator::Needs : std::uint8_t { unknown, element, first, branches, any, every };

/// How one kind of node is evaluated: as a number, as sizes; a set is neither.
struct Evaluator::Row {
  Op op;
  Number (Evaluator::*number)(const BoundNode&) = &Evaluator::nothing;
  std::optional<Sizes> (Evaluator::*sizes)(const BoundNode&) = &Evaluator::no_sizes;
  Needs needs = Needs::unknown;
};

/// One row for each kind, in the order of the enumeration: one that is forgotten does not compile.
struct Evaluator::Table {
  using E = Evaluator;
  static constexpr std::array rows{
      Row{Op::integer, &E::constant},
      Row{Op::boolean, &E::constant},
      Row{Op::dtype, &E::constant},
      Row{Op::word, &E::constant},
      Row{Op::parameter, &E::parameter, &E::list},
      Row{Op::symbol, &E::symbol, &E::symbol_sizes},
      Row{Op::variable, &E::variable},
      Row{Op::logical_not, &E::negation, &E::no_sizes, Needs::first},
      Row{Op::logical_and, &E::connective<false>, &E::no_sizes, Needs::every},
      Row{Op::logical_or, &E::connective<true>, &E::no_sizes, Needs::every},
      Row{Op::equal, &E::equality<true>, &E::no_sizes, Needs::any},
      Row{Op::not_equal, &E::equality<false>, &E::no_sizes, Needs::any},
      Row{Op::less, &E::comparison<std::less<>>, &E::no_sizes, Needs::any},
      Row{Op::less_equal, &E::comparison<std::less_equal<>>, &E::no_sizes, Needs::any},
      Row{Op::greater, &E::comparison<std::greater<>>, &E::no_sizes, Needs::any},
      Row{Op::greater_equal, &E::comparison<std::greater_equal<>>, &E::no_sizes, Needs::any},
      Row{Op::in, &E::membership, &E::no_sizes, Needs::first},
      Row{Op::given, &E::presence<true>},
      Row{Op::absent, &E::presence<false>},
      Row{Op::set},
      Row{Op::range},
      Row{Op::axes},
      Row{Op::difference},
      Row{Op::add, &E::fold<checked_add>, &E::no_sizes, Needs::any},
      Row{Op::subtract, &E::fold<checked_subtract>, &E::no_sizes, Needs::any},
      Row{Op::multiply, &E::fold<checked_multiply>, &E::no_sizes, Needs::any},
      Row{Op::floor_divide, &E::fold<floor_divide>, &E::no_sizes, Needs::any},
      Row{Op::modulo, &E::fold<floor_modulo>, &E::no_sizes, Needs::any},
      Row{Op::negate, &E::negative, &E::no_sizes, Needs::first},
      Row{Op::ceil_divide, &E::fold<ceil_divide>, &E::no_sizes, Needs::any},
      Row{Op::minimum, &E::fold<least>, &E::no_sizes, Needs::any},
      Row{Op::maximum, &E::fold<most>, &E::no_sizes, Needs::any},
      Row{Op::absolute, &E::absolute, &E::no_sizes, Needs::first},
      Row{Op::conditional, &E::conditional, &E::conditional_sizes, Needs::branches},
      Row{Op::all_of, &E::quantifier<false>},
      Row{Op::any_of, &E::quantifier<true>},
      Row{Op::rank, &E::rank},
      Row{Op::dim, &E::dim},
      Row{Op::last, &E::last},
      Row{Op::numel, &E::numel},
      Row{Op::bytes, &E::bytes},
      Row{Op::dtype_of, &E::dtype_of},
      Row{Op::layout_of, &E::layout_of},
      Row{Op::format_of, &E::format_of},
      Row{Op::shape_of, &E::nothing, &E::first_sizes},
      Row{Op::shape, &E::nothing, &E::literal},
      Row{Op::splice},
      Row{Op::slice, &E::nothing, &E::sliced},
      Row{Op::replace, &E::nothing, &E::replaced},
      Row{Op::broadcast, &E::nothing, &E::stretched},
      Row{Op::broadcastable, &E::broadcastable},
      Row{Op::length, &E::rank},
      Row{Op::product, &E::numel},
      Row{Op::at, &E::at, &E::no_sizes, Needs::element},
  };

  static constexpr const Row& of(Op op) { return rows[static_cast<std::size_t>(op)]; }

  static constexpr bool is_complete() {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].op != static_cast<Op>(i)) return false;
    }
    return rows.size() == expression_kinds;
  }
};

Number Evaluator::number(const BoundNode& node) {
  static_assert(Table::is_complete());
  if (!spend()) return std::nullopt;
  return (this->*Table::of(node.op).number)(node);
}

std::optional<Sizes> Evaluator::sizes(const BoundNode& node) {
  if (!spend()) return std::nullopt;
  return (this->*Table::of(node.op).sizes)(node);
}

/// Returns whether `node` is not defined whatever its variables are: it reads data that the call does not carry.
/// What it cannot tell is false.
bool Evaluator::reads_missing_data(const BoundNode& node) const {
  const auto missing = [&](const BoundNode& child) { return reads_missing_data(child); };
  switch (Table::of(node.op).needs) {
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

const Tensor* Evaluator::tensor(const BoundNode& parameter) const {
  return parameter.op == Op::parameter ? call_.argument(parameter.slot).tensor : nullptr;
}

Number Evaluator::nothing(const BoundNode& /*node*/) { return std::nullopt; }
Number Evaluator::constant(const BoundNode& node) { return node.number; }
Number Evaluator::parameter(const BoundNode& node) { return call_.argument(node.slot).number; }

Number Evaluator::variable(const BoundNode& node) {
  return node.slot < variables_.size() ? Number(variables_.items()[node.slot]) : std::nullopt;
}

Number Evaluator::symbol(const BoundNode& node) {
  if (node.slot == no_slot) return std::nullopt;
  const SymbolValue& value = call_.symbol(node.slot);
  return value.type == node.type ? value.number : std::nullopt;
}

template <Number (*step)(std::int64_t, std::int64_t)>
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
  return value ? checked_subtract(0, *value) : std::nullopt;
}

Number Evaluator::absolute(const BoundNode& node) {
  const Number value = number(node.children[0]);
  return value && *value < 0 ? checked_subtract(0, *value) : value;
}

Number Evaluator::rank(const BoundNode& node) {
  const auto found = sizes_of(node.children[0]);
  return found ? Number(std::ssize(found->items())) : std::nullopt;
}

Number Evaluator::size_of_axis(const BoundNode& of, Number axis) {
  const auto found = sizes_of(of);
  const auto position = found && axis ? position_of(*axis, found->items().size()) : std::nullopt;
  return position ? Number(found->items()[*position]) : std::nullopt;
}

Number Evaluator::dim(const BoundNode& node) { return size_of_axis(node.children[0], number(node.children[1])); }
Number Evaluator::last(const BoundNode& node) { return size_of_axis(node.children[0], -1); }

Number Evaluator::numel(const BoundNode& node) {
  const auto found = sizes_of(node.children[0]);
  return found ? checked_numel(found->items()) : std::nullopt;
}

Number Evaluator::bytes(const BoundNode& node) {
  const BoundNode& of = node.children[0];
  const Number dtype = of.type == Type::tensor ? dtype_of(node) : number(of);
  return dtype ? Number(bytes_of(static_cast<DType>(*dtype))) : std::nullopt;
}

Number Evaluator::dtype_of(const BoundNode& node) {
  const Tensor* const found = tensor(node.children[0]);
  return found == nullptr ? std::nullopt : Number(static_cast<std::int64_t>(found->type.dtype));
}

Number Evaluator::layout_of(const BoundNode& node) {
  const Tensor* const found = tensor(node.children[0]);
  return found == nullptr ? std::nullopt : Number(SlotNames::word_of(found->type.layout));
}

Number Evaluator::format_of(const BoundNode& node) {
  const Tensor* const found = tensor(node.children[0]);
  return found == nullptr ? std::nullopt : Number(SlotNames::word_of(found->type.format));
}

Number Evaluator::at(const BoundNode& node) {
  const BoundNode& of = node.children[0];
  if (of.type == Type::tensor) {
    const Tensor* const found = tensor(of);
    return found == nullptr ? std::nullopt : at_tensor(node, *found);
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
  Evaluator evaluator(call);
  if (node.type == Type::set) {
    const auto set = evaluator.set(node);
    return set ? Computed(*set) : Computed();
  }
  if (node.type == Type::shape || node.type == Type::list) {
    const auto shape = shape_of(node, call);
    return shape ? Computed(*shape) : Computed();
  }
  const Number number = node.type == Type::tensor ? std::nullopt : evaluator.number(node);
  if (!number) return {};
  if (node.type == Type::boolean) return *number != 0;
  if (node.type == Type::dtype) return static_cast<DType>(*number);
  if (node.type != Type::word) return *number;
  return call.text_of_word(*number);
}

Computed evaluate(const Expression& expression, const SlotCall& call) {
  return evaluate(call.bound().names().bind(expression), call);
}

std::optional<bool> decide(const BoundNode& node, const SlotCall& call) {
  const Number truth = Evaluator(call).number(node);
  return truth ? std::optional(*truth != 0) : std::nullopt;
}

std::optional<std::int64_t> number_of(const BoundNode& node, const SlotCall& call) {
  return Evaluator(call).number(node);
}

std::optional<Shape> shape_of(const BoundNode& node, const SlotCall& call) {
  const auto sizes = Evaluator(call).sizes(node);
  if (!sizes) return std::nullopt;
  return Shape(sizes->items().begin(), sizes->items().end());
}

}  // namespace npu_cts
