#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "framework/rule/evaluate.h"

namespace npu_cts {

/// A shape that is either somebody else's or its own: facts are read without copying them.
class ShapeValue {
 public:
  explicit ShapeValue(const Shape* borrowed) : borrowed_(borrowed) {}
  explicit ShapeValue(Shape owned) : owned_(std::move(owned)) {}

  const Shape& operator*() const { return borrowed_ != nullptr ? *borrowed_ : owned_; }
  const Shape* operator->() const { return &**this; }

  /// Returns the shape as one's own.
  [[nodiscard]] Shape take() && {
    if (borrowed_ != nullptr) return *borrowed_;
    return std::move(owned_);
  }

 private:
  const Shape* borrowed_ = nullptr;
  Shape owned_;
};

/// One evaluation: a typed walk over a tree. Every function returns nothing where the value is not defined.
class Evaluator {
 public:
  explicit Evaluator(const Facts& facts) : facts_(facts) {}

  std::optional<bool> boolean(const Expression& node);
  std::optional<std::int64_t> integer(const Expression& node);
  std::optional<DType> dtype(const Expression& node);
  std::optional<std::string_view> word(const Expression& node);
  std::optional<ShapeValue> shape(const Expression& node);
  std::optional<IntegerSet> set(const Expression& node);

 private:
  using Items = std::vector<std::optional<std::int64_t>>;

  using See = std::function<bool(std::int64_t value, bool certain)>;

  struct Binding {
    std::string_view name;
    std::int64_t value;
  };

  bool spend() { return work_ > 0 && --work_ > 0; }

  // logic
  std::optional<bool> connective(const Expression& node, bool decisive);
  std::optional<bool> quantify(const Expression& node, bool decisive);
  std::optional<bool> equal(const Expression& a, const Expression& b);
  std::optional<bool> equal_shapes(const Expression& a, const Expression& b);
  std::optional<bool> compare(const Expression& node);
  std::optional<bool> member_of(const Expression& node);
  template <class T>
  std::optional<bool> contains(const Expression& set, const T& value);
  std::optional<bool> contains_range(const Expression& range, std::int64_t value);
  bool visit(const Expression& domain, const See& see);
  std::optional<std::int64_t> count_axes(const Expression& axes);
  [[nodiscard]] bool is_given(const Expression& parameter) const;

  // integers
  template <class Step>
  std::optional<std::int64_t> fold(const Expression& node, Step step);
  std::optional<std::int64_t> size_of_axis(const Expression& node);
  std::optional<std::int64_t> bytes(const Expression& node);
  std::optional<std::int64_t> at(const Expression& node);
  std::optional<std::int64_t> at_tensor(const Expression& node, const Tensor& tensor);
  [[nodiscard]] std::optional<std::int64_t> variable(std::string_view name) const;

  // shapes
  std::optional<ShapeValue> facts_shape(const Expression& tensor_or_shape);
  std::optional<ShapeValue> list(const Expression& parameter);
  std::optional<ShapeValue> replaced(const Expression& node);
  std::optional<Items> items(const Expression& shape);
  std::optional<Shape> literal(const Expression& node);

  template <class T, class Walk>
  std::optional<T> symbol(const Expression& node, Walk walk);
  template <class Read>
  std::optional<std::int64_t> read_sizes(const Expression& tensor_or_shape, Read read);
  template <class T, class Walk>
  std::optional<T> conditional(const Expression& node, Walk walk);
  template <class T>
  [[nodiscard]] std::optional<T> attribute(const Expression& parameter) const;
  [[nodiscard]] const Tensor* tensor(const Expression& parameter) const;

  /// Returns the value of `node` as a T: how one template compares all types.
  std::optional<std::int64_t> value_as(const Expression& node, const std::int64_t* /*tag*/) { return integer(node); }
  std::optional<bool> value_as(const Expression& node, const bool* /*tag*/) { return boolean(node); }
  std::optional<DType> value_as(const Expression& node, const DType* /*tag*/) { return dtype(node); }
  std::optional<std::string_view> value_as(const Expression& node, const std::string_view* /*tag*/) {
    return word(node);
  }

  const Facts& facts_;
  std::vector<Binding> bindings_;
  std::int64_t work_ = max_work;
  int symbol_depth_ = 0;
  int deepest_ = 0;  ///< that the symbol being evaluated reached; beyond max_symbol_depth where it was cut there
};

/// Deepest chain of symbols defined by symbols; a deeper or circular one is not defined.
inline constexpr int max_symbol_depth = 32;

template <class T>
std::optional<T> Evaluator::attribute(const Expression& parameter) const {
  const Value* const value = facts_.argument(parameter.name);
  const T* const held = value == nullptr ? nullptr : std::get_if<T>(value);
  if (held == nullptr) return std::nullopt;
  return *held;
}

template <class T, class Walk>
std::optional<T> Evaluator::conditional(const Expression& node, Walk walk) {
  const auto condition = boolean(*node.children[0]);
  if (!condition) return std::nullopt;
  return (this->*walk)(*node.children[*condition ? 1 : 2]);
}

/// Returns a remembered value as a T; words and shapes stay where they are.
template <class T>
std::optional<T> as(const Computed& value) {
  if constexpr (std::is_same_v<T, ShapeValue>) {
    const auto* const held = std::get_if<Shape>(&value);
    return held == nullptr ? std::nullopt : std::optional<T>(held);
  } else {
    using Held = std::conditional_t<std::is_same_v<T, std::string_view>, std::string, T>;
    const auto* const held = std::get_if<Held>(&value);
    return held == nullptr ? std::nullopt : std::optional<T>(*held);
  }
}

/// Returns what `as` takes back.
template <class T>
Computed to_computed(std::optional<T> value) {
  if (!value) return {};
  if constexpr (std::is_same_v<T, ShapeValue>) {
    return Computed(std::move(*value).take());
  } else if constexpr (std::is_same_v<T, std::string_view>) {
    return Computed(std::string(*value));
  } else {
    return Computed(std::move(*value));
  }
}

/// A value that came to its end is remembered, with its price: where less work or fewer symbols are left than it took,
/// it is evaluated again, and so every expression has the value it has alone.
template <class T, class Walk>
std::optional<T> Evaluator::symbol(const Expression& node, Walk walk) {
  const auto position = facts_.find_symbol(node.name);
  const Expression* const definition = position ? facts_.op().symbols[*position].is.get() : nullptr;
  if (definition == nullptr) return std::nullopt;
  if (symbol_depth_ >= max_symbol_depth) {
    deepest_ = max_symbol_depth + 1;
    return std::nullopt;
  }
  auto& known = facts_.remembered(*position);
  const bool typed = definition->type == node.type;
  if (known && typed && known->work < work_ && symbol_depth_ + known->height <= max_symbol_depth) {
    work_ -= known->work;
    deepest_ = std::max(deepest_, symbol_depth_ + known->height);
    return as<T>(known->value);
  }
  const int outer = std::exchange(deepest_, symbol_depth_ + 1);
  const std::int64_t before = work_;
  ++symbol_depth_;
  auto value = (this->*walk)(*definition);
  --symbol_depth_;
  const int reached = std::exchange(deepest_, std::max(outer, deepest_));
  if (known || !typed || work_ <= 0 || reached > max_symbol_depth) return value;
  known = Remembered{.value = to_computed(std::move(value)), .work = before - work_, .height = reached - symbol_depth_};
  return as<T>(known->value);
}

/// Returns what `read` makes of the sizes, which are not copied; nothing where they are not defined.
template <class Read>
std::optional<std::int64_t> Evaluator::read_sizes(const Expression& tensor_or_shape, Read read) {
  if (tensor_or_shape.type == Type::tensor) {
    const Tensor* const found = tensor(tensor_or_shape);
    return found == nullptr ? std::nullopt : read(found->type.shape);
  }
  const auto sizes = shape(tensor_or_shape);
  return sizes ? read(**sizes) : std::nullopt;
}

}  // namespace npu_cts
