// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <optional>

#include "framework/expression/shapes.h"
#include "framework/rule/evaluator.h"

// The part of the evaluator whose values are true, false or not defined.
namespace npu_cts {
namespace {

constexpr Number to_number(bool truth) { return truth ? 1 : 0; }

Number negated(Number truth) { return truth ? to_number(*truth == 0) : truth; }

/// Returns whether all items are equal; not defined where an item is not and no other differs.
Number same_items(std::span<const Number> left, std::span<const Number> right) {
  if (left.size() != right.size()) return 0;
  bool unknown = false;
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (left[i] && right[i] && *left[i] != *right[i]) return 0;
    unknown = unknown || !left[i] || !right[i];
  }
  return unknown ? Number() : to_number(true);
}

/// Returns whether `node` is a shape of sizes that are written one by one.
bool is_plain_literal(const BoundNode& node) {
  return node.kind == ExprKind::shape &&
         std::ranges::none_of(node.children, [](const BoundNode& item) { return item.kind == ExprKind::splice; });
}

}  // namespace

Number Evaluator::negation(const BoundNode& node) { return negated(number(node.children[0])); }

template <bool decisive>
Number Evaluator::connective(const BoundNode& node) {
  bool unknown = false;
  for (const BoundNode& child : node.children) {
    const Number truth = number(child);
    if (truth == to_number(decisive)) return truth;
    unknown = unknown || !truth;
  }
  return unknown ? Number() : to_number(!decisive);
}

template Number Evaluator::connective<true>(const BoundNode&);
template Number Evaluator::connective<false>(const BoundNode&);

/// A truth is decided where both branches say the same.
Number Evaluator::conditional(const BoundNode& node) {
  const Number condition = number(node.children[0]);
  if (condition) return number(node.children[*condition != 0 ? 1 : 2]);
  if (node.type != Type::boolean) return std::nullopt;
  const Number yes = number(node.children[1]);
  return yes && yes == number(node.children[2]) ? yes : std::nullopt;
}

template <bool wanted>
Number Evaluator::presence(const BoundNode& node) {
  return to_number(call_.argument(node.children[0].slot).is_given() == wanted);
}

template Number Evaluator::presence<true>(const BoundNode&);
template Number Evaluator::presence<false>(const BoundNode&);

Number Evaluator::broadcastable(const BoundNode& node) {
  return with_sizes(node.children[0], [&](std::span<const std::int64_t> a) {
    return with_sizes(node.children[1],
                      [&](std::span<const std::int64_t> b) { return to_number(can_broadcast(a, b)); });
  });
}

template <bool wanted>
Number Evaluator::equality(const BoundNode& node) {
  const Number same = equal(node.children[0], node.children[1]);
  return wanted ? same : negated(same);
}

template Number Evaluator::equality<true>(const BoundNode&);
template Number Evaluator::equality<false>(const BoundNode&);

Number Evaluator::equal(const BoundNode& a, const BoundNode& b) {
  if (a.type == Type::shape || a.type == Type::list) return equal_sizes(a, b);
  const Number left = number(a);
  const Number right = number(b);
  return left && right ? to_number(*left == *right) : Number();
}

/// As equal_sizes, of the shape `literal`, which no shape is spread into, and known sizes.
Number Evaluator::equal_items(const BoundNode& literal, std::span<const std::int64_t> sizes) {
  if (literal.children.size() != sizes.size()) return to_number(false);
  bool unknown = false;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const Number item = number(literal.children[i]);
    if (item && *item != sizes[i]) return to_number(false);
    unknown = unknown || !item;
  }
  return unknown ? Number() : to_number(true);
}

/// Shapes of different rank differ even where a size is not defined: `[b] == shape(x)` is false for a scalar x.
Number Evaluator::equal_sizes(const BoundNode& a, const BoundNode& b) {
  if (a.kind != ExprKind::shape && is_plain_literal(b))
    return with_sizes(a, [&](std::span<const std::int64_t> sizes) { return equal_items(b, sizes); });
  if (a.kind == ExprKind::shape || b.kind == ExprKind::shape) {
    Items left;
    Items right;
    return add_items(a, left) && add_items(b, right) ? same_items(left.items(), right.items()) : Number();
  }
  const auto left = sizes(a);
  const auto right = sizes(b);
  if (!left || !right) return std::nullopt;
  return to_number(std::ranges::equal(*left, *right));
}

template <class Order>
Number Evaluator::comparison(const BoundNode& node) {
  const Number a = number(node.children[0]);
  const Number b = number(node.children[1]);
  return a && b ? to_number(Order{}(*a, *b)) : Number();
}

template Number Evaluator::comparison<std::less<>>(const BoundNode&);
template Number Evaluator::comparison<std::less_equal<>>(const BoundNode&);
template Number Evaluator::comparison<std::greater<>>(const BoundNode&);
template Number Evaluator::comparison<std::greater_equal<>>(const BoundNode&);

Number Evaluator::membership(const BoundNode& node) {
  const BoundNode& value = node.children[0];
  if (value.type == Type::shape || value.type == Type::list) return among_sizes(value, node.children[1]);
  const Number found = number(value);
  return found ? contains(node.children[1], *found) : Number();
}

Number Evaluator::among_sizes(const BoundNode& value, const BoundNode& set) {
  if (set.kind != ExprKind::set) return std::nullopt;
  bool unknown = false;
  for (const BoundNode& member : set.children) {
    const Number same = equal_sizes(value, member);
    if (same == to_number(true)) return same;
    unknown = unknown || !same;
  }
  return unknown ? Number() : to_number(false);
}

Number Evaluator::contains_in_range(const BoundNode& range, std::int64_t value) {
  const Number first = number(range.children[0]);
  const Number last = number(range.children[1]);
  if ((first && value < *first) || (last && value > *last)) return to_number(false);
  return first && last ? to_number(true) : Number();
}

Number Evaluator::contains(const BoundNode& node, std::int64_t value) {
  if (!spend()) return std::nullopt;
  if (node.kind == ExprKind::range) return contains_in_range(node, value);
  if (node.kind == ExprKind::axes) {
    const Number count = count_axes(node);
    return count ? to_number(0 <= value && value < *count) : Number();
  }
  if (node.kind == ExprKind::difference) {
    const Number inside = contains(node.children[0], value);
    const Number removed = contains(node.children[1], value);
    if (inside == to_number(false) || removed == to_number(true)) return to_number(false);
    return inside && removed ? to_number(true) : Number();
  }
  if (node.kind == ExprKind::conditional) {
    const Number condition = number(node.children[0]);
    return condition ? contains(node.children[*condition != 0 ? 1 : 2], value) : Number();
  }
  if (node.kind != ExprKind::set) return std::nullopt;
  bool unknown = false;
  for (const BoundNode& member : node.children) {
    const Number other = number(member);
    if (other == value) return to_number(true);
    unknown = unknown || !other;
  }
  return unknown ? Number() : to_number(false);
}

/// Returns the number of axes that `axes` stands for.
Number Evaluator::count_axes(const BoundNode& axes) { return spend() ? rank(axes) : Number(); }

template <class See>
bool Evaluator::visit_range(const BoundNode& range, const See& see) {
  const Number first = number(range.children[0]);
  const Number last = number(range.children[1]);
  if (!first || !last) return false;
  for (std::int64_t value = *first; value <= *last; ++value) {
    if (!spend()) return false;
    if (!see(value, true) || value == *last) break;
  }
  return true;
}

/// Calls `see(value, certain)` for the members of `domain` until it returns false; `certain` is false for one that may
/// be no member. Returns whether the whole domain is defined.
template <class See>
bool Evaluator::visit(const BoundNode& domain, const See& see) {
  if (domain.kind == ExprKind::range) return visit_range(domain, see);
  if (domain.kind == ExprKind::difference) {
    const auto see_left = [&](std::int64_t value, bool certain) {
      const Number removed = contains(domain.children[1], value);
      return removed == to_number(true) || see(value, certain && removed.has_value());
    };
    return visit(domain.children[0], std::function<bool(std::int64_t, bool)>(std::cref(see_left)));
  }
  if (domain.kind == ExprKind::axes) {
    const Number count = count_axes(domain);
    for (std::int64_t axis = 0; count && axis < *count; ++axis) {
      if (!see(axis, true)) break;
    }
    return count.has_value();
  }
  if (domain.kind == ExprKind::conditional) {
    const Number condition = number(domain.children[0]);
    return condition && visit(domain.children[*condition != 0 ? 1 : 2], see);
  }
  if (domain.kind != ExprKind::set) return false;
  bool defined = true;
  for (const BoundNode& member : domain.children) {
    const Number value = number(member);
    defined = defined && value.has_value();
    if (value && !see(*value, true)) break;
  }
  return defined;
}

/// Some of the entries of a vector for which the body of a quantifier did not decide: it need not be asked again.
class Evaluator::EntriesAsked {
 public:
  explicit EntriesAsked(const Tensor* vector)
      : vector_(vector == nullptr || vector->type.shape.size() != 1 || vector->values.empty() ? nullptr : vector) {}

  [[nodiscard]] std::optional<std::int64_t> entry(std::int64_t place) const {
    const bool is_inside = vector_ != nullptr && place >= 0 && place < vector_->type.shape[0];
    return is_inside ? element(*vector_, static_cast<std::size_t>(place)) : std::nullopt;
  }
  [[nodiscard]] bool contain(std::optional<std::int64_t> entry) const {
    return entry && (rows_ >> row_of(*entry) & 1U) != 0 && asked_[row_of(*entry)] == *entry;
  }
  void add(std::optional<std::int64_t> entry) {
    if (!entry) return;
    asked_[row_of(*entry)] = *entry;
    rows_ |= std::uint64_t{1} << row_of(*entry);
  }

 private:
  static constexpr int row_bits = 6;
  static std::size_t row_of(std::int64_t entry) {  // the highest bits of the product hang on all bits of the entry
    return static_cast<std::uint64_t>(entry) * 0x9E3779B97F4A7C15U >> (64 - row_bits);
  }

  const Tensor* vector_;    ///< null: no entry is known
  std::uint64_t rows_ = 0;  ///< a bit for each row of asked_ that is set
  std::array<std::int64_t, std::size_t{1} << row_bits> asked_;
};

template <bool decisive>
Number Evaluator::quantifier(const BoundNode& node) {
  bool unknown = false;
  bool decided = false;
  bool hopeless = false;
  EntriesAsked asked(node.slot == no_slot ? nullptr : call_.argument(node.slot).tensor);
  const auto see = [&](std::int64_t value, bool certain) {
    const auto entry = asked.entry(value);
    if (asked.contain(entry)) return true;
    const KeptSizes::Mark before = kept_.mark();
    variables_.push_back(value);
    const Number truth = number(node.children[1]);
    variables_.pop_back();
    kept_.drop(before);
    const bool is_decisive = truth == to_number(decisive);
    if (!is_decisive) asked.add(entry);
    decided = certain && is_decisive;
    const bool first = !unknown;
    unknown = unknown || !truth || (is_decisive && !certain);
    hopeless = hopeless || (!truth && first && reads_missing_data(node.children[1]));
    return !decided && !hopeless && work_ > 0;
  };
  const bool defined = visit(node.children[0], see);
  if (decided) return to_number(decisive);
  return unknown || !defined || work_ <= 0 ? Number() : to_number(!decisive);
}

template Number Evaluator::quantifier<true>(const BoundNode&);
template Number Evaluator::quantifier<false>(const BoundNode&);

}  // namespace npu_cts
