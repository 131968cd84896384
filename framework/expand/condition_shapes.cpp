// SPDX-License-Identifier: Apache-2.0
// The ways in which a shape may be another than the one that a condition asks for.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "framework/expand/conditions.h"
#include "framework/rule/evaluate.h"
#include "framework/rule/nodes.h"

namespace npu_cts {
namespace {

using Ways = std::vector<WayOfCondition>;

/// The shape that a call has where the condition wants another.
struct Shapes {
  Shape has;
  Shape wants;
};

/// What is wrong with one axis, all others being right.
struct AxisFault {
  std::string_view name;
  bool (*is)(std::int64_t has, std::int64_t wants);
};

constexpr std::array axis_faults{
    AxisFault{"short", [](std::int64_t has, std::int64_t wants) { return has == wants - 1; }},
    AxisFault{"long", [](std::int64_t has, std::int64_t wants) { return has == wants + 1; }},
    AxisFault{"one", [](std::int64_t has, std::int64_t wants) { return has == 1 && wants > 2; }},
    AxisFault{"empty", [](std::int64_t has, std::int64_t wants) { return has == 0 && wants > 1; }},
    AxisFault{"other", [](std::int64_t has, std::int64_t wants) { return has > 1 && std::abs(has - wants) > 1; }},
};

bool is_swapped(const Shapes& shapes) {
  if (shapes.has.size() != shapes.wants.size() || shapes.has == shapes.wants) return false;
  Shape swapped = shapes.has;
  for (std::size_t axis = 0; axis + 1 < swapped.size(); ++axis) {
    std::swap(swapped[axis], swapped[axis + 1]);
    if (swapped == shapes.wants) return true;
    std::swap(swapped[axis], swapped[axis + 1]);
  }
  return false;
}

/// Returns whether `shapes` differ in the axis that `from_end` counts from the last (1), and nowhere else.
bool differ_only_at(const Shapes& shapes, std::size_t from_end) {
  if (shapes.has.size() != shapes.wants.size() || from_end > shapes.has.size()) return false;
  const std::size_t axis = shapes.has.size() - from_end;
  for (std::size_t i = 0; i < shapes.has.size(); ++i) {
    if ((shapes.has[i] != shapes.wants[i]) != (i == axis)) return false;
  }
  return true;
}

/// Calls whose tensor has one axis less or more, the last of size 1 in front or behind: its shape may follow from
/// itself, so its other axes are not compared.
std::function<bool(const SlotCall&)> where_rank(const BoundNode& condition, std::size_t rank,
                                                bool (*is)(const Shape&)) {
  return [&condition, rank, is](const SlotCall& call) {
    const auto has = shape_of(condition.children[0], call);
    return has && has->size() == rank && is(*has);
  };
}

bool is_any(const Shape& /*shape*/) { return true; }
bool has_one_in_front(const Shape& shape) { return shape.front() == 1; }
bool has_one_behind(const Shape& shape) { return shape.back() == 1 && shape.front() != 1; }

template <class Is>
std::function<bool(const SlotCall&)> where(const BoundNode& condition, Is is) {
  return [&condition, is](const SlotCall& call) {
    auto has = shape_of(condition.children[0], call);
    auto wants = has ? shape_of(condition.children[1], call) : std::nullopt;
    return wants && is(Shapes{.has = *std::move(has), .wants = *std::move(wants)});
  };
}

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
  const BoundNode& condition = asked.node;
  const std::size_t from_end = wants.size() - axis;
  for (const AxisFault& fault : axis_faults) {
    const bool is_empty = fault.name == "empty" || (fault.name == "short" && is_one(wants[axis]));
    if (is_empty && !documented.may_be_empty()) continue;
    if (is_one(wants[axis]) && (fault.name == "one" || fault.name == "empty")) continue;
    Items items = wants;
    items[axis] = fault.name == "one" ? make_integer(1, wants[axis]->at) : nullptr;
    if (documented.takes(items)) continue;
    const auto is = [from_end, wrong = fault.is](const Shapes& shapes) {
      if (!differ_only_at(shapes, from_end)) return false;
      const std::size_t place = shapes.has.size() - from_end;
      return wrong(shapes.has[place], shapes.wants[place]);
    };
    ways.push_back({.name = fmt::format("axis{}-{}", axis, fault.name), .shows = where(condition, is)});
  }
}

Ways ways_of_rank(const Documented& documented, const Condition& asked) {
  const Items& wants = asked.written->children[1]->children;
  const auto one = make_integer(1, asked.written->at);
  Items in_front = wants;
  in_front.insert(in_front.begin(), one);
  Items behind = wants;
  behind.push_back(one);
  Ways ways;
  const auto add = [&](std::string name, const Items& items, bool (*is)(const Shape&)) {
    if (!documented.takes(items))
      ways.push_back({.name = std::move(name), .shows = where_rank(asked.node, items.size(), is)});
  };
  if (!wants.empty()) add("rank-short", Items(wants.size() - 1), is_any);
  add("rank-long-front", in_front, has_one_in_front);
  add("rank-long-back", behind, has_one_behind);
  if (wants.size() > 1 && !documented.takes(Items(wants.size())))
    ways.push_back({.name = "swapped", .shows = where(asked.node, is_swapped)});
  return ways;
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
  if (std::ranges::none_of(wants.children, is_spread)) ways = ways_of_rank(documented, condition);
  for (std::size_t axis = 0; axis < wants.children.size(); ++axis) {
    const BoundNode& item = wants.children[axis];
    if (!is_spread(item) && !follows_from(bound, item, slot)) add_axis(documented, condition, axis, ways);
  }
  return ways;
}

}  // namespace npu_cts
