// SPDX-License-Identifier: Apache-2.0
// The check of phases: what a rule reads, and when it is asked.

#include <algorithm>
#include <cstdlib>
#include <string>

#include <fmt/format.h>

#include "framework/findings/checks/check.h"

namespace npu_cts::findings {
namespace {

/// What an expression reads of a call by itself: what its symbols stand for counts as one value.
struct Reads {
  bool dtypes = false;
  bool shapes = false;
  bool storage = false;
  bool values = false;    ///< of arguments that are no tensors
  bool compared = false;  ///< of these, more than whether they are there
  bool presence = false;  ///< whether an argument is there
};

bool is_size_of(ExprKind kind) {
  return kind == ExprKind::rank || kind == ExprKind::dim || kind == ExprKind::last || kind == ExprKind::numel;
}

/// Adds what `expression` reads by its type.
void collect_by_type(const Expression& expression, Reads& reads) {
  switch (expression.type) {
    case Type::dtype:
      reads.dtypes = true;
      break;
    case Type::shape:
      reads.shapes = true;
      break;
    case Type::word:
      reads.storage = reads.storage || expression.kind == ExprKind::layout_of || expression.kind == ExprKind::format_of;
      break;
    case Type::integer:
      reads.shapes = reads.shapes || expression.kind == ExprKind::symbol;
      break;
    case Type::boolean:
    case Type::set:
    case Type::tensor:
    case Type::list:
      break;
  }
}

bool reads_presence(const Expression& expression) {
  return expression.kind == ExprKind::given || expression.kind == ExprKind::absent;
}

void collect(const OpSpec& op, const ExpressionPtr& expression, Reads& reads) {
  if (!expression) return;
  collect_by_type(*expression, reads);
  const Parameter* const parameter = find_parameter(op, expression->name);
  const bool is_attribute = parameter != nullptr && parameter->kind != ParameterKind::tensor;
  if (reads_presence(*expression)) reads.presence = true;
  if (expression->kind == ExprKind::parameter && is_attribute) reads.values = true;
  if (expression->kind == ExprKind::symbol) {
    const Symbol* const symbol = find_symbol(op, expression->name);
    Reads inner;
    if (symbol != nullptr) collect(op, symbol->value, inner);
    // a choice or a condition stands for all that it is told apart by
    const bool is_choice = expression->type == Type::boolean || expression->type == Type::word;
    reads.values = reads.values || inner.values;
    reads.shapes = reads.shapes || inner.shapes;
    reads.dtypes = reads.dtypes || (is_choice && inner.dtypes);
    reads.storage = reads.storage || (is_choice && inner.storage);
  }
  for (const ExpressionPtr& child : expression->children) {
    const Parameter* const argument = find_parameter(op, child->name);
    const bool is_compared = child->kind == ExprKind::parameter && !reads_presence(*expression);
    if (is_compared && argument != nullptr && argument->kind != ParameterKind::tensor) reads.compared = true;
    const bool is_tensor = child->kind == ExprKind::parameter && child->type == Type::tensor;
    if (is_tensor && is_size_of(expression->kind)) reads.shapes = true;
    collect(op, child, reads);
  }
}

/// Returns whether a rule that reads `asked`, of calls told apart by `about`, may stand in `phase`.
bool may_stand(Phase phase, const Reads& asked, const Reads& about) {
  switch (phase) {
    case Phase::dtype:
      return asked.dtypes && !asked.storage;
    case Phase::shape:
      return (asked.shapes || about.shapes) && !asked.storage;
    case Phase::layout:
      return asked.storage || about.storage;
    case Phase::attribute:
      return asked.values && !asked.storage;
    case Phase::signature:
      return !asked.shapes && !asked.storage && !asked.compared;
    case Phase::support:
    case Phase::data:
      return true;
  }
  std::abort();
}

}  // namespace

Findings find_rules_in_other_phases(const Spec& /*spec*/, const OpSpec& op) {
  Findings found;
  for (const Rule& rule : op.rules) {
    Reads asked;
    Reads about;
    collect(op, rule.require, asked);
    collect(op, rule.when, about);
    const bool is_constant = !asked.dtypes && !asked.shapes && !asked.storage && !asked.values;
    const bool is_of_presence = is_constant && asked.presence && rule.phase != Phase::signature;
    const bool may_be_there = is_of_presence ? may_stand(rule.phase, about, about) : is_constant;
    if (!may_be_there && !may_stand(rule.phase, asked, about))
      found.push_back(finding(op, rule.id, rule.at,
                              fmt::format("rule '{}' asks nothing of phase {}", rule.id, name_of(rule.phase))));
  }
  return found;
}

}  // namespace npu_cts::findings
