#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <type_traits>

#include "framework/rule/evaluator.h"
#include "framework/rule/nodes.h"
#include "framework/rule/shapes.h"

// The part of the evaluator whose values are true, false or not defined.
namespace npu_cts {
namespace {

/// Largest set that is made as a value; ranges in `in` and quantifiers are never made.
constexpr std::size_t max_set_size = 1'000'000;

std::optional<bool> negated(std::optional<bool> truth) {
  if (!truth) return truth;
  return !*truth;
}

/// Returns whether all items are equal; not defined where an item is not and no other differs.
template <class Left, class Right>
std::optional<bool> same_items(const Left& left, const Right& right) {
  if (left.size() != right.size()) return false;
  bool unknown = false;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const std::optional<std::int64_t> x = left[i];
    const std::optional<std::int64_t> y = right[i];
    if (x && y && *x != *y) return false;
    unknown = unknown || !x || !y;
  }
  return unknown ? std::nullopt : std::optional(true);
}

/// Returns whether `node` is not defined whatever its variables are: it reads data that the call does not carry.
/// What it cannot tell is false.
bool reads_missing_data(const Expression& node, const Facts& facts) {
  const auto missing = [&](const ExpressionPtr& child) { return reads_missing_data(*child, facts); };
  switch (node.op) {
    case Op::at: {
      const Expression& of = *node.children[0];
      const Tensor* const tensor = of.type == Type::tensor ? facts.tensor(of.name) : nullptr;
      return of.type == Type::tensor && (tensor == nullptr || tensor->values.empty());
    }
    case Op::logical_and:
    case Op::logical_or:
      return !node.children.empty() && std::ranges::all_of(node.children, missing);
    case Op::conditional:
      return missing(node.children[1]) && missing(node.children[2]);
    case Op::in:
    case Op::logical_not:
    case Op::negate:
    case Op::absolute:
      return missing(node.children[0]);
    case Op::equal:
    case Op::not_equal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::floor_divide:
    case Op::modulo:
    case Op::ceil_divide:
    case Op::minimum:
    case Op::maximum:
      return std::ranges::any_of(node.children, missing);
    default:
      return false;
  }
}

}  // namespace

std::optional<bool> Evaluator::boolean(const Expression& node) {
  if (!spend() || node.type != Type::boolean) return std::nullopt;
  switch (node.op) {
    case Op::boolean:
      return node.integer != 0;
    case Op::parameter:
      return attribute<bool>(node);
    case Op::symbol: {
      const Value* const outside = facts_.outside_symbol(node.name);
      if (outside == nullptr) return symbol<bool>(node, &Evaluator::boolean);
      if (const auto* const held = std::get_if<bool>(outside)) return *held;
      return std::nullopt;
    }
    case Op::logical_not:
      return negated(boolean(*node.children[0]));
    case Op::logical_and:
      return connective(node, false);
    case Op::logical_or:
      return connective(node, true);
    case Op::equal:
      return equal(*node.children[0], *node.children[1]);
    case Op::not_equal:
      return negated(equal(*node.children[0], *node.children[1]));
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
      return compare(node);
    case Op::in:
      return member_of(node);
    case Op::given:
      return is_given(*node.children[0]);
    case Op::absent:
      return !is_given(*node.children[0]);
    case Op::conditional: {
      const auto condition = boolean(*node.children[0]);
      if (condition) return boolean(*node.children[*condition ? 1 : 2]);
      const auto yes = boolean(*node.children[1]);
      return yes && yes == boolean(*node.children[2]) ? yes : std::nullopt;
    }
    case Op::all_of:
      return quantify(node, false);
    case Op::any_of:
      return quantify(node, true);
    case Op::broadcastable: {
      const auto a = shape(*node.children[0]);
      const auto b = shape(*node.children[1]);
      if (!a || !b) return std::nullopt;
      return broadcast(**a, **b).has_value();
    }
    default:
      return std::nullopt;
  }
}

std::optional<bool> Evaluator::connective(const Expression& node, bool decisive) {
  bool unknown = false;
  for (const ExpressionPtr& child : node.children) {
    const auto truth = boolean(*child);
    if (truth == decisive) return decisive;
    unknown = unknown || !truth;
  }
  if (unknown) return std::nullopt;
  return !decisive;
}

/// Returns the number of axes that `axes` stands for.
std::optional<std::int64_t> Evaluator::count_axes(const Expression& axes) {
  if (!spend()) return std::nullopt;
  return read_sizes(*axes.children[0], [](const Shape& sizes) { return std::optional(std::ssize(sizes)); });
}

/// Calls `see(value, certain)` for the members of `domain` until it returns false; `certain` is false for one that may
/// be no member. Returns whether the whole domain is defined.
bool Evaluator::visit(const Expression& domain, const See& see) {
  if (domain.op == Op::range) {
    const auto first = integer(*domain.children[0]);
    const auto last = integer(*domain.children[1]);
    if (!first || !last) return false;
    for (std::int64_t value = *first; value <= *last; ++value) {
      if (!spend()) return false;
      if (!see(value, true) || value == *last) break;
    }
    return true;
  }
  if (domain.op == Op::difference) {
    return visit(*domain.children[0], [&](std::int64_t value, bool certain) {
      const auto removed = contains(*domain.children[1], value);
      return removed == true || see(value, certain && removed.has_value());
    });
  }
  if (domain.op == Op::axes) {
    const auto count = count_axes(domain);
    for (std::int64_t axis = 0; count && axis < *count; ++axis) {
      if (!see(axis, true)) break;
    }
    return count.has_value();
  }
  if (domain.op == Op::set) {
    bool defined = true;
    for (const ExpressionPtr& member : domain.children) {
      const auto value = integer(*member);
      defined = defined && value.has_value();
      if (value && !see(*value, true)) break;
    }
    return defined;
  }
  const auto members = set(domain);
  if (!members) return false;
  for (const std::int64_t value : members->members) {
    if (!see(value, true)) break;
  }
  return true;
}

std::optional<IntegerSet> Evaluator::set(const Expression& node) {
  if (!spend() || node.type != Type::set) return std::nullopt;
  if (node.op == Op::conditional) return conditional<IntegerSet>(node, &Evaluator::set);
  if (node.op == Op::symbol) return symbol<IntegerSet>(node, &Evaluator::set);
  IntegerSet result;
  if (node.op == Op::set && node.children.front()->type != Type::integer) return std::nullopt;
  bool certain = true;
  const bool defined = visit(node, [&](std::int64_t value, bool sure) {
    result.members.push_back(value);
    certain = certain && sure;
    return certain && result.members.size() < max_set_size;
  });
  if (!defined || !certain || result.members.size() >= max_set_size) return std::nullopt;
  std::ranges::sort(result.members);
  result.members.erase(std::unique(result.members.begin(), result.members.end()), result.members.end());
  return result;
}

std::optional<bool> Evaluator::quantify(const Expression& node, bool decisive) {
  bool unknown = false;
  bool decided = false;
  bool hopeless = false;
  const auto see = [&](std::int64_t value, bool certain) {
    bindings_.push_back({.name = node.name, .value = value});
    const auto truth = boolean(*node.children[1]);
    bindings_.pop_back();
    decided = certain && truth == decisive;
    const bool first = !unknown;
    unknown = unknown || !truth || (truth == decisive && !certain);
    hopeless = hopeless || (!truth && first && reads_missing_data(*node.children[1], facts_));
    return !decided && !hopeless && work_ > 0;
  };
  const bool defined = visit(*node.children[0], std::ref(see));
  if (decided) return decisive;
  if (unknown || !defined || work_ <= 0) return std::nullopt;
  return !decisive;
}

bool Evaluator::is_given(const Expression& parameter) const {
  const Value* const value = facts_.argument(parameter.name);
  return value != nullptr && !std::holds_alternative<None>(*value);
}

std::optional<bool> Evaluator::equal(const Expression& a, const Expression& b) {
  const auto same = [](const auto& x, const auto& y) -> std::optional<bool> {
    if (!x || !y) return std::nullopt;
    return *x == *y;
  };
  switch (a.type) {
    case Type::boolean:
      return same(boolean(a), boolean(b));
    case Type::integer:
      return same(integer(a), integer(b));
    case Type::dtype:
      return same(dtype(a), dtype(b));
    case Type::word:
      return same(word(a), word(b));
    case Type::shape:
    case Type::list:
      return equal_shapes(a, b);
    case Type::set:
    case Type::tensor:
      return std::nullopt;
  }
  std::abort();
}

/// Shapes of different rank differ even where a size is not defined: `[b] == shape(x)` is false for a scalar x.
std::optional<bool> Evaluator::equal_shapes(const Expression& a, const Expression& b) {
  if (a.op != Op::shape && b.op != Op::shape) {
    const auto left = shape(a);
    const auto right = shape(b);
    if (!left || !right) return std::nullopt;
    return **left == **right;
  }
  if (a.op != Op::shape) return equal_shapes(b, a);
  const auto left = items(a);
  if (b.op == Op::shape) {
    const auto right = items(b);
    return left && right ? same_items(*left, *right) : std::nullopt;
  }
  const auto right = shape(b);
  return left && right ? same_items(*left, **right) : std::nullopt;
}

std::optional<bool> Evaluator::compare(const Expression& node) {
  const auto a = integer(*node.children[0]);
  const auto b = integer(*node.children[1]);
  if (!a || !b) return std::nullopt;
  if (node.op == Op::less) return *a < *b;
  if (node.op == Op::less_equal) return *a <= *b;
  if (node.op == Op::greater) return *a > *b;
  return *a >= *b;
}

std::optional<bool> Evaluator::contains_range(const Expression& range, std::int64_t value) {
  const auto first = integer(*range.children[0]);
  const auto last = integer(*range.children[1]);
  if ((first && value < *first) || (last && value > *last)) return false;
  if (!first || !last) return std::nullopt;
  return true;
}

template <class T>
std::optional<bool> Evaluator::contains(const Expression& node, const T& value) {
  if (!spend()) return std::nullopt;
  if (node.op == Op::set) {
    bool unknown = false;
    for (const ExpressionPtr& member : node.children) {
      const auto other = value_as(*member, static_cast<const T*>(nullptr));
      if (other == value) return true;
      unknown = unknown || !other;
    }
    return unknown ? std::nullopt : std::optional(false);
  }
  if (node.op == Op::difference) {
    const auto inside = contains(*node.children[0], value);
    const auto removed = contains(*node.children[1], value);
    if (inside == false || removed == true) return false;
    return inside && removed ? std::optional(true) : std::nullopt;
  }
  if (node.op == Op::conditional) {
    const auto condition = boolean(*node.children[0]);
    return condition ? contains(*node.children[*condition ? 1 : 2], value) : std::nullopt;
  }
  if constexpr (std::is_same_v<T, std::int64_t>) {
    if (node.op == Op::range) return contains_range(node, value);
    if (node.op == Op::axes) {
      const auto count = count_axes(node);
      return count ? std::optional(0 <= value && value < *count) : std::nullopt;
    }
    const auto members = set(node);
    if (members) return std::ranges::binary_search(members->members, value);
  }
  return std::nullopt;
}

std::optional<bool> Evaluator::member_of(const Expression& node) {
  const Expression& value = *node.children[0];
  const Expression& domain = *node.children[1];
  const auto look = [&](const auto& found) { return found ? contains(domain, *found) : std::nullopt; };
  switch (value.type) {
    case Type::boolean:
      return look(boolean(value));
    case Type::integer:
      return look(integer(value));
    case Type::dtype:
      return look(dtype(value));
    case Type::word:
      return look(word(value));
    case Type::shape:
    case Type::list: {
      bool unknown = domain.op != Op::set;
      for (const ExpressionPtr& member : domain.children) {
        if (domain.op != Op::set) break;
        const auto same = equal_shapes(value, *member);
        if (same == true) return true;
        unknown = unknown || !same;
      }
      return unknown ? std::nullopt : std::optional(false);
    }
    case Type::set:
    case Type::tensor:
      return std::nullopt;
  }
  std::abort();
}

}  // namespace npu_cts
