// SPDX-License-Identifier: Apache-2.0
#include "framework/rule/bound_node.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "framework/base/find.h"

namespace npu_cts {
namespace {

std::size_t position_in(const std::vector<std::string>& names, std::string_view name) {
  const auto it = std::ranges::find(names, name);
  return it == names.end() ? no_slot : static_cast<std::size_t>(it - names.begin());
}

using Visit = std::function<void(const ExpressionPtr&)>;

void for_each_expression(const std::vector<ShapeAlternative>& shapes, const Visit& visit) {
  for (const ShapeAlternative& shape : shapes) {
    visit(shape.shape);
    visit(shape.when);
  }
}

void for_each_expression(const Fill& fill, const Visit& visit) {
  std::ranges::for_each(fill.bounds, visit);
  for (const Fill& column : fill.columns) for_each_expression(column, visit);
}

void for_each_expression(const std::map<std::string, Fill>& fills, const Visit& visit) {
  for (const auto& [key, fill] : fills) for_each_expression(fill, visit);
}

constexpr std::uint64_t every_state = ~std::uint64_t{0};

constexpr std::uint64_t bit_of(unsigned state) { return std::uint64_t{1} << state; }

/// The states in which an argument has the aspect that is asked for.
constexpr std::uint64_t value_states = bit_of(AspectTest::no_value) - 1;

/// Returns a test that asks for what `node` is, without its answers: no test where that is no aspect of one argument.
AspectTest asked_by(const BoundNode& node) {
  const auto of = [](const BoundNode& parameter, Aspect aspect) {
    if (parameter.kind != ExprKind::parameter || parameter.slot == no_slot) return AspectTest();
    return AspectTest{.slot = parameter.slot, .aspect = aspect};
  };
  if (node.kind == ExprKind::parameter && node.type == Type::dtype) return of(node, Aspect::dtype);
  if (node.kind == ExprKind::dtype_of) return of(node.children[0], Aspect::dtype);
  if (node.kind == ExprKind::layout_of) return of(node.children[0], Aspect::layout);
  if (node.kind == ExprKind::format_of) return of(node.children[0], Aspect::format);
  const bool is_rank = node.kind == ExprKind::rank && node.children[0].type == Type::tensor;
  return is_rank ? of(node.children[0], Aspect::rank) : AspectTest();
}

/// Returns whether `node` is written out, and the states of `aspect` say exactly what is below, at and above it.
bool is_among_states(const BoundNode& node, Aspect aspect) {
  if (aspect == Aspect::dtype) return node.kind == ExprKind::dtype;
  if (aspect != Aspect::rank) return node.kind == ExprKind::word;
  return node.kind == ExprKind::integer && 0 <= node.number && node.number < AspectTest::most_axes;
}

/// Returns whether the comparison of `state` with the constants `others` holds. Those of a range are its ends.
bool holds_of(ExprKind comparison, std::int64_t state, std::span<const BoundNode> others) {
  const std::int64_t first = others.front().number;
  if (comparison == ExprKind::less) return state < first;
  if (comparison == ExprKind::less_equal) return state <= first;
  if (comparison == ExprKind::greater) return state > first;
  if (comparison == ExprKind::greater_equal) return state >= first;
  if (comparison == ExprKind::range) return first <= state && state <= others.back().number;
  const bool is_one = contains(others, state, &BoundNode::number);
  return comparison == ExprKind::not_equal ? !is_one : is_one;
}

constexpr std::array comparisons{ExprKind::equal,      ExprKind::not_equal, ExprKind::less,
                                 ExprKind::less_equal, ExprKind::greater,   ExprKind::greater_equal};

/// Returns the test that compares an aspect of one argument with constants, or no test.
AspectTest compared(const BoundNode& node) {
  if (node.kind != ExprKind::in && !contains(comparisons, node.kind)) return {};
  AspectTest test = asked_by(node.children[0]);
  if (!test.is_test()) return {};
  const BoundNode& other = node.children[1];
  const bool is_list = node.kind == ExprKind::in && (other.kind == ExprKind::set || other.kind == ExprKind::range);
  const auto others = is_list ? std::span<const BoundNode>(other.children) : std::span(&other, 1);
  const auto is_state = [&](const BoundNode& one) { return is_among_states(one, test.aspect); };
  if (others.empty() || !std::ranges::all_of(others, is_state)) return {};
  const ExprKind comparison = is_list ? other.kind : node.kind;
  for (unsigned state = 0; state < AspectTest::no_value; ++state) {
    if (holds_of(comparison, state, others)) test.yes |= bit_of(state);
  }
  test.no = value_states & ~test.yes;
  return test;
}

AspectTest opposite(AspectTest test) {
  std::swap(test.yes, test.no);
  return test;
}

/// Returns the test that `a` and `b` make together, or no test where they ask for different things.
AspectTest joined(ExprKind connective, const AspectTest& a, const AspectTest& b) {
  const bool is_one_aspect = a.aspect == b.aspect || a.aspect == Aspect::presence || b.aspect == Aspect::presence;
  if (!a.is_test() || !b.is_test() || a.slot != b.slot || !is_one_aspect) return {};
  const bool is_and = connective == ExprKind::logical_and;
  return {.slot = a.slot,
          .aspect = std::max(a.aspect, b.aspect),
          .yes = is_and ? a.yes & b.yes : a.yes | b.yes,
          .no = is_and ? a.no | b.no : a.no & b.no};
}

/// Returns `node` as a test, where it is one; those of its children are known.
AspectTest test_of(const BoundNode& node) {
  const ExprKind kind = node.kind;
  if (kind == ExprKind::given || kind == ExprKind::absent) {
    if (node.children[0].slot == no_slot) return {};
    const std::uint64_t absent = bit_of(AspectTest::left_out);
    const AspectTest test{
        .slot = node.children[0].slot, .aspect = Aspect::presence, .yes = absent, .no = every_state & ~absent};
    return kind == ExprKind::absent ? test : opposite(test);
  }
  if (kind == ExprKind::logical_not && node.children[0].test.is_test()) return opposite(node.children[0].test);
  if (kind != ExprKind::logical_and && kind != ExprKind::logical_or) return compared(node);
  if (node.children.empty()) return {};
  AspectTest all = node.children.front().test;
  for (const BoundNode& child : std::span(node.children).subspan(1)) all = joined(kind, all, child.test);
  return all;
}

/// Returns whether `node` reads of the variable at `position` no more than the entry there of one parameter, and sets
/// `slot` to that parameter.
bool reads_entries_alone(const BoundNode& node, std::uint32_t position, std::uint32_t& slot) {
  const auto is_variable = [&](const BoundNode& one) { return one.kind == ExprKind::variable && one.slot == position; };
  if (is_variable(node)) return false;
  const bool is_entry = node.kind == ExprKind::at && node.children.size() == 2 &&
                        node.children[0].kind == ExprKind::parameter && is_variable(node.children[1]);
  if (!is_entry) {
    return std::ranges::all_of(node.children,
                               [&](const BoundNode& child) { return reads_entries_alone(child, position, slot); });
  }
  if (slot == no_slot) slot = node.children[0].slot;
  return slot == node.children[0].slot;
}

/// Binds one expression: a class to hold the variables of the quantifiers around a node.
class Binder {
 public:
  Binder(const SlotNames& names, std::size_t symbols_known) : names_(names), symbols_known_(symbols_known) {}

  BoundNode bind(const Expression& node) {
    BoundNode bound{.kind = node.kind,
                    .type = node.type,
                    .slot = static_cast<std::uint32_t>(slot_of(node)),
                    .number = number_of(node)};
    const bool quantifies = node.kind == ExprKind::all_of || node.kind == ExprKind::any_of;
    bound.children.reserve(node.children.size());
    for (const ExpressionPtr& child : node.children) {
      const bool is_body = quantifies && !bound.children.empty();
      if (is_body) variables_.push_back(node.name);
      bound.children.push_back(bind(*child));
      if (is_body) variables_.pop_back();
    }
    if (quantifies) bound.slot = vector_read_by(bound.children.back());
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

  /// Returns what the slot of a quantifier around `body` is.
  [[nodiscard]] std::uint32_t vector_read_by(const BoundNode& body) const {
    std::uint32_t slot = no_slot;
    return reads_entries_alone(body, static_cast<std::uint32_t>(variables_.size()), slot) ? slot : no_slot;
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

void for_each_expression(const OpSpec& op, const std::function<void(const ExpressionPtr&)>& visit) {
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
  for (const Contested& one : op.contested) visit(one.when);
  for (const Example& example : op.examples) for_each_expression(example.fills, visit);
  const auto visit_set = [&](const DataSet& set) {
    visit(set.when);
    for_each_expression(set.fills, visit);
  };
  for (const DataSet& set : op.hints.data) visit_set(set);
  for (const SizeGroup& group : op.hints.sizes) visit_set(group.start);
}

SlotNames::SlotNames(const OpSpec& op) {
  for (const Parameter& parameter : op.parameters) parameters_.push_back(parameter.key);
  for (const Symbol& symbol : op.symbols) symbols_.push_back(symbol.name);
  for (const auto& [name, candidates] : op.hints.symbols) {
    if (symbol(name) == no_slot) symbols_.push_back(name);
  }
  by_key_.resize(parameters_.size());
  std::iota(by_key_.begin(), by_key_.end(), std::size_t{0});
  std::ranges::sort(by_key_, {}, [&](std::size_t slot) -> const std::string& { return parameters_[slot]; });
  for (const Layout layout : every<Layout>) words_.emplace_back(name_of(layout));
  for (const Format format : every<Format>) words_.emplace_back(name_of(format));
  for_each_expression(op, [&](const ExpressionPtr& expression) { add_words(expression.get()); });
  for (const Contradiction& one : op.contradictions) add_words(one.rejected_claim.get());
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
