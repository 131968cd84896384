// SPDX-License-Identifier: Apache-2.0
#include "framework/rule/bound_node.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

namespace npu_cts {
namespace {

std::size_t position_in(const std::vector<std::string>& names, std::string_view name) {
  const auto it = std::ranges::find(names, name);
  return it == names.end() ? no_slot : static_cast<std::size_t>(it - names.begin());
}

template <class Visit>
void for_each_expression(const std::vector<ShapeAlternative>& shapes, const Visit& visit) {
  for (const ShapeAlternative& shape : shapes) {
    visit(shape.shape);
    visit(shape.when);
  }
}

template <class Visit>
void for_each_expression(const std::map<std::string, Fill>& fills, const Visit& visit) {
  for (const auto& [key, fill] : fills) {
    std::ranges::for_each(fill.bounds, visit);
    for (const Fill& column : fill.columns) std::ranges::for_each(column.bounds, visit);
  }
}

/// Calls `visit` with every expression of `op`; those that may be left out may be null.
template <class Visit>
void for_each_expression(const OpSpec& op, const Visit& visit) {
  for (const Parameter& parameter : op.parameters) for_each_expression(parameter.shapes, visit);
  for (const auto& [key, shapes] : op.hints.build) for_each_expression(shapes, visit);
  for (const Symbol& symbol : op.symbols) visit(symbol.value);
  for (const Rule& rule : op.rules) {
    visit(rule.require);
    visit(rule.when);
    visit(rule.remedy);
  }
  for (const Output& output : op.outputs) {
    for (const auto& dated : output.dtype) visit(dated.value);
    for (const auto& dated : output.shape) visit(dated.value);
  }
  for (const ImplementationDefined& behaviour : op.implementation_defined) visit(behaviour.when);
  for (const ResultFormula& one : op.formulas) visit(one.when);
  for (const Contradiction& one : op.contradictions) visit(one.rejected_claim);
  for (const Contested& one : op.contested) visit(one.when);
  for (const Example& example : op.examples) for_each_expression(example.fills, visit);
  const auto visit_set = [&](const DataSet& set) {
    visit(set.when);
    for_each_expression(set.fills, visit);
  };
  for (const DataSet& set : op.hints.data) visit_set(set);
  for (const SizeGroup& group : op.hints.sizes) visit_set(group.start);
}

constexpr std::uint64_t every_state = ~std::uint64_t{0};

std::uint64_t bit_of(unsigned state) { return std::uint64_t{1} << state; }

/// Returns the states in which a node has the dtype of its argument.
constexpr std::uint64_t dtype_states = (std::uint64_t{1} << DTypeTest::no_dtype) - 1;

/// Returns the slot of the argument whose dtype `node` is, or no_slot.
std::size_t slot_of_dtype(const BoundNode& node) {
  if (node.kind == ExprKind::parameter && node.type == Type::dtype) return node.slot;
  const bool is_of_tensor = node.kind == ExprKind::dtype_of && node.children[0].kind == ExprKind::parameter;
  return is_of_tensor ? node.children[0].slot : no_slot;
}

/// Returns the test whether the dtype of the argument at `slot` is among `dtypes`.
DTypeTest dtype_among(std::size_t slot, std::span<const BoundNode> dtypes) {
  DTypeTest test{.slot = slot};
  for (const BoundNode& dtype : dtypes) {
    if (dtype.kind != ExprKind::dtype) return {};
    test.yes |= bit_of(static_cast<unsigned>(dtype.number));
  }
  test.no = dtype_states & ~test.yes;
  return test;
}

DTypeTest opposite(DTypeTest test) {
  std::swap(test.yes, test.no);
  return test;
}

/// Returns the test that `children`, each a test of the same argument, make together.
DTypeTest joined(ExprKind connective, std::span<const BoundNode> children) {
  if (children.empty()) return {};
  DTypeTest all = children.front().test;
  for (const BoundNode& child : children.subspan(1)) {
    if (child.test.slot != all.slot) return {};
    const bool is_and = connective == ExprKind::logical_and;
    all.yes = is_and ? all.yes & child.test.yes : all.yes | child.test.yes;
    all.no = is_and ? all.no | child.test.no : all.no & child.test.no;
  }
  return all;
}

/// Returns `node` as a test, where it is one; those of its children are known.
DTypeTest test_of(const BoundNode& node) {
  const ExprKind kind = node.kind;
  if (kind == ExprKind::given || kind == ExprKind::absent) {
    const std::uint64_t absent = bit_of(DTypeTest::left_out);
    const DTypeTest test{.slot = node.children[0].slot, .yes = absent, .no = every_state & ~absent};
    return kind == ExprKind::absent ? test : opposite(test);
  }
  if (kind == ExprKind::logical_not && node.children[0].test.is_test()) return opposite(node.children[0].test);
  if (kind == ExprKind::logical_and || kind == ExprKind::logical_or) return joined(kind, node.children);
  if (kind != ExprKind::in && kind != ExprKind::equal && kind != ExprKind::not_equal) return {};
  const std::size_t slot = slot_of_dtype(node.children[0]);
  const BoundNode& other = node.children[1];
  if (slot == no_slot || (kind == ExprKind::in && other.kind != ExprKind::set)) return {};
  const auto dtypes = kind == ExprKind::in ? std::span(other.children) : std::span(&other, 1);
  const DTypeTest test = dtype_among(slot, dtypes);
  return kind == ExprKind::not_equal ? opposite(test) : test;
}

/// Binds one expression: a class to hold the variables of the quantifiers around a node.
class Binder {
 public:
  Binder(const SlotNames& names, std::size_t symbols_known) : names_(names), symbols_known_(symbols_known) {}

  BoundNode bind(const Expression& node) {
    BoundNode bound{
        .kind = node.kind, .type = node.type, .slot = slot_of(node), .number = number_of(node), .children = {}};
    const bool quantifies = node.kind == ExprKind::all_of || node.kind == ExprKind::any_of;
    bound.children.reserve(node.children.size());
    for (const ExpressionPtr& child : node.children) {
      const bool is_body = quantifies && !bound.children.empty();
      if (is_body) variables_.push_back(node.name);
      bound.children.push_back(bind(*child));
      if (is_body) variables_.pop_back();
    }
    bound.test = test_of(bound);
    return bound;
  }

 private:
  [[nodiscard]] std::size_t slot_of(const Expression& node) const {
    if (node.kind == ExprKind::parameter) return names_.parameter(node.name);
    if (node.kind == ExprKind::symbol) {
      const std::size_t slot = names_.symbol(node.name);
      return slot < symbols_known_ ? slot : no_slot;
    }
    if (node.kind != ExprKind::variable) return no_slot;
    const auto it = std::find(variables_.rbegin(), variables_.rend(), node.name);
    return it == variables_.rend() ? no_slot : static_cast<std::size_t>(variables_.rend() - it) - 1;
  }

  [[nodiscard]] std::int64_t number_of(const Expression& node) const {
    if (node.kind == ExprKind::word) return names_.word(node.name);
    return node.kind == ExprKind::dtype ? static_cast<std::int64_t>(node.dtype) : node.integer;
  }

  const SlotNames& names_;
  std::size_t symbols_known_;
  std::vector<std::string_view> variables_;
};

}  // namespace

SlotNames::SlotNames(const OpSpec& op) {
  for (const Parameter& parameter : op.parameters) parameters_.push_back(parameter.key);
  for (const Symbol& symbol : op.symbols) symbols_.push_back(symbol.name);
  for (const auto& [name, candidates] : op.hints.symbols) {
    if (symbol(name) == no_slot) symbols_.push_back(name);
  }
  by_key_.resize(parameters_.size());
  std::iota(by_key_.begin(), by_key_.end(), std::size_t{0});
  std::ranges::sort(by_key_, {}, [&](std::size_t slot) -> const std::string& { return parameters_[slot]; });
  for (const Layout layout : all_layouts) words_.emplace_back(name_of(layout));
  for (const Format format : all_formats) words_.emplace_back(name_of(format));
  for_each_expression(op, [&](const ExpressionPtr& expression) { add_words(expression.get()); });
}

void SlotNames::add_words(const Expression* expression) {
  if (expression == nullptr) return;
  if (expression->kind == ExprKind::word && word(expression->name) == no_word) words_.push_back(expression->name);
  for (const ExpressionPtr& child : expression->children) add_words(child.get());
}

BoundNode SlotNames::bind(const Expression& expression, std::size_t symbols_known) const {
  return Binder(*this, symbols_known).bind(expression);
}

std::size_t SlotNames::parameter(std::string_view key) const { return position_in(parameters_, key); }
std::size_t SlotNames::symbol(std::string_view name) const { return position_in(symbols_, name); }

std::int64_t SlotNames::word(std::string_view text) const {
  const auto it = std::ranges::find(words_, text);
  return it == words_.end() ? no_word : static_cast<std::int64_t>(it - words_.begin());
}

}  // namespace npu_cts
