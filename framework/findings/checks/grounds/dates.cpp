// SPDX-License-Identifier: Apache-2.0
// The check of dates against pages: a fact holds where a page states it.

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "framework/findings/checks/grounds/cited_pages.h"
#include "framework/findings/checks/grounds/grounds.h"

namespace npu_cts::findings {
namespace {

/// A fact with dates of its own.
struct DatedFact {
  std::string name;
  Applies applies;                  ///< as written
  Applies where;                    ///< within what it is a part of, by release alone
  const Citations* cite = nullptr;  ///< what a page must state; null: no page must
  Location at;
  bool is_shown = false;  ///< it holds wherever a page shows it: an example or a shape
};

/// Returns where both hold, by release alone.
Applies within_both(const Applies& a, const Applies& b) {
  return {.since = std::max(a.since, b.since), .until = std::min(a.until, b.until)};
}

/// Collects everything of an operator that carries dates of its own.
class DatedFacts {
 public:
  explicit DatedFacts(const OpSpec& op) {
    add_all("signatures", op.signatures);
    for (const Parameter& one : op.parameters) add_parameter(one);
    for (const Row& one : op.rows) add("rows." + one.id, one, &one.cite);
    for (const Rule& one : op.rules) add(one.id, one, unless_asked(one));
    for (const Output& one : op.outputs) {
      add_all(one.name + ".dtype", one.dtype);
      add_all(one.name + ".shape", one.shape);
    }
    for (const SupportCell& one : op.support) add("support", one, unless_asked(one));
    for (const Example& one : op.examples) {
      add("examples." + one.id, one, &one.cite);
      all_.back().is_shown = true;
    }
    for (const ResultFormula& one : op.formulas)
      add("formulas." + one.id, one, one.basis == "document" ? &one.cite : nullptr);
    for (const ImplementationDefined& one : op.implementation_defined) add(one.id, one, nullptr);
    for (const Contradiction& one : op.contradictions) add("contradictions." + one.id, one, nullptr);
    for (const Contested& one : op.contested) add("contested." + one.id, one, &one.cite);
  }

  [[nodiscard]] const std::vector<DatedFact>& all() const { return all_; }

 private:
  template <class Fact>
  void add(const std::string& name, const Fact& fact, const Citations* cite, const Applies& outer = {}) {
    all_.push_back({name, fact.applies, within_both(fact.applies, outer), cite, fact.at});
  }

  template <class T>
  void add_all(const std::string& name, const std::vector<Dated<T>>& entries, const Applies& outer = {}) {
    for (const auto& one : entries) add(name, one, &one.cite, outer);
  }

  void add_parameter(const Parameter& one) {
    add(one.key, one, &one.cite);
    add_all(one.key + ".names", one.names, one.applies);
    add_all(one.key + ".defaults", one.defaults, one.applies);
    add_all(one.key + ".dtypes", one.dtypes, one.applies);
    add_all(one.key + ".formats", one.formats, one.applies);
    add_all(one.key + ".layouts", one.layouts, one.applies);
    for (const ShapeAlternative& shape : one.shapes) {
      add(fmt::format("{}.shapes.{}", one.key, shape.id), shape, &shape.cite, one.applies);
      all_.back().is_shown = true;
    }
  }

  /// A question excuses a fact from a page.
  template <class Fact>
  static const Citations* unless_asked(const Fact& fact) {
    return fact.question.empty() ? &fact.cite : nullptr;
  }

  std::vector<DatedFact> all_;
};

Finding dated(const Spec& spec, const OpSpec& op, const DatedFact& fact, std::size_t release, std::string_view says) {
  return finding(op, fact.name, fact.at, fmt::format("'{}' {} {}", fact.name, says, spec.releases[release]));
}

/// Returns the first of `releases`, whose pages state `fact`, that lacks it: it must hold in one, and in each where it
/// is shown. Nothing where it does.
std::optional<std::size_t> release_without(const DatedFact& fact, const std::set<std::size_t>& releases) {
  const auto holds_in = [&](std::size_t release) { return in_release(fact.where, release); };
  const auto lacking = std::ranges::find_if_not(releases, holds_in);
  const bool is_enough = !fact.is_shown && std::ranges::any_of(releases, holds_in);
  return is_enough || lacking == releases.end() ? std::nullopt : std::optional(*lacking);
}

void check_fact(const Spec& spec, const OpSpec& op, const CitedPages& pages, const DatedFact& fact, Findings& found) {
  if (fact.cite == nullptr || fact.cite->empty()) return;  // another check asks for one
  std::set<std::size_t> stated;
  for (const std::string& id : *fact.cite) {
    const std::set<std::size_t> releases = pages.of(id);
    if (const auto release = release_without(fact, releases))
      found.push_back(dated(spec, op, fact, *release, fmt::format("does not hold where '{}' states it, in", id)));
    stated.insert(releases.begin(), releases.end());
  }
  for (const auto& [release, ids] : op.pages) {
    if (in_release(fact.where, release) && !stated.contains(release) && !pages.is_lost(release))
      found.push_back(dated(spec, op, fact, release, "holds and no cited sentence is on a page of"));
  }
}

/// A date that is no page's says nothing that the next page does not.
void check_dates(const Spec& spec, const OpSpec& op, const DatedFact& fact, Findings& found) {
  const auto report = [&](std::string_view does, std::size_t release) {
    if (op.pages.contains(release)) return;
    found.push_back(dated(spec, op, fact, release, fmt::format("{} where there is no page, in", does)));
  };
  if (fact.applies.since > 0) report("begins", fact.applies.since);
  if (fact.applies.until < spec.releases.size()) report("ends", fact.applies.until);
}

/// Returns whether `fact` holds in `release` and no page of it states it.
bool is_unstated(const CitedPages& pages, const DatedFact& fact, std::size_t release) {
  return fact.cite != nullptr && !fact.cite->empty() && in_release(fact.where, release) &&
         !pages.of(*fact.cite).contains(release);
}

/// A question about a page excuses the facts that the page lacks: there is one.
void check_excuses(const Spec& spec, const OpSpec& op, const CitedPages& pages, const std::vector<DatedFact>& facts,
                   Findings& found) {
  for (const OpenQuestion& question : op.open) {
    const std::set<std::size_t> raised = pages.of(question.cite);
    if (question.leaves != Leaves::page || raised.size() != 1) continue;  // another check asks for one page
    const std::size_t release = *raised.begin();
    if (std::ranges::any_of(facts, [&](const DatedFact& fact) { return is_unstated(pages, fact, release); })) continue;
    found.push_back(finding(op, question.id, question.at,
                            fmt::format("'{}' is about the page of {}, which states each fact that holds there",
                                        question.id, spec.releases[release])));
  }
}

}  // namespace

Findings find_undocumented_dates(const Spec& spec, const OpSpec& op) {
  Findings found;
  if (spec.statements.empty()) return found;  // a spec without an inventory cannot cite
  const CitedPages pages(spec, op);
  const DatedFacts facts(op);
  for (const DatedFact& fact : facts.all()) check_dates(spec, op, fact, found);
  for (const DatedFact& fact : facts.all()) check_fact(spec, op, pages, fact, found);
  check_excuses(spec, op, pages, facts.all(), found);
  return found;
}

}  // namespace npu_cts::findings
