// SPDX-License-Identifier: Apache-2.0
// The ways in which a shape may be another than the one that a condition asks for.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "framework/expression/nodes.h"
#include "framework/search/conditions/shape_claims.h"

namespace npu_cts::search {
namespace {

/// What is wrong with one axis, all others being right.
struct AxisFault {
  std::string_view name;
  Term (*claim)(const Term& has, const Term& wants);
  bool is_narrow = false;
  bool is_large = false;  ///< of a small tensor alone: a large one would cost more than it shows
};

/// The size is neither the wanted one, nor beside it, nor 1.
Term claim_other(const Term& has, const Term& wants) {
  return has > 1 && Term::node(ExprKind::absolute, Type::integer, {has - wants}) > 1;
}

template <int difference>
Term stands_off(const Term& has, const Term& wants) {
  return has == wants + difference;
}

constexpr std::array axis_faults{
    AxisFault{"short", stands_off<-1>},
    AxisFault{"long", stands_off<1>},
    AxisFault{"one", [](const Term& has, const Term& wants) { return has == 1 && wants > 2; }},
    AxisFault{"empty", [](const Term& has, const Term& wants) { return has == 0 && wants > 1; }},
    AxisFault{"other", claim_other},
    AxisFault{"half", [](const Term& has, const Term& wants) { return has * 2 == wants && has > 1; }, true},
    AxisFault{"wraps-8", stands_off<1 << wrapping_bits[0]>, true},
    AxisFault{"wraps-16", stands_off<1 << wrapping_bits[1]>, true, true},
};

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
    Term claim = fault.claim(of.size(from_end), wants[axis]) && of.differs_at_most_at(from_end);
    if (fault.is_large) claim = claim && of.count() <= most_elements_that_wrap;
    ways.push_back({.name = fmt::format("axis{}-{}", axis, fault.name), .claim = claim, .is_narrow = fault.is_narrow});
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
    const Term has = of.size(from_end);
    ways.push_back(narrow_way(fmt::format("axis{}-as-{}", axis, size->name),
                              (has == size && claim_other(has, wants[axis])) && of.differs_at_most_at(from_end)));
  }
}

/// Finds the sizes of a tensor that `node` multiplies by a number: how many elements stand in a word.
void collect_multiplied(const Expression& node, std::vector<ExpressionPtr>& found) {
  const auto is_size = [](const ExpressionPtr& one) {
    const bool is_axis = one->kind == ExprKind::last || one->kind == ExprKind::dim;
    return is_axis && one->children[0]->type == Type::tensor;
  };
  const auto is_number = [](const ExpressionPtr& one) { return one->kind == ExprKind::integer; };
  if (node.kind == ExprKind::multiply && std::ranges::any_of(node.children, is_number))
    std::ranges::copy_if(node.children, std::back_inserter(found), is_size);
  for (const ExpressionPtr& child : node.children) collect_multiplied(*child, found);
}

/// The axis is as long as another tensor has words, where it is to be as long as that has elements.
void add_packed(const BoundSpec& bound, const Documented& documented, const Condition& asked, std::size_t axis,
                Ways& ways) {
  const ExpressionPtr& wants = asked.written->children[1]->children[axis];
  const Symbol* const symbol = wants->kind == ExprKind::symbol ? find_symbol(bound.op(), wants->name) : nullptr;
  if (symbol == nullptr) return;
  std::vector<ExpressionPtr> words;
  collect_multiplied(*symbol->value, words);
  if (words.empty()) return;
  Items items = asked.written->children[1]->children;
  items[axis] = words.front();
  if (documented.takes(items)) return;
  const ShapeClaims of(*asked.written);
  const auto from_end =
      static_cast<std::int64_t>(axis) - static_cast<std::int64_t>(asked.written->children[1]->children.size());
  const Term are_words = of.size(from_end) == words.front();
  ways.push_back(narrow_way(fmt::format("axis{}-packed", axis),
                            (are_words && Term(words.front()) < wants) && of.differs_at_most_at(from_end)));
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
  const auto add = [&](std::string name, const Items& items, const Term& claim, bool is_narrow = false) {
    if (!documented.takes(items)) ways.push_back({.name = std::move(name), .claim = claim, .is_narrow = is_narrow});
  };
  if (!wants.empty()) add("rank-short", Items(wants.size() - 1), of.rank_is(wants.size() - 1));
  const Term is_longer = of.rank_is(wants.size() + 1);
  const Term starts_with_one = of.size(0) == 1;
  add("rank-long-front", in_front, is_longer && starts_with_one);
  add("rank-long-back", behind, is_longer && (of.size(-1) == 1 && negation_of(starts_with_one)));
  const auto add_axes = [&](std::string name, std::size_t rank) {
    Items more = wants;
    more.insert(more.begin(), rank - wants.size(), one);
    add(std::move(name), more, of.rank_is(rank) && starts_with_one, true);
  };
  if (wants.size() + 2 < many_axes) add_axes("rank-two-more", wants.size() + 2);
  if (wants.size() + 1 < many_axes) add_axes("rank-many", many_axes);
  if (wants.size() > 1) add("rank-two-fewer", Items(wants.size() - 2), of.rank_is(wants.size() - 2), true);
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
    ways.push_back(narrow_way(fmt::format("axis{}-{}", axis, what), of.is(items)));
  };
  for (std::size_t axis = 0; axis <= wants.size(); ++axis) {
    if (follows_from_itself && axis != 0 && axis != wants.size()) continue;
    const auto place = static_cast<std::ptrdiff_t>(axis);
    Items more = wants;
    more.insert(more.begin() + place, make_integer(1, asked.written->at));
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

/// Two neighbours are one axis that holds the elements of both; and so are all axes behind the first.
void add_merged(const Documented& documented, const Condition& asked, Ways& ways) {
  const Items& wants = asked.written->children[1]->children;
  const ShapeClaims of(*asked.written);
  const auto add = [&](std::string name, std::size_t first, std::size_t end) {
    const auto at = [&](std::size_t axis) { return wants.begin() + static_cast<std::ptrdiff_t>(axis); };
    Items items(wants.begin(), at(first));
    items.push_back(make_node(ExprKind::multiply, Type::integer, Items(at(first), at(end)), asked.written->at));
    items.insert(items.end(), at(end), wants.end());
    if (!documented.takes(items)) ways.push_back(narrow_way(std::move(name), of.is(items)));
  };
  for (std::size_t axis = 0; axis + 1 < wants.size(); ++axis) add(fmt::format("axis{}-merged", axis), axis, axis + 2);
  if (wants.size() > 3) add("tail-merged", 1, wants.size());
}

}  // namespace

Ways ways_of_shape(const BoundSpec& bound, const Condition& condition) {
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
  if (!is_spread_out && !follows_from(bound, wants, slot)) add_merged(documented, condition, ways);
  for (std::size_t axis = 0; axis < wants.children.size(); ++axis) {
    const BoundNode& item = wants.children[axis];
    if (is_spread(item) || follows_from(bound, item, slot)) continue;
    add_axis(documented, condition, axis, ways);
    add_borrowed(bound, documented, condition, axis, ways);
    add_packed(bound, documented, condition, axis, ways);
  }
  const auto most = most_axes_of(bound, slot);
  if (most && !follows_from(bound, wants, slot)) add_spread(bound, condition, *most, ways);
  add_shapes_elsewhere(bound, condition, slot, ways);
  return ways;
}

}  // namespace npu_cts::search
