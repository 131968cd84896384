// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "framework/expression/print_expression.h"
#include "framework/findings/checks/check.h"
#include "framework/model/expression.h"
#include "framework/rule/bound_node.h"

namespace npu_cts::findings {
namespace {

/// Adds the names of parameters and symbols that `expression` speaks of.
void collect(const ExpressionPtr& expression, std::set<std::string>& names) {
  for_each_node(expression, [&](const Expression& node) {
    if (node.kind == ExprKind::parameter || node.kind == ExprKind::symbol) names.insert(node.name);
  });
}

std::set<std::string> names_in(const ExpressionPtr& expression) {
  std::set<std::string> names;
  collect(expression, names);
  return names;
}

/// Returns what the expressions and the hints of `op` speak of.
std::set<std::string> used_names(const OpSpec& op) {
  std::set<std::string> names;
  for_each_expression(op, [&](const ExpressionPtr& one) { collect(one, names); });
  for (const auto& [name, values] : op.hints.symbols) names.insert(name);
  const auto add_sizes = [&](const DataSet& set) {
    for (const auto& [name, sizes] : set.sizes) names.insert(name);
  };
  std::ranges::for_each(op.hints.data, add_sizes);
  for (const SizeGroup& group : op.hints.sizes) add_sizes(group.start);
  return names;
}

std::string words_of(const Rule& rule) {
  return fmt::format("{} when {}", to_text(*rule.require), rule.when ? to_text(*rule.when) : "always");
}

/// Returns whether `body` is about the entry at `variable` alone: not about its order among others. The axes of a
/// tensor are no such entries: a page may well speak of all but the first.
bool is_about_each_entry(const ExpressionPtr& body, const std::string& variable) {
  const auto is_variable = [&](const ExpressionPtr& index) {
    return index->kind == ExprKind::variable && index->name == variable;
  };
  bool at_variable = false;
  bool elsewhere = false;  // beside the variable, or the first by its number
  for_each_node(body, [&](const Expression& node) {
    if (node.kind == ExprKind::at) (std::ranges::any_of(node.children, is_variable) ? at_variable : elsewhere) = true;
  });
  return at_variable && !elsewhere;
}

/// Returns whether a quantifier in `expression` goes over entries, and not from the first on.
bool skips_entries(const ExpressionPtr& expression) {
  if (!expression) return false;
  const bool is_quantifier = expression->kind == ExprKind::all_of || expression->kind == ExprKind::any_of;
  if (is_quantifier && expression->children[0]->kind == ExprKind::range) {
    const Expression& first = *expression->children[0]->children[0];
    const bool is_number = first.kind == ExprKind::integer;
    if (is_number && first.integer != 0 && is_about_each_entry(expression->children[1], expression->name)) return true;
  }
  return std::ranges::any_of(expression->children, skips_entries);
}

}  // namespace

Findings find_skipped_entries(const Spec& /*spec*/, const OpSpec& op) {
  Findings found;
  for (const Rule& rule : op.rules) {
    if (!skips_entries(rule.require) && !skips_entries(rule.when)) continue;
    found.push_back(finding(op, rule.id, rule.at, fmt::format("rule '{}' leaves out the first entry", rule.id)));
  }
  return found;
}

Findings find_duplicate_rules(const Spec& /*spec*/, const OpSpec& op) {
  Findings found;
  for (std::size_t later = 1; later < op.rules.size(); ++later) {
    const Rule& rule = op.rules[later];
    for (std::size_t earlier = 0; earlier < later; ++earlier) {
      const Rule& other = op.rules[earlier];
      if (!meet(rule.applies, other.applies) || words_of(rule) != words_of(other)) continue;
      found.push_back(
          finding(op, rule.id, rule.at, fmt::format("rule '{}' says what rule '{}' says", rule.id, other.id)));
      break;
    }
  }
  return found;
}

Findings find_constant_rules(const Spec& /*spec*/, const OpSpec& op) {
  Findings found;
  for (const Rule& rule : op.rules) {
    const bool never = rule.when && rule.require->kind == ExprKind::boolean && rule.require->integer == 0;
    if (!names_in(rule.require).empty() || (never && !names_in(rule.when).empty())) continue;
    found.push_back(finding(op, rule.id, rule.at,
                            fmt::format("rule '{}' asks nothing of a call: '{}'", rule.id, to_text(*rule.require))));
  }
  return found;
}

Findings find_reserved_with_rules(const Spec& /*spec*/, const OpSpec& op) {
  Findings found;
  for (const Rule& rule : op.rules) {
    for (const std::string& name : names_in(rule.require)) {
      const Parameter* parameter = find_parameter(op, name);
      if (parameter == nullptr || !parameter->reserved || rule.on_violation != Verdict::reject) continue;
      found.push_back(finding(op, name, rule.at,
                              fmt::format("rule '{}' refuses values of '{}', which is reserved", rule.id, name)));
    }
  }
  return found;
}

Findings find_unused_symbols(const Spec& /*spec*/, const OpSpec& op) {
  Findings found;
  const auto used = used_names(op);
  for (const Symbol& symbol : op.symbols) {
    if (used.contains(symbol.name)) continue;
    found.push_back(finding(op, symbol.name, symbol.at, fmt::format("nothing uses symbol '{}'", symbol.name)));
  }
  return found;
}

}  // namespace npu_cts::findings
