// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/expression_edits.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "framework/expression/nodes.h"
#include "framework/expression/print_expression.h"
#include "framework/model/dtype.h"

namespace npu_cts::mutants {
namespace {

/// Puts a node in the place of another: returns the whole.
using Put = std::function<ExpressionPtr(ExpressionPtr)>;

ExpressionPtr with_child(const Expression& node, std::size_t at, ExpressionPtr child) {
  Expression changed = node;
  changed.children[at] = std::move(child);
  return std::make_shared<const Expression>(std::move(changed));
}

/// Returns `number` and `by` more.
ExpressionPtr moved(const ExpressionPtr& number, std::int64_t by) {
  if (number->kind == ExprKind::integer) return make_integer(number->integer + by, number->at);
  return make_node(ExprKind::add, Type::integer, {number, make_integer(by, number->at)}, number->at);
}

/// Walks through a claim, and changes one place at a time.
class Editor {
 public:
  std::vector<ExpressionEdit> run(const ExpressionPtr& claim) {
    walk(claim, Reach::more, [](ExpressionPtr node) { return node; });
    return std::move(edits_);
  }

 private:
  /// `reach` is that of the claim where `node` is true of more.
  void walk(const ExpressionPtr& node, Reach reach, const Put& put) {
    const auto child = [&](std::size_t at, Reach of_child) {
      walk(node->children[at], of_child,
           [&, at](ExpressionPtr to) { return put(with_child(*node, at, std::move(to))); });
    };
    if (node->kind == ExprKind::logical_not) return child(0, opposite(reach));
    if (node->kind == ExprKind::logical_and || node->kind == ExprKind::logical_or ||
        node->kind == ExprKind::conditional) {
      for (std::size_t at = 0; at < node->children.size(); ++at) child(at, reach);
      return;
    }
    if (node->kind == ExprKind::all_of || node->kind == ExprKind::any_of) {
      narrow_domain(node, node->kind == ExprKind::all_of ? reach : opposite(reach), put);
      return child(1, reach);
    }
    edit_atom(node, reach, put);
  }

  void add(const Put& put, ExpressionPtr to, Reach reach, std::string what) {
    edits_.push_back({.whole = put(std::move(to)), .reach = reach, .what = std::move(what)});
  }

  /// A domain that ends earlier at either end.
  void narrow_domain(const ExpressionPtr& node, Reach reach, const Put& put) {
    const ExpressionPtr& domain = node->children[0];
    if (domain->kind != ExprKind::range) return;
    for (const std::size_t end : {0U, 1U}) {
      auto range = with_child(*domain, end, moved(domain->children[end], end == 0 ? 1 : -1));
      add(put, with_child(*node, 0, std::move(range)), reach,
          fmt::format("leaves out the {} of '{}'", end == 0 ? "first" : "last", to_text(*domain)));
    }
  }

  void edit_atom(const ExpressionPtr& atom, Reach reach, const Put& put) {
    const std::string text = to_text(*atom);
    add(put, make_boolean(1, atom->at), reach, fmt::format("takes '{}' as true", text));
    add(put, make_boolean(0, atom->at), opposite(reach), fmt::format("takes '{}' as false", text));
    if (atom->kind == ExprKind::in) return edit_set(atom, reach, put);
    if (atom->children.size() != 2 || atom->children[0]->type != Type::integer) return;
    const bool is_below = atom->kind == ExprKind::less || atom->kind == ExprKind::less_equal;
    const bool is_above = atom->kind == ExprKind::greater || atom->kind == ExprKind::greater_equal;
    for (const std::int64_t by : {1, -1}) {
      auto other = with_child(*atom, 1, moved(atom->children[1], by));
      const std::string what = fmt::format("'{}'", to_text(*other));
      if (is_below || is_above) {
        add(put, std::move(other), is_below == (by > 0) ? reach : opposite(reach),
            fmt::format("takes {} for '{}'", what, text));
      } else if (atom->kind == ExprKind::equal) {
        add(put, make_node(ExprKind::logical_or, Type::boolean, {atom, std::move(other)}, atom->at), reach,
            fmt::format("takes {} beside '{}'", what, text));
      }
    }
  }

  void edit_set(const ExpressionPtr& atom, Reach reach, const Put& put) {
    const ExpressionPtr& set = atom->children[1];
    const auto with_set = [&](ExpressionPtr to) { return put(with_child(*atom, 1, std::move(to))); };
    if (set->kind == ExprKind::range) return edit_range(*set, reach, with_set);
    if (set->kind != ExprKind::set) return;
    for (std::size_t at = 0; set->children.size() > 1 && at < set->children.size(); ++at) {
      Expression fewer = *set;
      fewer.children.erase(fewer.children.begin() + static_cast<std::ptrdiff_t>(at));
      add(with_set, std::make_shared<const Expression>(std::move(fewer)), opposite(reach),
          fmt::format("leaves {} out of '{}'", to_text(*set->children[at]), to_text(*atom)));
    }
    if (set->children.empty() || set->children[0]->kind != ExprKind::dtype) return;
    for (const DTypeInfo& one : dtype_table) {
      if (std::ranges::any_of(set->children, [&](const auto& member) { return member->dtype == one.dtype; })) continue;
      Expression more = *set;
      more.children.push_back(make_dtype(one.dtype, set->at));
      add(with_set, std::make_shared<const Expression>(std::move(more)), reach,
          fmt::format("takes {} into '{}'", one.name, to_text(*atom)));
    }
  }

  void edit_range(const Expression& range, Reach reach, const Put& put) {
    for (const std::size_t end : {0U, 1U}) {
      for (const std::int64_t by : {1, -1}) {
        auto other = with_child(range, end, moved(range.children[end], by));
        const std::string what = fmt::format("takes '{}' for '{}'", to_text(*other), to_text(range));
        add(put, std::move(other), (end == 1) == (by > 0) ? reach : opposite(reach), what);
      }
    }
  }

  std::vector<ExpressionEdit> edits_;
};

/// Returns the axis at `at` of the argument `key`, counted from the side where no axes are spread.
ExpressionPtr axis_of(const Expression& shape, std::size_t at, const std::string& key) {
  const auto end = shape.children.begin() + static_cast<std::ptrdiff_t>(at);
  const bool is_behind = std::any_of(shape.children.begin(), end,
                                     [](const ExpressionPtr& item) { return item->kind == ExprKind::splice; });
  const std::int64_t axis =
      static_cast<std::int64_t>(at) - (is_behind ? static_cast<std::int64_t>(shape.children.size()) : 0);
  return make_node(ExprKind::dim, Type::integer,
                   {make_name(ExprKind::parameter, Type::tensor, key, shape.at), make_integer(axis, shape.at)},
                   shape.at);
}

}  // namespace

std::vector<ExpressionEdit> edits_of(const ExpressionPtr& claim) { return Editor().run(claim); }

std::vector<ExpressionEdit> neighbours_of_shape(const ExpressionPtr& shape, const std::string& key) {
  std::vector<ExpressionEdit> all;
  if (shape->kind != ExprKind::shape) return all;
  const auto add = [&](std::vector<ExpressionPtr> items) {
    auto to = make_node(ExprKind::shape, Type::shape, std::move(items), shape->at);
    const std::string what = fmt::format("takes '{}' beside '{}'", to_text(*to), to_text(*shape));
    all.push_back({.whole = std::move(to), .reach = Reach::more, .what = what});
  };
  for (std::size_t at = 0; at < shape->children.size(); ++at) {
    const ExpressionPtr& item = shape->children[at];
    if (item->kind == ExprKind::splice) continue;
    for (const auto& other : {axis_of(*shape, at, key), moved(item, 1), moved(item, -1)})
      add(with_child(*shape, at, other)->children);
    auto fewer = shape->children;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at));
    add(std::move(fewer));
    if (at + 1 == shape->children.size()) continue;
    auto swapped = shape->children;
    std::swap(swapped[at], swapped[at + 1]);
    add(std::move(swapped));
  }
  for (const std::size_t at : {std::size_t{0}, shape->children.size()}) {
    auto more = shape->children;
    more.insert(more.begin() + static_cast<std::ptrdiff_t>(at), make_integer(1, shape->at));
    add(std::move(more));
  }
  return all;
}

}  // namespace npu_cts::mutants
