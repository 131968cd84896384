// SPDX-License-Identifier: Apache-2.0
// The ways in which a shape may be another than the one that a condition asks for.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "framework/expression/nodes.h"
#include "framework/rule/evaluate.h"
#include "framework/search/conditions/conditions.h"

namespace npu_cts::search {
namespace {

using Ways = std::vector<WayOfCondition>;

/// Builds claims about the shape that a condition asks for: of `tensor`, to be `wants`.
class ShapeClaims {
 public:
  explicit ShapeClaims(const Expression& condition)
      : has_(condition.children[0]), tensor_(has_->children[0]), wants_(condition.children[1]), at_(condition.at) {}

  [[nodiscard]] const std::vector<ExpressionPtr>& items() const { return wants_->children; }
  [[nodiscard]] ExpressionPtr integer(std::int64_t value) const { return make_integer(value, at_); }
  [[nodiscard]] ExpressionPtr compare(ExprKind kind, ExpressionPtr a, ExpressionPtr b) const {
    return make_node(kind, Type::boolean, {std::move(a), std::move(b)}, at_);
  }
  [[nodiscard]] ExpressionPtr both(ExpressionPtr a, ExpressionPtr b) const {
    return compare(ExprKind::logical_and, std::move(a), std::move(b));
  }
  [[nodiscard]] ExpressionPtr size(std::int64_t axis) const {
    return make_node(ExprKind::dim, Type::integer, {tensor_, integer(axis)}, at_);
  }
  [[nodiscard]] ExpressionPtr rank_is(std::size_t rank) const {
    return compare(ExprKind::equal, make_node(ExprKind::rank, Type::integer, {tensor_}, at_),
                   integer(static_cast<std::int64_t>(rank)));
  }
  [[nodiscard]] ExpressionPtr is_one(std::int64_t axis) const {
    return compare(ExprKind::equal, size(axis), integer(1));
  }

  /// The shape is the wanted one but for the axis at `from_end`, negative.
  [[nodiscard]] ExpressionPtr differs_at_most_at(std::int64_t from_end) const {
    return compare(ExprKind::equal, has_,
                   make_node(ExprKind::replace, Type::shape, {wants_, integer(from_end), size(from_end)}, at_));
  }

  [[nodiscard]] ExpressionPtr is(std::vector<ExpressionPtr> items) const {
    return compare(ExprKind::equal, has_, make_node(ExprKind::shape, Type::shape, std::move(items), at_));
  }

  /// The shape is the wanted one with two neighbours exchanged.
  [[nodiscard]] ExpressionPtr is_swapped() const {
    std::vector<ExpressionPtr> each;
    for (std::size_t axis = 0; axis + 1 < items().size(); ++axis) {
      std::vector<ExpressionPtr> swapped = items();
      std::swap(swapped[axis], swapped[axis + 1]);
      each.push_back(is(std::move(swapped)));
    }
    return make_node(ExprKind::logical_or, Type::boolean, std::move(each), at_);
  }

 private:
  ExpressionPtr has_;
  ExpressionPtr tensor_;
  ExpressionPtr wants_;
  Location at_;
};

/// What is wrong with one axis, all others being right.
struct AxisFault {
  std::string_view name;
  ExpressionPtr (*claim)(const ShapeClaims& of, const ExpressionPtr& has, const ExpressionPtr& wants);
};

ExpressionPtr stands_off(const ShapeClaims& of, const ExpressionPtr& has, const ExpressionPtr& wants,
                         std::int64_t difference) {
  return of.compare(ExprKind::equal, has,
                    make_node(ExprKind::add, Type::integer, {wants, of.integer(difference)}, wants->at));
}

/// The size is neither the wanted one, nor beside it, nor 1.
ExpressionPtr claim_other(const ShapeClaims& of, const ExpressionPtr& has, const ExpressionPtr& wants) {
  const auto apart = make_node(ExprKind::subtract, Type::integer, {has, wants}, wants->at);
  return of.both(
      of.compare(ExprKind::greater, has, of.integer(1)),
      of.compare(ExprKind::greater, make_node(ExprKind::absolute, Type::integer, {apart}, wants->at), of.integer(1)));
}

constexpr std::array axis_faults{
    AxisFault{"short", [](const ShapeClaims& of, const ExpressionPtr& has,
                          const ExpressionPtr& wants) { return stands_off(of, has, wants, -1); }},
    AxisFault{"long", [](const ShapeClaims& of, const ExpressionPtr& has,
                         const ExpressionPtr& wants) { return stands_off(of, has, wants, 1); }},
    AxisFault{"one",
              [](const ShapeClaims& of, const ExpressionPtr& has, const ExpressionPtr& wants) {
                return of.both(of.compare(ExprKind::equal, has, of.integer(1)),
                               of.compare(ExprKind::greater, wants, of.integer(2)));
              }},
    AxisFault{"empty",
              [](const ShapeClaims& of, const ExpressionPtr& has, const ExpressionPtr& wants) {
                return of.both(of.compare(ExprKind::equal, has, of.integer(0)),
                               of.compare(ExprKind::greater, wants, of.integer(1)));
              }},
    AxisFault{"other", &claim_other},
};

/// Returns whether `node` follows from the sizes of the tensor at `slot`: it cannot be another than they say.
bool follows_from(const BoundSpec& bound, const BoundNode& node, std::size_t slot) {
  static constexpr std::array sizes{ExprKind::rank, ExprKind::dim, ExprKind::last, ExprKind::numel, ExprKind::shape_of};
  if (std::ranges::find(sizes, node.kind) != sizes.end() && node.children[0].slot == slot &&
      node.children[0].kind == ExprKind::parameter)
    return true;
  if (node.kind == ExprKind::symbol && node.slot < bound.symbols().size())
    return follows_from(bound, bound.symbols()[node.slot], slot);
  return std::ranges::any_of(node.children, [&](const BoundNode& child) { return follows_from(bound, child, slot); });
}

/// The items of a shape that is wrong in one way; null where any size may stand.
using Items = std::vector<ExpressionPtr>;

bool is_one(const ExpressionPtr& item) { return item && item->kind == ExprKind::integer && item->integer == 1; }

/// What the spec says of the tensor whose shape a condition asks for.
class Documented {
 public:
  Documented(const BoundSpec& bound, std::size_t slot) : bound_(bound), slot_(slot) {
    for (const BoundRule& rule : bound.rules()) may_be_empty_ = may_be_empty_ && !forbids_empty(*rule.require);
  }

  [[nodiscard]] bool may_be_empty() const { return may_be_empty_; }

  /// Returns whether another documented shape takes every shape of `items`.
  [[nodiscard]] bool takes(const Items& items) const {
    return std::ranges::any_of(bound_.parameters()[slot_].written->shapes, [&](const ShapeAlternative& way) {
      return bound_.holds(way.applies) && !way.when && way.shape->kind == ExprKind::shape && takes(*way.shape, items);
    });
  }

 private:
  [[nodiscard]] bool takes(const Expression& shape, const Items& items) const {
    return std::ranges::equal(shape.children, items, [&](const ExpressionPtr& wants, const ExpressionPtr& has) {
      return (is_one(wants) && is_one(has)) || (has && same_tree(*wants, *has)) ||
             follows_from(bound_, bound_.names().bind(*wants), slot_);
    });
  }

  [[nodiscard]] bool forbids_empty(const Expression& node) const {
    if (is_nonempty_claim(node) && bound_.names().parameter(node.children[0]->children[0]->name) == slot_) return true;
    return std::ranges::any_of(node.children, [&](const ExpressionPtr& child) { return forbids_empty(*child); });
  }

  const BoundSpec& bound_;
  std::size_t slot_;
  bool may_be_empty_ = true;
};

void add_axis(const Documented& documented, const Condition& asked, std::size_t axis, Ways& ways) {
  const Items& wants = asked.written->children[1]->children;
  const ShapeClaims of(*asked.written);
  const auto from_end = static_cast<std::int64_t>(axis) - static_cast<std::int64_t>(wants.size());
  for (const AxisFault& fault : axis_faults) {
    const bool is_empty = fault.name == "empty" || (fault.name == "short" && is_one(wants[axis]));
    if (is_empty && !documented.may_be_empty()) continue;
    if (is_one(wants[axis]) && (fault.name == "one" || fault.name == "empty")) continue;
    Items items = wants;
    items[axis] = fault.name == "one" ? make_integer(1, wants[axis]->at) : nullptr;
    if (documented.takes(items)) continue;
    ways.push_back(
        {.name = fmt::format("axis{}-{}", axis, fault.name),
         .claim = of.both(of.differs_at_most_at(from_end), fault.claim(of, of.size(from_end), wants[axis]))});
  }
}

/// Adds `item`, of a shape, where it is a name and not among `named`.
void add_named(const ExpressionPtr& item, std::vector<ExpressionPtr>& named) {
  const bool is_name = item->kind == ExprKind::symbol || item->kind == ExprKind::parameter;
  const auto is_it = [&](const ExpressionPtr& one) { return one->name == item->name; };
  if (is_name && std::ranges::none_of(named, is_it)) named.push_back(item);
}

/// Returns the names that stand for a size in documented shapes: symbols and arguments, in the order of the parameters.
std::vector<ExpressionPtr> named_sizes(const BoundSpec& bound) {
  std::vector<ExpressionPtr> named;
  for (const BoundParameter& parameter : bound.parameters()) {
    for (const ShapeAlternative& way : parameter.written->shapes) {
      if (!bound.holds(way.applies) || way.shape->kind != ExprKind::shape) continue;
      for (const ExpressionPtr& item : way.shape->children) add_named(item, named);
    }
  }
  return named;
}

/// The axis has a size that the spec names, and the wrong one: a scale for each row where each column has one.
void add_borrowed(const BoundSpec& bound, const Documented& documented, const Condition& asked, std::size_t axis,
                  Ways& ways) {
  const Items& wants = asked.written->children[1]->children;
  const ShapeClaims of(*asked.written);
  const std::size_t slot = asked.node.children[0].children[0].slot;
  const auto from_end = static_cast<std::int64_t>(axis) - static_cast<std::int64_t>(wants.size());
  for (const ExpressionPtr& size : named_sizes(bound)) {
    Items items = wants;
    items[axis] = size;
    if (documented.takes(items) || follows_from(bound, bound.names().bind(*size), slot)) continue;
    const auto is_other = claim_other(of, of.size(from_end), wants[axis]);
    ways.push_back({.name = fmt::format("axis{}-as-{}", axis, size->name),
                    .claim = of.both(of.differs_at_most_at(from_end),
                                     of.both(of.compare(ExprKind::equal, of.size(from_end), size), is_other)),
                    .is_narrow = true});
  }
}

/// A tensor may have one axis less or more, the last of size 1 in front or behind: its shape may follow from itself, so
/// its other axes are not compared.
Ways ways_of_rank(const Documented& documented, const Condition& asked) {
  const Items& wants = asked.written->children[1]->children;
  const auto one = make_integer(1, asked.written->at);
  Items in_front = wants;
  in_front.insert(in_front.begin(), one);
  Items behind = wants;
  behind.push_back(one);
  Ways ways;
  const ShapeClaims of(*asked.written);
  const auto add = [&](std::string name, const Items& items, ExpressionPtr claim, bool is_narrow = false) {
    if (!documented.takes(items))
      ways.push_back({.name = std::move(name), .claim = std::move(claim), .is_narrow = is_narrow});
  };
  if (!wants.empty()) add("rank-short", Items(wants.size() - 1), of.rank_is(wants.size() - 1));
  const auto is_longer = of.rank_is(wants.size() + 1);
  const auto starts_with_one = of.is_one(0);
  add("rank-long-front", in_front, of.both(is_longer, starts_with_one));
  add("rank-long-back", behind, of.both(is_longer, of.both(of.is_one(-1), negation_of(starts_with_one))));
  if (wants.size() + 1 < many_axes) {
    Items many = wants;
    many.insert(many.begin(), many_axes - wants.size(), one);
    add("rank-many", many, of.both(of.rank_is(many_axes), starts_with_one), true);
  }
  if (wants.size() > 1) add("swapped", Items(wants.size()), of.is_swapped());
  return ways;
}

/// Each axis left out, each two neighbours exchanged, an axis of size 1 at each place. A shape that follows from its
/// own axes is another one after these, but for an axis behind all, or one in front where sizes are equal.
void add_neighbours(const Documented& documented, const Condition& asked, bool follows_from_itself, Ways& ways) {
  const Items& wants = asked.written->children[1]->children;
  const ShapeClaims of(*asked.written);
  const auto add = [&](std::string_view what, std::size_t axis, const Items& items) {
    if (documented.takes(items)) return;
    ways.push_back({.name = fmt::format("axis{}-{}", axis, what), .claim = of.is(items), .is_narrow = true});
  };
  for (std::size_t axis = 0; axis <= wants.size(); ++axis) {
    if (follows_from_itself && axis != 0 && axis != wants.size()) continue;
    const auto place = static_cast<std::ptrdiff_t>(axis);
    Items more = wants;
    more.insert(more.begin() + place, of.integer(1));
    add("new", axis, more);
    if (axis == wants.size() || follows_from_itself) continue;
    Items fewer = wants;
    fewer.erase(fewer.begin() + place);
    add("dropped", axis, fewer);
    if (axis + 1 == wants.size()) continue;
    Items swapped = wants;
    std::swap(swapped[axis], swapped[axis + 1]);
    add("swapped", axis, swapped);
  }
}

/// Returns whether a tensor of `shape` cannot have more axes than `most`.
bool has_few_axes(const Expression& shape, std::size_t most) {
  const auto is_spread = [](const ExpressionPtr& item) { return item->kind == ExprKind::splice; };
  return shape.kind == ExprKind::shape && shape.children.size() <= most &&
         std::ranges::none_of(shape.children, is_spread);
}

/// The tensor has the shape of a result or, with more axes than any that is documented, one with a row for each batch;
/// a vector lies along its axes. All of these broadcast to the result, and a device may add them so.
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

/// Each shape that the tensor at `slot` has at other targets: in another release, or on another product.
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

}  // namespace

std::vector<WayOfCondition> ways_of_shape(const BoundSpec& bound, const Condition& condition) {
  const BoundNode& node = condition.node;
  const BoundNode& wants = node.children[1];
  const BoundNode& has = node.children[0];
  if (has.kind != ExprKind::shape_of || wants.kind != ExprKind::shape) return {{.name = ""}};
  const std::size_t slot = has.children[0].slot;
  const Documented documented(bound, slot);
  Ways ways;
  const auto is_spread = [](const BoundNode& item) { return item.kind == ExprKind::splice; };
  const bool is_spread_out = std::ranges::any_of(wants.children, is_spread);
  if (!is_spread_out) ways = ways_of_rank(documented, condition);
  if (!is_spread_out) add_neighbours(documented, condition, follows_from(bound, wants, slot), ways);
  for (std::size_t axis = 0; axis < wants.children.size(); ++axis) {
    const BoundNode& item = wants.children[axis];
    if (is_spread(item) || follows_from(bound, item, slot)) continue;
    add_axis(documented, condition, axis, ways);
    add_borrowed(bound, documented, condition, axis, ways);
  }
  const auto most = most_axes_of(bound, slot);
  if (most && !follows_from(bound, wants, slot)) add_spread(bound, condition, *most, ways);
  add_shapes_elsewhere(bound, condition, slot, ways);
  return ways;
}

}  // namespace npu_cts::search
