// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "framework/expression/few.h"
#include "framework/rule/evaluate.h"
#include "framework/rule/maybe_number.h"
#include "framework/rule/sizes.h"

namespace npu_cts {

using Number = MaybeNumber;

/// One evaluation: a walk over bound nodes, by the table of evaluator.cpp. It allocates only for what is longer than a
/// Few or KeptSizes; every function returns nothing where the value is not defined.
class Evaluator {
 public:
  explicit Evaluator(const SlotCall& call) : call_(call) {}

  Number number(const BoundNode& node) {
    if (node.test.is_test()) return call_.asked(node.test);
    return is_constant(node.kind) ? Number(node.number) : computed(node);
  }
  /// As `number`, an evaluation of its own: with the full limit of work.
  Number number_anew(const BoundNode& node) {
    work_ = max_work;
    kept_.drop({});
    return number(node);
  }
  MaybeSizes sizes(const BoundNode& node);

 private:
  enum class Needs : std::uint8_t;
  struct Row;
  struct Table;
  class EntriesAsked;
  using Items = Few<Number>;

  static constexpr bool is_constant(ExprKind kind) { return kind <= ExprKind::word; }

  bool spend() { return work_ > 0 && --work_ > 0; }
  Number computed(const BoundNode& node);

  // leaves
  Number nothing(const BoundNode& node);
  Number variable(const BoundNode& node);
  Number parameter(const BoundNode& node);
  Number symbol(const BoundNode& node);

  // logic
  Number negation(const BoundNode& node);
  template <bool decisive>
  Number connective(const BoundNode& node);
  template <bool decisive>
  Number quantifier(const BoundNode& node);
  template <bool wanted>
  Number presence(const BoundNode& node);
  template <bool wanted>
  Number equality(const BoundNode& node);
  template <class Order>
  Number comparison(const BoundNode& node);
  Number membership(const BoundNode& node);
  Number broadcastable(const BoundNode& node);
  Number conditional(const BoundNode& node);
  Number equal(const BoundNode& a, const BoundNode& b);
  Number equal_sizes(const BoundNode& a, const BoundNode& b);
  Number equal_items(const BoundNode& literal, std::span<const std::int64_t> sizes);
  Number among_sizes(const BoundNode& value, const BoundNode& set);
  Number contains(const BoundNode& set, std::int64_t value);
  Number contains_in_range(const BoundNode& range, std::int64_t value);
  template <class See>
  bool visit(const BoundNode& domain, const See& see);
  template <class See>
  bool visit_range(const BoundNode& range, const See& see);
  Number count_axes(const BoundNode& axes);
  bool reads_missing_data(const BoundNode& node) const;

  // integers
  template <auto step>
  Number fold(const BoundNode& node);
  Number negative(const BoundNode& node);
  Number absolute(const BoundNode& node);
  Number rank(const BoundNode& node);
  Number dim(const BoundNode& node);
  Number last(const BoundNode& node);
  Number numel(const BoundNode& node);
  Number bytes(const BoundNode& node);
  Number at(const BoundNode& node);
  Number at_tensor(const BoundNode& node, const Tensor& tensor);
  Number size_of_axis(const BoundNode& of, Number axis);

  // dtypes and words
  Number dtype_of(const BoundNode& node);
  Number layout_of(const BoundNode& node);
  Number format_of(const BoundNode& node);

  // shapes
  MaybeSizes no_sizes(const BoundNode& node);
  MaybeSizes list(const BoundNode& node);
  MaybeSizes symbol_sizes(const BoundNode& node);
  MaybeSizes conditional_sizes(const BoundNode& node);
  MaybeSizes literal(const BoundNode& node);
  MaybeSizes sliced(const BoundNode& node);
  MaybeSizes replaced(const BoundNode& node);
  MaybeSizes stretched(const BoundNode& node);
  MaybeSizes sizes_of(const BoundNode& tensor_or_shape);  ///< of a tensor, or a shape itself
  template <class Use>
  Number with_sizes(const BoundNode& tensor_or_shape, const Use& use);
  MaybeSizes first_sizes(const BoundNode& node) { return sizes_of(node.children[0]); }
  bool add_items(const BoundNode& shape, Items& items);
  [[nodiscard]] const Tensor* tensor(const BoundNode& parameter) const {
    return parameter.kind == ExprKind::parameter ? call_.argument(parameter.slot).tensor : nullptr;
  }

  const SlotCall& call_;
  Few<std::int64_t> variables_;
  KeptSizes kept_;
  std::int64_t work_ = max_work;
};

/// Returns what `use` makes of the sizes of a tensor or shape, where those are defined. Copies none that the call has.
template <class Use>
Number Evaluator::with_sizes(const BoundNode& tensor_or_shape, const Use& use) {
  const bool is_shape_of = tensor_or_shape.kind == ExprKind::shape_of;
  const BoundNode& of = is_shape_of ? tensor_or_shape.children[0] : tensor_or_shape;
  if (of.type == Type::tensor) {
    const Tensor* const found = tensor(of);
    return found == nullptr ? Number() : use(std::span<const std::int64_t>(found->type.shape));
  }
  const auto found = sizes(of);
  return found ? use(*found) : Number();
}

}  // namespace npu_cts
