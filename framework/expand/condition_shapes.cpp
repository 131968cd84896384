// The ways in which a shape may be another than the one that a condition asks for.

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "framework/expand/conditions.h"
#include "framework/rule/evaluate.h"

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

bool ends_with(const Shape& shape, const Shape& end) {
  return shape.size() >= end.size() && std::equal(end.rbegin(), end.rend(), shape.rbegin());
}

bool begins_with(const Shape& shape, const Shape& begin) {
  return shape.size() >= begin.size() && std::equal(begin.begin(), begin.end(), shape.begin());
}

bool lacks_axis(const Shapes& shapes) { return shapes.has.size() + 1 == shapes.wants.size(); }

bool has_axis_in_front(const Shapes& shapes) {
  return shapes.has.size() == shapes.wants.size() + 1 && ends_with(shapes.has, shapes.wants);
}

bool has_axis_behind(const Shapes& shapes) {
  return shapes.has.size() == shapes.wants.size() + 1 && begins_with(shapes.has, shapes.wants) &&
         !ends_with(shapes.has, shapes.wants);
}

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

void add_axis(const BoundNode& condition, std::size_t axis, std::size_t from_end, Ways& ways) {
  for (const AxisFault& fault : axis_faults) {
    const auto is = [from_end, wrong = fault.is](const Shapes& shapes) {
      if (!differ_only_at(shapes, from_end)) return false;
      const std::size_t place = shapes.has.size() - from_end;
      return wrong(shapes.has[place], shapes.wants[place]);
    };
    ways.push_back({.name = fmt::format("axis{}-{}", axis, fault.name), .shows = where(condition, is)});
  }
}

}  // namespace

std::vector<WayOfCondition> ways_of_shape(const BoundSpec& bound, const Condition& condition) {
  const BoundNode& node = condition.node;
  const BoundNode& wants = node.children[1];
  const BoundNode& has = node.children[0];
  if (has.kind != ExprKind::shape_of || wants.kind != ExprKind::shape) return {{.name = ""}};
  const std::size_t slot = has.children[0].slot;
  const std::size_t rank = wants.children.size();
  Ways ways{{.name = "rank-short", .shows = where(node, lacks_axis)},
            {.name = "rank-long-front", .shows = where(node, has_axis_in_front)},
            {.name = "rank-long-back", .shows = where(node, has_axis_behind)}};
  if (rank > 1) ways.push_back({.name = "swapped", .shows = where(node, is_swapped)});
  bool is_any_rank = false;
  for (std::size_t axis = 0; axis < rank; ++axis) {
    const BoundNode& item = wants.children[axis];
    is_any_rank = is_any_rank || item.kind == ExprKind::splice;
    if (item.kind != ExprKind::splice && !follows_from(bound, item, slot)) add_axis(node, axis, rank - axis, ways);
  }
  if (is_any_rank) ways.erase(ways.begin(), ways.begin() + 3);
  return ways;
}

}  // namespace npu_cts
