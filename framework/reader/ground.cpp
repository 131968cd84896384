// SPDX-License-Identifier: Apache-2.0
#include "framework/reader/read_spec.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/nearest_word.h"
#include "framework/base/text.h"
#include "framework/reader/words.h"

namespace npu_cts::reader {
namespace {

/// A fact of an operator: when it holds, and what it cites.
struct Fact {
  const Applies* applies = nullptr;
  Citations* cite = nullptr;
};

using Facts = std::map<std::string, std::vector<Fact>, std::less<>>;

template <class T>
void add_dated(const std::string& name, std::vector<Dated<T>>& entries, Facts& facts) {
  for (Dated<T>& entry : entries) facts[name].push_back({&entry.applies, &entry.cite});
}

void add_parameter(Parameter& parameter, Facts& facts) {
  const std::string& key = parameter.key;
  facts[key].push_back({&parameter.applies, &parameter.cite});
  add_dated(key + ".names", parameter.names, facts);
  add_dated(key + ".defaults", parameter.defaults, facts);
  add_dated(key + ".dtypes", parameter.dtypes, facts);
  add_dated(key + ".formats", parameter.formats, facts);
  add_dated(key + ".layouts", parameter.layouts, facts);
  for (ShapeAlternative& shape : parameter.shapes) {
    facts[fmt::format("{}.shapes.{}", key, shape.id)].push_back({&shape.applies, &shape.cite});
  }
}

void add_output(Output& output, Facts& facts) {
  static const Applies always;
  facts[output.name].push_back({&always, &output.cite});
  add_dated(output.name + ".dtype", output.dtype, facts);
  add_dated(output.name + ".shape", output.shape, facts);
}

void add_notes(OpSpec& op, Facts& facts) {
  static const Applies always;
  for (Contested& one : op.contested) facts["contested." + one.id].push_back({&one.applies, &one.cite});
  for (OpenQuestion& question : op.open) facts["open." + question.id].push_back({&always, &question.cite});
  for (Contradiction& one : op.contradictions) {
    for (std::size_t i = 0; i < one.statements.size(); ++i) {
      const std::string name = fmt::format("contradictions.{}.{}", one.id, one.party_names[i]);
      facts[name].push_back({&one.applies, &one.statements[i]});
    }
  }
}

Facts facts_of(OpSpec& op) {
  Facts facts;
  add_dated("signatures", op.signatures, facts);
  for (Parameter& parameter : op.parameters) add_parameter(parameter, facts);
  for (Row& row : op.rows) facts["rows." + row.id].push_back({&row.applies, &row.cite});
  for (Rule& rule : op.rules) facts[rule.id].push_back({&rule.applies, &rule.cite});
  for (Output& output : op.outputs) add_output(output, facts);
  for (ResultFormula& one : op.formulas) facts["formulas." + one.id].push_back({&one.applies, &one.cite});
  for (SupportCell& cell : op.support) facts["support"].push_back({&cell.applies, &cell.cite});
  for (ImplementationDefined& behaviour : op.implementation_defined) {
    for (Variant& variant : behaviour.variants) {
      facts[fmt::format("{}.{}", behaviour.id, variant.id)].push_back({&behaviour.applies, &variant.cite});
    }
  }
  for (Example& example : op.examples) facts["examples." + example.id].push_back({&example.applies, &example.cite});
  add_notes(op, facts);
  return facts;
}

/// Grounds the facts of one operator.
class Grounding {
 public:
  Grounding(const Spec& spec, OpSpec& op) : spec_(spec), op_(op), facts_(facts_of(op)) {
    for (const std::string& release : spec.releases) places_.known.push_back(release);
    for (const Product& product : spec.products) places_.known.push_back(product.id);
    for (const Mode& mode : spec.modes.all) places_.known.push_back(mode.id);
  }

  void take(const Statement& statement) {
    for (const Grounded& grounded : statement.encodes) take(statement, grounded);
    const auto question = facts_.find("open." + statement.why);
    if (statement.disposition == Disposition::open && question != facts_.end())
      cite(statement, question->second.front());
  }

  [[nodiscard]] const Diagnostics& found() const { return found_; }

 private:
  void take(const Statement& statement, const Grounded& grounded) {
    const std::vector<std::string> parts = split(grounded.fact, '@');
    const auto named = facts_.find(parts.front());
    if (named == facts_.end()) return report_unknown(statement, grounded, parts.front());
    for (std::size_t i = 1; i < parts.size(); ++i) {
      const bool known = contains(places_.known, parts[i]);
      if (!known) return found_.push_back(unknown_word(parts[i], places_, grounded.at));
    }
    bool holds = false;
    for (const Fact& fact : named->second) {
      const bool chosen = std::all_of(parts.begin() + 1, parts.end(),
                                      [&](const std::string& place) { return holds_at(*fact.applies, place); });
      if (chosen) cite(statement, fact);
      holds = holds || chosen;
    }
    if (holds) return;
    found_.push_back(error_at(Kind::dangling_citation, grounded.at,
                              fmt::format("no entry of '{}' holds where '{}' says", parts.front(), grounded.fact),
                              "after '@' stands a release, product or mode in which the fact holds",
                              "name one, or correct the dates of the fact"));
  }

  void report_unknown(const Statement& statement, const Grounded& grounded, const std::string& name) {
    std::vector<std::string> known;
    for (const auto& [fact, entries] : facts_) known.push_back(fact);
    const auto nearest = nearest_word(name, known);
    found_.push_back(error_at(Kind::dangling_citation, grounded.at,
                              fmt::format("'{}' encodes '{}', which is no fact of {}", statement.id, name, op_.name),
                              "a statement names the facts that stand on it as spec/README.md says",
                              nearest ? fmt::format("write '{}'", *nearest) : "name a fact of the operator's file"));
  }

  /// Returns whether a fact holds at `place`: a release, a product or a mode.
  [[nodiscard]] bool holds_at(const Applies& applies, const std::string& place) const {
    if (const auto release = find_release(spec_, place)) return in_release(applies, *release);
    return admits(find_mode(spec_, place) != nullptr ? applies.modes : applies.products, place);
  }

  static void cite(const Statement& statement, const Fact& fact) {
    if (fact.cite->empty() || fact.cite->back() != statement.id) fact.cite->push_back(statement.id);
  }

  const Spec& spec_;
  const OpSpec& op_;
  Facts facts_;
  Words places_{"release, product or mode", {}};
  Diagnostics found_;
};

/// Returns whether `statement` stands on a page of the operator.
bool speaks_of(const Spec& spec, const Statement& statement, const std::string& op) {
  return std::ranges::any_of(statement.documents, [&](const std::string& id) {
    const auto page = std::ranges::find(spec.documents, id, &Document::id);
    return page != spec.documents.end() && page->op == op;
  });
}

}  // namespace

Diagnostics ground(Spec& spec) {
  Diagnostics found;
  for (OpSpec& op : spec.operators) {
    Grounding grounding(spec, op);
    for (const Statement& statement : spec.statements) {
      if (speaks_of(spec, statement, op.name)) grounding.take(statement);
    }
    found.insert(found.end(), grounding.found().begin(), grounding.found().end());
  }
  return found;
}

}  // namespace npu_cts::reader
