// SPDX-License-Identifier: Apache-2.0
// The check of dates against pages: a fact holds where a page states it.

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/findings/checks/check.h"

namespace npu_cts {
namespace {

/// A fact that a page must state, where it holds and what it stands on.
struct DatedFact {
  std::string name;
  Applies applies;
  const Citations* cite;
  Location at;
};

using DatedFacts = std::vector<DatedFact>;

/// Returns where both hold, by release alone.
Applies within_both(const Applies& a, const Applies& b) {
  return {.since = std::max(a.since, b.since), .until = std::min(a.until, b.until), .products = {}, .modes = {}};
}

template <class T>
void add_entries(const std::string& name, const std::vector<Dated<T>>& entries, const Applies& outer, DatedFacts& all) {
  for (const auto& one : entries) all.push_back({name, within_both(one.applies, outer), &one.cite, one.at});
}

void add_parameter(const Parameter& one, DatedFacts& all) {
  all.push_back({one.key, one.applies, &one.cite, one.at});
  add_entries(one.key + ".names", one.names, one.applies, all);
  add_entries(one.key + ".defaults", one.defaults, one.applies, all);
  add_entries(one.key + ".dtypes", one.dtypes, one.applies, all);
  add_entries(one.key + ".formats", one.formats, one.applies, all);
  add_entries(one.key + ".layouts", one.layouts, one.applies, all);
  for (const ShapeAlternative& shape : one.shapes)
    all.push_back({fmt::format("{}.shapes.{}", one.key, shape.id), within_both(shape.applies, one.applies), &shape.cite,
                   shape.at});
}

/// Returns the facts of `op` that no question excuses from a page.
DatedFacts dated_facts_of(const OpSpec& op) {
  DatedFacts all;
  add_entries("signatures", op.signatures, {}, all);
  for (const Parameter& one : op.parameters) add_parameter(one, all);
  for (const Row& one : op.rows) all.push_back({"rows." + one.id, one.applies, &one.cite, one.at});
  for (const Rule& one : op.rules) {
    if (one.question.empty()) all.push_back({one.id, one.applies, &one.cite, one.at});
  }
  for (const Output& one : op.outputs) {
    add_entries(one.name + ".dtype", one.dtype, {}, all);
    add_entries(one.name + ".shape", one.shape, {}, all);
  }
  for (const SupportCell& one : op.support) {
    if (one.question.empty()) all.push_back({"support", one.applies, &one.cite, one.at});
  }
  for (const Example& one : op.examples) all.push_back({"examples." + one.id, one.applies, &one.cite, one.at});
  return all;
}

/// What the pages of an operator are cited for.
class Pages {
 public:
  Pages(const Spec& spec, const OpSpec& op) : op_(op) {
    for (const Document& page : spec.documents) {
      if (page.op == op.name) releases_[page.id] = find_release(spec, page.release).value_or(0);
    }
    for (const Statement& one : spec.statements) statements_[one.id] = &one;
    find_lost_pages();
  }

  /// Returns the releases whose pages have the statement `id`.
  [[nodiscard]] std::set<std::size_t> of(const std::string& id) const {
    std::set<std::size_t> found;
    const auto one = statements_.find(id);
    if (one == statements_.end()) return found;
    for (const std::string& page : one->second->documents) {
      if (const auto it = releases_.find(page); it != releases_.end()) found.insert(it->second);
    }
    return found;
  }

  [[nodiscard]] bool is_lost(std::size_t release) const { return lost_.contains(release); }

 private:
  /// A page that reached us in part cannot state everything: a question about the page says so.
  void find_lost_pages() {
    for (const OpenQuestion& question : op_.open) {
      if (question.leaves != Leaves::page) continue;
      std::set<std::size_t> releases;
      for (const std::string& id : question.cite) releases.merge(of(id));
      if (releases.size() == 1) lost_.insert(*releases.begin());
    }
  }

  const OpSpec& op_;
  std::map<std::string, std::size_t> releases_;  ///< by page
  std::map<std::string, const Statement*> statements_;
  std::set<std::size_t> lost_;
};

Finding dated(const Spec& spec, const OpSpec& op, const DatedFact& fact, std::size_t release, std::string_view says) {
  return finding(op, fact.name, fact.at, fmt::format("'{}' {} {}", fact.name, says, spec.releases[release]));
}

void check_fact(const Spec& spec, const OpSpec& op, const Pages& pages, const DatedFact& fact, Findings& found) {
  if (fact.cite->empty()) return;  // another check asks for one
  std::set<std::size_t> stated;
  for (const std::string& id : *fact.cite) {
    const std::set<std::size_t> releases = pages.of(id);
    const bool meets =
        std::ranges::any_of(releases, [&](std::size_t release) { return in_release(fact.applies, release); });
    if (!meets && !releases.empty())
      found.push_back(
          dated(spec, op, fact, *releases.begin(), fmt::format("does not hold where '{}' states it, in", id)));
    stated.insert(releases.begin(), releases.end());
  }
  for (const auto& [release, ids] : op.pages) {
    if (in_release(fact.applies, release) && !stated.contains(release) && !pages.is_lost(release))
      found.push_back(dated(spec, op, fact, release, "holds and no cited sentence is on a page of"));
  }
}

/// Returns everything of `op` that carries dates of its own.
std::vector<std::pair<std::string, std::pair<const Applies*, const Location*>>> dates_of(const OpSpec& op) {
  std::vector<std::pair<std::string, std::pair<const Applies*, const Location*>>> dates;
  const auto add = [&](const std::string& name, const auto& fact) {
    dates.push_back({name, {&fact.applies, &fact.at}});
  };
  for (const auto& one : op.signatures) add("signatures", one);
  for (const Parameter& one : op.parameters) {
    add(one.key, one);
    for (const auto& entry : one.names) add(one.key + ".names", entry);
    for (const auto& entry : one.defaults) add(one.key + ".defaults", entry);
    for (const auto& entry : one.dtypes) add(one.key + ".dtypes", entry);
    for (const auto& entry : one.formats) add(one.key + ".formats", entry);
    for (const auto& entry : one.layouts) add(one.key + ".layouts", entry);
    for (const auto& entry : one.shapes) add(fmt::format("{}.shapes.{}", one.key, entry.id), entry);
  }
  for (const Row& one : op.rows) add("rows." + one.id, one);
  for (const Rule& one : op.rules) add(one.id, one);
  for (const Output& one : op.outputs) {
    for (const auto& entry : one.dtype) add(one.name + ".dtype", entry);
    for (const auto& entry : one.shape) add(one.name + ".shape", entry);
  }
  for (const ResultFormula& one : op.formulas) add("formulas." + one.id, one);
  for (const SupportCell& one : op.support) add("support", one);
  for (const ImplementationDefined& one : op.implementation_defined) add(one.id, one);
  for (const Example& one : op.examples) add("examples." + one.id, one);
  for (const Contradiction& one : op.contradictions) add("contradictions." + one.id, one);
  for (const Contested& one : op.contested) add("contested." + one.id, one);
  return dates;
}

/// A date that is no page's says nothing that the next page does not.
void check_dates(const Spec& spec, const OpSpec& op, Findings& found) {
  const auto report = [&](const std::string& name, const Location& at, std::string_view does, std::size_t release) {
    if (op.pages.contains(release)) return;
    found.push_back(finding(
        op, name, at, fmt::format("'{}' {} in {}, of which there is no page", name, does, spec.releases[release])));
  };
  for (const auto& [name, where] : dates_of(op)) {
    const auto& [applies, at] = where;
    if (applies->since > 0) report(name, *at, "begins", applies->since);
    if (applies->until < spec.releases.size()) report(name, *at, "ends", applies->until);
  }
}

}  // namespace

Findings find_undocumented_dates(const Spec& spec, const OpSpec& op) {
  Findings found;
  if (spec.statements.empty()) return found;  // a spec without an inventory cannot cite
  check_dates(spec, op, found);
  const Pages pages(spec, op);
  for (const DatedFact& fact : dated_facts_of(op)) check_fact(spec, op, pages, fact, found);
  return found;
}

}  // namespace npu_cts
