#include "framework/ascend/pages/citations.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>
#include <utility>

#include "framework/base/text.h"

namespace npu_cts {
namespace {

/// A fact and what it cites.
struct Citing {
  std::string fact;
  const Citations* cite = nullptr;
  const Location* at = nullptr;
};

using Citers = std::vector<Citing>;

template <class T>
void add_dated(const std::string& fact, const std::vector<Dated<T>>& entries, Citers& citers) {
  for (const Dated<T>& entry : entries) citers.push_back({fact, &entry.cite, &entry.at});
}

void add_parameter(const Parameter& parameter, Citers& citers) {
  const std::string& key = parameter.key;
  citers.push_back({key, &parameter.cite, &parameter.at});
  add_dated(key + ".names", parameter.names, citers);
  add_dated(key + ".defaults", parameter.defaults, citers);
  add_dated(key + ".dtypes", parameter.dtypes, citers);
  add_dated(key + ".formats", parameter.formats, citers);
  add_dated(key + ".layouts", parameter.layouts, citers);
  for (const ShapeAlternative& shape : parameter.shapes) {
    citers.push_back({fmt::format("{}.shapes.{}", key, shape.id), &shape.cite, &shape.at});
  }
}

void add_output(const Output& output, Citers& citers) {
  citers.push_back({output.name, &output.cite, &output.at});
  add_dated(output.name + ".dtype", output.dtype, citers);
  add_dated(output.name + ".shape", output.shape, citers);
}

/// Everything that carries statements, in the order of the operator's file.
Citers citers_of(const OpSpec& op) {
  Citers citers;
  add_dated("signatures", op.signatures, citers);
  for (const Parameter& parameter : op.parameters) add_parameter(parameter, citers);
  for (const Row& row : op.rows) citers.push_back({fmt::format("rows.{}", row.id), &row.cite, &row.at});
  for (const Rule& rule : op.rules) citers.push_back({rule.id, &rule.cite, &rule.at});
  for (const Output& output : op.outputs) add_output(output, citers);
  for (const SupportCell& cell : op.support) citers.push_back({"support", &cell.cite, &cell.at});
  for (const Freedom& freedom : op.freedoms) {
    for (const Model& model : freedom.models) {
      citers.push_back({fmt::format("{}.{}", freedom.id, model.id), &model.cite, &model.at});
    }
  }
  for (const Example& example : op.examples) {
    citers.push_back({fmt::format("examples.{}", example.id), &example.cite, &example.at});
  }
  return citers;
}

/// What cites without carrying: open questions and the parties of contradictions.
Citers notes_of(const OpSpec& op) {
  Citers notes;
  for (const OpenQuestion& question : op.open) notes.push_back({question.id, &question.cite, &question.at});
  for (const Contradiction& contradiction : op.contradictions) {
    for (const Citations& party : contradiction.parties) notes.push_back({contradiction.id, &party, &contradiction.at});
  }
  return notes;
}

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

void check_citers(const OpSpec& op, const Citers& citers, const std::set<std::string>& known, Findings& found) {
  for (const Citing& citing : citers) {
    for (const std::string& id : *citing.cite) {
      if (known.contains(id)) continue;
      found.push_back({.kind = Kind::dangling_citation,
                       .op = op.name,
                       .statements = {id},
                       .at = *citing.at,
                       .what = fmt::format("'{}' cites '{}', which is no statement of its pages", citing.fact, id),
                       .why = "a fact stands on sentences of the operator's own pages",
                       .mend = "cite ids of the operator's inventory under spec/documents"});
    }
  }
}

bool same_members(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return std::set(a.begin(), a.end()) == std::set(b.begin(), b.end());
}

/// Returns what is wrong with `statement`, which `facts` of `op` cite; nothing where it is well.
std::optional<Finding> check_statement(const OpSpec& op, const Statement& statement,
                                       const std::vector<std::string>& facts) {
  Finding wrong{.kind = Kind::dangling_citation, .op = op.name, .statements = {statement.id}, .at = statement.at};
  const auto say = [&](std::string what, std::string why, std::string mend) {
    wrong.what = std::move(what);
    wrong.why = std::move(why);
    wrong.mend = std::move(mend);
    return wrong;
  };
  switch (statement.disposition) {
    case Disposition::encoded:
      if (facts.empty())
        return say(fmt::format("nothing carries '{}'", statement.id),
                   "an encoded statement is cited by the facts that carry it",
                   "cite it, or give it another disposition");
      if (same_members(facts, statement.encodes)) return std::nullopt;
      return say(fmt::format("'{}' says it is carried by {}", statement.id, join(statement.encodes, ", ")),
                 fmt::format("it is cited by {}", join(facts, ", ")), "write what cites it, or correct the citations");
    case Disposition::open:
      if (std::ranges::find(op.open, statement.why, &OpenQuestion::id) != op.open.end()) return std::nullopt;
      return say(fmt::format("'{}' is no open question of {}", statement.why, op.name),
                 "an open statement names its question", "write the id of a question under 'why:'");
    case Disposition::untestable:
      if (!statement.why.empty()) return std::nullopt;
      wrong.kind = Kind::missing_key;
      return say(fmt::format("'{}' has no reason", statement.id), "what cannot be tested says why", "add 'why:'");
    case Disposition::informative:
    case Disposition::advice:
      return std::nullopt;
  }
  std::abort();
}

}  // namespace

std::map<std::string, std::vector<std::string>> facts_citing(const OpSpec& op) {
  std::map<std::string, std::vector<std::string>> facts;
  for (const Citing& citing : citers_of(op)) {
    for (const std::string& id : *citing.cite) {
      auto& carriers = facts[id];
      if (std::ranges::find(carriers, citing.fact) == carriers.end()) carriers.push_back(citing.fact);
    }
  }
  return facts;
}

Findings check_citations(const Spec& spec) {
  Findings found;
  for (const OpSpec& op : spec.operators) {
    const auto inventory = inventory_of(spec, op);
    if (inventory.empty()) continue;
    std::set<std::string> known;
    for (const Statement* statement : inventory) known.insert(statement->id);
    check_citers(op, citers_of(op), known, found);
    check_citers(op, notes_of(op), known, found);
    auto facts = facts_citing(op);
    for (const Statement* statement : inventory) {
      if (auto wrong = check_statement(op, *statement, facts[statement->id])) found.push_back(std::move(*wrong));
    }
  }
  return found;
}

}  // namespace npu_cts
