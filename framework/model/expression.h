// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "framework/base/location.h"
#include "framework/model/dtype.h"

namespace npu_cts {

struct Expression;
/// Shared because rules of several releases may hold the same tree; never null where a rule needs one.
using ExpressionPtr = std::shared_ptr<const Expression>;

/// What a node does. The children's meaning stands behind each.
enum class ExprKind : std::uint8_t {
  // leaves
  integer,    ///< value in `integer`
  boolean,    ///< value in `integer` (0, 1)
  dtype,      ///< value in `dtype`
  word,       ///< an enumeration's word, in `name`: a layout, a format, 'update'
  parameter,  ///< value of the argument `name`
  symbol,     ///< value of the symbol `name`, defined by the operator's spec
  variable,   ///< bound by an enclosing quantifier
  // logic
  logical_not,  ///< a
  logical_and,  ///< a, b …
  logical_or,   ///< a, b …
  // comparison of integers, dtypes, words, shapes
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,  ///< a, b
  in,             ///< a, set
  given,          ///< parameter
  absent,         ///< parameter
  // sets
  set,         ///< members …
  range,       ///< first, last (both inside)
  axes,        ///< parameter: 0 … rank-1
  difference,  ///< set, set
  // arithmetic
  add,
  subtract,
  multiply,
  floor_divide,
  modulo,
  negate,
  ceil_divide,
  minimum,
  maximum,
  absolute,
  // conditional: condition, then, otherwise
  conditional,
  // quantifiers: `name` is the variable; domain, body
  all_of,
  any_of,
  // facts of a tensor parameter
  rank,
  dim,
  last,
  numel,  ///< of a tensor or a shape
  bytes,
  dtype_of,
  layout_of,
  format_of,
  shape_of,
  // shapes
  shape,          ///< items …; an item may be a `splice`
  splice,         ///< shape, spread into the enclosing shape
  slice,          ///< shape, from, to (like Python; negative from the end)
  replace,        ///< shape, axis, value, axis, value …
  broadcast,      ///< shape, shape
  broadcastable,  ///< shape, shape
  length,         ///< a shape or a list
  // elements of a list argument, or of an integer tensor's data (`on: data`)
  at,  ///< parameter, index …
};

inline constexpr std::size_t expression_kinds = static_cast<std::size_t>(ExprKind::at) + 1;

/// The type of an expression's value.
enum class Type : std::uint8_t { boolean, integer, dtype, word, shape, set, tensor, list };

/// A node of an expression: a tree of small values. The parser makes it, or a builder of framework/expression/nodes.h.
struct Expression {
  ExprKind kind = ExprKind::boolean;
  Type type = Type::boolean;
  std::int64_t integer = 0;
  DType dtype = DType::int8;
  std::string name = {};
  std::vector<ExpressionPtr> children = {};
  Location at;  ///< of its first character
};

/// Calls `visit` with each node of `tree`, a node before its children; never where there is no tree.
template <class Visit>
void for_each_node(const ExpressionPtr& tree, const Visit& visit) {
  if (!tree) return;
  visit(*tree);
  for (const ExpressionPtr& child : tree->children) for_each_node(child, visit);
}

}  // namespace npu_cts
