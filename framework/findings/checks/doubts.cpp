// SPDX-License-Identifier: Apache-2.0
// The checks of what a spec is too sure of.

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/findings/checks/check.h"
#include "framework/findings/checks/grounds/cited_pages.h"
#include "framework/model/expression.h"
#include "framework/rule/bound_spec.h"

namespace npu_cts::findings {
namespace {

/// Returns the one column in which two rows differ; nothing where there is none, or another.
std::optional<std::string> only_difference(const Row& a, const Row& b) {
  std::optional<std::string> column;
  if (a.cells.size() != b.cells.size()) return std::nullopt;
  for (const auto& [key, cell] : a.cells) {
    const auto other = b.cells.find(key);
    if (other == b.cells.end()) return std::nullopt;
    if (other->second == cell) continue;
    if (column) return std::nullopt;
    column = key;
  }
  return column;
}

/// Returns whether the page of release `since` lists `dtype` for `key`.
bool is_listed(const OpSpec& op, const std::string& key, DType dtype, std::size_t since) {
  const Parameter* const parameter = find_parameter(op, key);
  return parameter != nullptr && std::ranges::any_of(parameter->dtypes, [&](const auto& dated) {
           return dated.applies.since <= since && since <= dated.applies.until && contains(dated.value, dtype);
         });
}

/// Returns whether a row of release `since` has what `row` has, with `dtype` in the column `key`.
bool is_in_a_row(const OpSpec& op, const Row& row, const std::string& key, DType dtype, std::size_t since) {
  return std::ranges::any_of(op.rows, [&](const Row& other) {
    const auto column = only_difference(row, other);
    const bool is_then = other.applies.since <= since && since <= other.applies.until;
    return is_then && column == key && contains(other.cells.at(key).dtypes, dtype);
  });
}

/// Says which dtypes `row` lacks of those that `before`, the row it takes the place of, has.
void compare(const OpSpec& op, const Row& before, const Row& row, Findings& found) {
  const auto column = only_difference(before, row);
  if (!column) return;
  for (const DType dtype : before.cells.at(*column).dtypes) {
    if (contains(row.cells.at(*column).dtypes, dtype) || !is_listed(op, *column, dtype, row.applies.since)) continue;
    if (is_in_a_row(op, row, *column, dtype, row.applies.since)) continue;
    found.push_back(finding(op, row.id, row.at,
                            fmt::format("row '{}' has no {} for '{}': row '{}' has it, and the list keeps it", row.id,
                                        name_of(dtype), *column, before.id)));
  }
}

bool names_a_layout(const Rule& rule) {
  bool is_named = false;
  const auto look = [&](const Expression& node) { is_named = is_named || node.kind == ExprKind::layout_of; };
  for_each_node(rule.require, look);
  for_each_node(rule.when, look);
  return is_named;
}

bool has_a_layout(const Call& call) {
  return std::ranges::any_of(call.arguments, [](const auto& argument) {
    const auto* tensor = std::get_if<Tensor>(&argument.second);
    return tensor != nullptr && tensor->type.layout != Layout::contiguous;
  });
}

/// Returns whether no statement that raises `question` stands behind some rule that carries it. A rule without
/// statements tells nothing.
bool is_raised_elsewhere(const OpSpec& op, const OpenQuestion& question) {
  const auto raises = [&](const std::string& id) { return contains(question.cite, id); };
  return !question.cite.empty() && std::ranges::any_of(op.rules, [&](const Rule& rule) {
    return rule.question == question.id && !rule.cite.empty() && std::ranges::none_of(rule.cite, raises);
  });
}

/// Returns a release in which a rule that carries `question` holds and no page raises it; nothing where there is none.
/// A question that no statement raises is about what no page says.
std::optional<std::size_t> unraised_in(const OpSpec& op, const CitedPages& pages, const OpenQuestion& question) {
  const std::set<std::size_t> raised = pages.of(question.cite);
  if (raised.empty()) return std::nullopt;
  for (const Rule& rule : op.rules) {
    if (rule.question != question.id || rule.cite.empty()) continue;
    for (const auto& [release, ids] : op.pages) {
      if (in_release(rule.applies, release) && !raised.contains(release) && !pages.is_lost(release)) return release;
    }
  }
  return std::nullopt;
}

/// A statement that leaves a question open, and that stands behind rules with questions, stands behind one with this.
void check_statement(const OpSpec& op, const Statement& statement, Findings& found) {
  std::set<std::string_view> carried;
  for (const Rule& rule : op.rules) {
    const bool stands_on_it = contains(rule.cite, statement.id);
    if (stands_on_it && !rule.question.empty()) carried.insert(rule.question);
  }
  if (carried.empty() || carried.contains(statement.why)) return;
  found.push_back(finding(op, statement.why, statement.at,
                          fmt::format("statement '{}' leaves '{}' open, and the rules that stand on it carry '{}'",
                                      statement.id, statement.why, *carried.begin())));
}

}  // namespace

bool is_carried(const OpSpec& op, const std::string& question) {
  return contains(op.rules, question, &Rule::question) || contains(op.support, question, &SupportCell::question);
}

Findings find_uncarried_questions(const Spec& spec, const OpSpec& op) {
  Findings found;
  const CitedPages pages(spec, op);
  for (const OpenQuestion& question : op.open) {
    if (is_raised_elsewhere(op, question))
      found.push_back(
          finding(op, question.id, question.at,
                  fmt::format("no statement that raises '{}' stands behind a rule that carries it", question.id)));
    if (const auto release = unraised_in(op, pages, question))
      found.push_back(finding(
          op, question.id, question.at,
          fmt::format("a rule carries '{}' in {}, and no page of it raises it", question.id, spec.releases[*release])));
    if (question.leaves != Leaves::page || spec.statements.empty() || pages.of(question.cite).size() == 1) continue;
    found.push_back(
        finding(op, question.id, question.at,
                fmt::format("'{}' is about a page, and statements of one page do not raise it", question.id)));
  }
  for (const Statement& statement : spec.statements) {
    if (statement.disposition == Disposition::open) check_statement(op, statement, found);
  }
  for (const OpenQuestion& question : op.open) {
    if (question.leaves != Leaves::calls || is_carried(op, question.id)) continue;
    found.push_back(
        finding(op, question.id, question.at, fmt::format("no rule leaves open what '{}' asks", question.id)));
  }
  return found;
}

Findings find_rows_against_lists(const Spec& /*spec*/, const OpSpec& op) {
  Findings found;
  for (const Row& row : op.rows) {
    for (const Row& before : op.rows) {
      const bool is_next = before.applies.until < row.applies.since && row.applies.since - before.applies.until == 1;
      if (is_next) compare(op, before, row, found);
    }
  }
  return found;
}

Findings find_rules_that_need_a_layout(const Examined& examined) {
  std::map<std::string, bool> needs;  // by rule: whether every call that breaks it alone has a layout
  for (const Case& planned : examined.plan.cases) {
    if (planned.family != Family::negative || planned.call.op != examined.op.name) continue;
    const auto [it, is_new] = needs.try_emplace(planned.covers.front().id, true);
    it->second = it->second && has_a_layout(planned.call);
  }
  Findings found;
  for (const Rule& rule : examined.op.rules) {
    const auto it = needs.find(rule.id);
    const bool is_sure = rule.on_violation == Verdict::reject && rule.phase != Phase::layout;
    if (!is_sure || it == needs.end() || !it->second || names_a_layout(rule)) continue;
    found.push_back(finding(examined.op, rule.id, rule.at,
                            fmt::format("no call of contiguous tensors breaks rule '{}' alone", rule.id)));
  }
  return found;
}

}  // namespace npu_cts::findings
