// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/pages/citations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "framework/ascend/pages/inventory.h"
#include "framework/base/find.h"

namespace npu_cts::ascend {
namespace {

/// Returns the inventory of `op`: the statements of its pages.
std::vector<const Statement*> inventory_of(const Spec& spec, const OpSpec& op) {
  std::set<std::string> pages;
  for (const Document& page : spec.documents) {
    if (page.op == op.name) pages.insert(page.id);
  }
  std::vector<const Statement*> inventory;
  for (const Statement& statement : spec.statements) {
    const bool ours = std::ranges::any_of(statement.documents, [&](const auto& id) { return pages.contains(id); });
    if (ours) inventory.push_back(&statement);
  }
  return inventory;
}

findings::Finding uncarried(const Location& at, std::string what, std::string why, std::string hint) {
  return {.kind = Kind::dangling_citation,
          .at = at,
          .what = std::move(what),
          .why = std::move(why),
          .hint = std::move(hint)};
}

/// Open questions, contradictions and contested facts stand on statements too, but carry none.
bool is_note(const Grounded& grounded) {
  constexpr std::array<std::string_view, 3> notes{"open.", "contradictions.", "contested."};
  return std::ranges::any_of(notes, [&](std::string_view note) { return grounded.fact.starts_with(note); });
}

/// Returns whether `grounded` is a fact that only an encoded or an open statement carries: no note, and no rule that
/// asks about what a sentence does not say.
bool is_carried(const OpSpec& op, const Grounded& grounded) {
  const auto rule = std::ranges::find(op.rules, grounded.fact, &Rule::id);
  const bool asks = rule != op.rules.end() && !rule->question.empty();
  return !is_note(grounded) && !asks;
}

/// Returns what is wrong with `statement`, of a disposition that carries nothing.
std::optional<findings::Finding> check_empty(const OpSpec& op, const Statement& statement) {
  const auto carried =
      std::ranges::find_if(statement.encodes, [&](const Grounded& one) { return is_carried(op, one); });
  if (carried == statement.encodes.end()) return std::nullopt;
  return uncarried(
      statement.at,
      fmt::format("'{}' is {} and carries '{}'", statement.id, name_of(statement.disposition), carried->fact),
      "a fact stands on what a page states", "write 'disposition: encoded', or name the fact elsewhere");
}

/// Returns what is wrong with the id of `statement`; no page is needed to see it.
std::optional<findings::Finding> check_id(const Statement& statement) {
  if (statement.id.ends_with(statement_id("", statement.sha256))) return std::nullopt;
  return findings::Finding{.kind = kinds::stale_citation,
                           .at = statement.at,
                           .what = fmt::format("id '{}' is not that of its hash", statement.id),
                           .why = "an id ends in the first eight digits of the statement's hash",
                           .hint = "make the inventory anew with npu-cts-inventory"};
}

/// Returns what is wrong with `statement` of `op`; nothing where it is well.
std::optional<findings::Finding> check_statement(const OpSpec& op, const Statement& statement) {
  std::set<std::string_view> named;
  for (const Grounded& one : statement.encodes) {
    if (named.insert(one.fact).second) continue;
    return uncarried(one.at, fmt::format("'{}' names '{}' twice", statement.id, one.fact),
                     "a fact stands on a statement once", "name it once");
  }
  switch (statement.disposition) {
    case Disposition::encoded:
      if (!statement.why.empty())
        return uncarried(statement.at, fmt::format("'{}' is encoded and has a reason", statement.id),
                         "what is encoded needs none", "drop 'why:', or give it another disposition");
      if (!std::ranges::all_of(statement.encodes, is_note)) return std::nullopt;
      return uncarried(statement.at, fmt::format("nothing carries '{}'", statement.id),
                       "an encoded statement names the facts that carry it under 'encodes:'",
                       "name them, or give it another disposition");
    case Disposition::open:
      if (contains(op.open, statement.why, &OpenQuestion::id)) return std::nullopt;
      return uncarried(statement.at, fmt::format("'{}' is no open question of {}", statement.why, op.name),
                       "an open statement names its question", "write the id of a question under 'why:'");
    case Disposition::untestable:
      if (!statement.why.empty()) return check_empty(op, statement);
      return findings::Finding{.kind = Kind::missing_key,
                               .at = statement.at,
                               .what = fmt::format("'{}' has no reason", statement.id),
                               .why = "what cannot be tested says why",
                               .hint = "add 'why:'"};
    case Disposition::informative:
    case Disposition::advice:
      return check_empty(op, statement);
  }
  std::abort();
}

void check_fact(const std::string& fact, const Citations& cite, const Location& at, findings::Findings& found) {
  if (!cite.empty()) return;
  found.push_back(uncarried(at, fmt::format("'{}' stands on no statement", fact),
                            "a fact stands on sentences of the operator's own pages",
                            "name it under 'encodes:' of a statement in spec/documents, or ask a question"));
}

/// Holds what must stand on a page. Support has a check of its own; a question excuses a rule, another basis a formula
/// or a variant.
void check_facts(const OpSpec& op, findings::Findings& found) {
  for (const Parameter& parameter : op.parameters) check_fact(parameter.key, parameter.cite, parameter.at, found);
  for (const Row& row : op.rows) check_fact("rows." + row.id, row.cite, row.at, found);
  for (const Rule& rule : op.rules) {
    if (rule.question.empty()) check_fact(rule.id, rule.cite, rule.at, found);
  }
  for (const ResultFormula& one : op.formulas) {
    if (one.basis == "document") check_fact("formulas." + one.id, one.cite, one.at, found);
  }
  for (const ImplementationDefined& behaviour : op.implementation_defined) {
    for (const Variant& variant : behaviour.variants) {
      if (variant.basis == "document") check_fact(behaviour.id + "." + variant.id, variant.cite, variant.at, found);
    }
  }
  for (const Example& example : op.examples) check_fact("examples." + example.id, example.cite, example.at, found);
}

}  // namespace

findings::Findings check_citations(const Spec& spec) {
  findings::Findings found;
  for (const OpSpec& op : spec.operators) {
    const auto inventory = inventory_of(spec, op);
    if (inventory.empty()) continue;
    const std::size_t before = found.size();
    check_facts(op, found);
    for (const Statement* statement : inventory) {
      for (auto& wrong : {check_id(*statement), check_statement(op, *statement)}) {
        if (!wrong) continue;
        found.push_back(*wrong);
        found.back().statements = {statement->id};
      }
    }
    for (std::size_t i = before; i < found.size(); ++i) found[i].op = op.name;
  }
  return found;
}

}  // namespace npu_cts::ascend
