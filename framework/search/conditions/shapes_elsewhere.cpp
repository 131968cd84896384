// SPDX-License-Identifier: Apache-2.0
// Shapes that belong to something else: to a result over which a tensor is spread, or to the tensor at another target.

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "framework/base/contains.h"
#include "framework/search/conditions/shape_claims.h"

namespace npu_cts::search {
namespace {

/// Returns whether a tensor of `shape` cannot have more axes than `most`.
bool has_few_axes(const Expression& shape, std::size_t most) {
  const auto is_spread = [](const ExpressionPtr& item) { return item->kind == ExprKind::splice; };
  return shape.kind == ExprKind::shape && shape.children.size() <= most &&
         std::ranges::none_of(shape.children, is_spread);
}

}  // namespace

bool follows_from(const BoundSpec& bound, const BoundNode& node, std::size_t slot) {
  static constexpr std::array sizes{ExprKind::rank, ExprKind::dim, ExprKind::last, ExprKind::numel, ExprKind::shape_of};
  if (contains(sizes, node.kind) && node.children[0].slot == slot && node.children[0].kind == ExprKind::parameter)
    return true;
  if (node.kind == ExprKind::symbol && node.slot < bound.symbols().size())
    return follows_from(bound, bound.symbols()[node.slot], slot);
  return std::ranges::any_of(node.children, [&](const BoundNode& child) { return follows_from(bound, child, slot); });
}

bool is_one(const ExpressionPtr& item) { return item && item->kind == ExprKind::integer && item->integer == 1; }

void add_spread(const BoundSpec& bound, const Condition& asked, std::size_t most, Ways& ways) {
  const std::size_t slot = asked.node.children[0].children[0].slot;
  const ExpressionPtr& has = asked.written->children[0];
  const ExpressionPtr& wants = asked.written->children[1];
  const ShapeClaims of(*asked.written);
  const auto make = [&](ExprKind kind, Type type, Items children) {
    return make_node(kind, type, std::move(children), asked.written->at);
  };
  const auto number = [&](ExprKind kind, const ExpressionPtr& shape) { return make(kind, Type::integer, {shape}); };
  const auto is_higher =
      of.compare(ExprKind::greater, number(ExprKind::rank, has), of.integer(static_cast<std::int64_t>(most)));
  for (const BoundOutput& output : bound.outputs()) {
    const auto* const current = bound.current(output.written->shape);
    if (current == nullptr || follows_from(bound, *output.shape, slot)) continue;
    const ExpressionPtr& result = current->value;
    const auto add = [&](std::string_view how, ExpressionPtr claim) {
      ways.push_back(
          {.name = fmt::format("{}-{}", how, output.written->name), .claim = std::move(claim), .is_narrow = true});
    };
    add("as", of.compare(ExprKind::equal, has, result));
    if (has_few_axes(*result, most)) continue;
    const auto rows = make(ExprKind::replace, Type::shape, {result, of.integer(-2), of.integer(1)});
    add("rows-of", of.both(is_higher, of.compare(ExprKind::equal, has, rows)));
    if (wants->children.size() != 1 || is_one(wants->children[0])) continue;
    const auto is_as_long = of.compare(ExprKind::equal, number(ExprKind::numel, has), number(ExprKind::numel, wants));
    const auto has_each_axis = of.compare(ExprKind::equal, number(ExprKind::rank, has), number(ExprKind::rank, result));
    const auto fits = of.compare(ExprKind::equal, make(ExprKind::broadcast, Type::shape, {has, result}), result);
    add("along", of.both(of.both(is_higher, has_each_axis), of.both(is_as_long, fits)));
  }
}

void add_shapes_elsewhere(const BoundSpec& bound, const Condition& asked, std::size_t slot, Ways& ways) {
  const BoundParameter& parameter = bound.parameters()[slot];
  const ExpressionPtr& has = asked.written->children[0];
  const bool is_first =
      !parameter.shapes.empty() && same_tree(*parameter.shapes.front().written->shape, *asked.written->children[1]);
  if (!is_first) return;  // once for each tensor
  for (const ShapeAlternative& way : parameter.written->shapes) {
    if (bound.holds(way.applies)) continue;
    auto claim = make_node(ExprKind::equal, Type::boolean, {has, way.shape}, has->at);
    if (way.when) claim = make_node(ExprKind::logical_and, Type::boolean, {way.when, claim}, has->at);
    ways.push_back({.name = "elsewhere-" + way.id, .claim = std::move(claim), .is_narrow = true});
  }
}

}  // namespace npu_cts::search
