// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "framework/expression/nodes.h"
#include "framework/search/conditions/conditions.h"

// What the files of this folder share that say how a shape may be another than the one that a condition asks for.
namespace npu_cts::search {

/// The items of a shape that is wrong in one way; null where any size may stand.
using Items = std::vector<ExpressionPtr>;

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
  [[nodiscard]] ExpressionPtr count() const { return make_node(ExprKind::numel, Type::integer, {tensor_}, at_); }
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

/// Returns whether `node` follows from the sizes of the tensor at `slot`: it cannot be another than they say.
bool follows_from(const BoundSpec& bound, const BoundNode& node, std::size_t slot);

/// Returns whether `item`, of a shape, is a 1 that is written out.
bool is_one(const ExpressionPtr& item);

/// Adds the shape of a result or, with more axes than any that is documented, one with a row for each batch; a vector
/// may lie along its axes. All of these broadcast to the result, and a device may add them so. `most` is the number of
/// axes that the tensor has at most.
void add_spread(const BoundSpec& bound, const Condition& asked, std::size_t most, Ways& ways);

/// Adds each shape that the tensor at `slot` has at other targets: in another release, or on another product.
void add_shapes_elsewhere(const BoundSpec& bound, const Condition& asked, std::size_t slot, Ways& ways);

}  // namespace npu_cts::search
