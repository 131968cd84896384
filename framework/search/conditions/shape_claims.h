// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "framework/expression/nodes.h"
#include "framework/search/conditions/conditions.h"
#include "framework/search/conditions/term.h"

// What the files of this folder share that say how a shape may be another than the one that a condition asks for.
namespace npu_cts::search {

/// The items of a shape that is wrong in one way; null where any size may stand.
using Items = std::vector<ExpressionPtr>;

/// Builds claims about the shape that a condition asks for: of `tensor`, to be `wants`.
class ShapeClaims {
 public:
  explicit ShapeClaims(const Expression& condition)
      : has_(condition.children[0]),
        tensor_(condition.children[0]->children[0]),
        wants_(condition.children[1]),
        at_(condition.at) {}

  [[nodiscard]] const std::vector<ExpressionPtr>& items() const { return wants_->children; }
  [[nodiscard]] Term size(std::int64_t axis) const { return size_of(tensor_, axis); }
  [[nodiscard]] Term count() const { return numel_of(tensor_); }
  [[nodiscard]] Term rank_is(std::size_t rank) const { return rank_of(tensor_) == static_cast<std::int64_t>(rank); }

  /// The shape is the wanted one but for the axis at `from_end`, negative.
  [[nodiscard]] Term differs_at_most_at(std::int64_t from_end) const {
    return has_ == with_size(wants_, from_end, size(from_end));
  }

  [[nodiscard]] Term is(std::vector<ExpressionPtr> items) const {
    return has_ == make_node(ExprKind::shape, Type::shape, std::move(items), at_);
  }

  /// The shape is the wanted one with two neighbours exchanged.
  [[nodiscard]] Term is_swapped() const {
    std::vector<ExpressionPtr> each;
    for (std::size_t axis = 0; axis + 1 < items().size(); ++axis) {
      std::vector<ExpressionPtr> swapped = items();
      std::swap(swapped[axis], swapped[axis + 1]);
      each.push_back(is(std::move(swapped)));
    }
    return make_node(ExprKind::logical_or, Type::boolean, std::move(each), at_);
  }

 private:
  Term has_;
  Term tensor_;
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
