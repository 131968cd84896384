#include "framework/ascend/pages/citations.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace npu_cts {
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

Diagnostic wrong(const Statement& statement, Kind kind, std::string what, std::string why, std::string mend) {
  return {.kind = kind,
          .at = statement.at,
          .what = std::move(what),
          .why = std::move(why),
          .mend = std::move(mend),
          .notes = {}};
}

/// Open questions and contradictions stand on statements too, but carry none.
bool is_note(const Grounded& grounded) {
  return grounded.fact.starts_with("open.") || grounded.fact.starts_with("contradictions.");
}

void check_encoded(const Statement& statement, Diagnostics& found) {
  if (!std::ranges::all_of(statement.encodes, is_note)) return;
  found.push_back(wrong(statement, Kind::dangling_citation, fmt::format("nothing carries '{}'", statement.id),
                        "an encoded statement names the facts that carry it under 'encodes:'",
                        "name them, or give it another disposition"));
}

void check_statement(const OpSpec& op, const Statement& statement, Diagnostics& found) {
  switch (statement.disposition) {
    case Disposition::encoded:
      return check_encoded(statement, found);
    case Disposition::open:
      if (std::ranges::find(op.open, statement.why, &OpenQuestion::id) != op.open.end()) return;
      return found.push_back(wrong(statement, Kind::dangling_citation,
                                   fmt::format("'{}' is no open question of {}", statement.why, op.name),
                                   "an open statement names its question", "write the id of a question under 'why:'"));
    case Disposition::untestable:
      if (!statement.why.empty()) return;
      return found.push_back(wrong(statement, Kind::missing_key, fmt::format("'{}' has no reason", statement.id),
                                   "what cannot be tested says why", "add 'why:'"));
    case Disposition::informative:
    case Disposition::advice:
      return;
  }
}

void check_fact(const std::string& fact, const Citations& cite, const Location& at, Diagnostics& found) {
  if (!cite.empty()) return;
  found.push_back(error_at(Kind::dangling_citation, at, fmt::format("'{}' stands on no statement", fact),
                           "a fact stands on sentences of the operator's own pages",
                           "name it under 'encodes:' of a statement in spec/documents, or ask a question"));
}

/// Holds what must stand on a page. Support has a check of its own; a question excuses a rule, another basis a model.
void check_facts(const OpSpec& op, Diagnostics& found) {
  for (const Parameter& parameter : op.parameters) check_fact(parameter.key, parameter.cite, parameter.at, found);
  for (const Row& row : op.rows) check_fact("rows." + row.id, row.cite, row.at, found);
  for (const Rule& rule : op.rules) {
    if (rule.question.empty()) check_fact(rule.id, rule.cite, rule.at, found);
  }
  for (const Freedom& freedom : op.freedoms) {
    for (const Model& model : freedom.models) {
      if (model.basis == "document") check_fact(freedom.id + "." + model.id, model.cite, model.at, found);
    }
  }
  for (const Example& example : op.examples) check_fact("examples." + example.id, example.cite, example.at, found);
}

}  // namespace

Diagnostics check_citations(const Spec& spec) {
  Diagnostics found;
  for (const OpSpec& op : spec.operators) {
    const auto inventory = inventory_of(spec, op);
    if (inventory.empty()) continue;
    check_facts(op, found);
    for (const Statement* statement : inventory) check_statement(op, *statement, found);
  }
  sort_by_place(found);
  return found;
}

}  // namespace npu_cts
