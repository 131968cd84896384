// SPDX-License-Identifier: Apache-2.0
// Shapes that belong to something else: to a result over which a tensor is spread, or to the tensor at another target.

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "framework/base/find.h"
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
  const Term has(asked.written->children[0]);
  const ExpressionPtr& wants = asked.written->children[1];
  const Term is_higher = rank_of(has) > static_cast<std::int64_t>(most);
  for (const BoundOutput& output : bound.outputs()) {
    const auto* const current = bound.current(output.written->shape);
    if (current == nullptr || follows_from(bound, *output.shape, slot)) continue;
    const Term result(current->value);
    const auto add = [&](std::string_view how, const Term& claim) {
      ways.push_back(narrow_way(fmt::format("{}-{}", how, output.written->name), claim));
    };
    add("as", has == result);
    if (has_few_axes(*current->value, most)) continue;
    add("rows-of", is_higher && has == with_size(result, -2, 1));
    if (wants->children.size() != 1 || is_one(wants->children[0])) continue;
    const Term is_as_long = numel_of(has) == numel_of(wants);
    const Term fits = Term::node(ExprKind::broadcast, Type::shape, {has, result}) == result;
    add("along", (is_higher && rank_of(has) == rank_of(result)) && (is_as_long && fits));
  }
}

void add_shapes_elsewhere(const BoundSpec& bound, const Condition& asked, std::size_t slot, Ways& ways) {
  const BoundParameter& parameter = bound.parameters()[slot];
  const Term has(asked.written->children[0]);
  const bool is_first =
      !parameter.shapes.empty() && same_tree(*parameter.shapes.front().written->shape, *asked.written->children[1]);
  if (!is_first) return;  // once for each tensor
  for (const ShapeAlternative& way : parameter.written->shapes) {
    if (bound.holds(way.applies)) continue;
    const Term is_it = has == way.shape;
    ways.push_back(narrow_way("elsewhere-" + way.id, way.when ? Term(way.when) && is_it : is_it));
  }
}

}  // namespace npu_cts::search
