// SPDX-License-Identifier: Apache-2.0
// The checks that read what the generator could not show.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "framework/findings/checks/check.h"
#include "framework/search/search.h"

namespace npu_cts::findings {
namespace {

/// Returns the targets on which no call at all was found legal. What else is missed there follows from it.
std::set<Target> closed_targets(const Examined& examined) {
  std::set<Target> closed;
  for (const expand::CoverageGap& miss : examined.plan.coverage_gaps) {
    if (miss.family == Family::rows && miss.at.file == examined.op.file) closed.insert(miss.target);
  }
  if (closed.empty()) return closed;  // as nearly always
  for (const Case& planned : examined.plan.cases) {
    const bool is_found = planned.expected == Verdict::accept && planned.family != Family::examples;
    if (is_found && planned.call.op == examined.op.name) closed.erase(planned.call.target);
  }
  return closed;
}

/// Returns the rule without which a call is legal on `target`, which has none; null where it takes more than one rule.
const Rule* rule_that_closes(const Examined& examined, const Target& target) {
  for (const Rule& rule : examined.op.rules) {
    OpSpec others = examined.op;
    std::erase_if(others.rules, [&](const Rule& one) { return one.id == rule.id; });
    const BoundSpec bound = BoundSpec::bind(examined.spec, others, target);
    const auto choices = search::legal_dtypes(bound);
    if (choices.empty()) return nullptr;
    search::Search search(bound);
    if (search.find_legal(search::first_candidate(bound, choices.begin()->first))) return &rule;
  }
  return nullptr;
}

/// Returns the misses of `family`, one for each place in the operator's file.
std::map<std::pair<Location, std::string>, const expand::CoverageGap*> misses_of(const Examined& examined,
                                                                                 Family family) {
  std::map<std::pair<Location, std::string>, const expand::CoverageGap*> misses;
  for (const expand::CoverageGap& miss : examined.plan.coverage_gaps) {
    if (miss.family == family && miss.at.file == examined.op.file) misses.try_emplace({miss.at, miss.what}, &miss);
  }
  return misses;
}

/// Returns what the cases of `family` show: rules that those of 'negative' break, data sets.
std::set<std::string> shown_by(const Examined& examined, Family family) {
  std::set<std::string> shown;
  for (const Case& planned : examined.plan.cases) {
    if (planned.family == family && planned.call.op == examined.op.name) shown.insert(planned.covers.front().id);
  }
  return shown;
}

/// Returns the rules that `family` missed on some target and shows on none, `what` said of each.
Findings rules_without(const Examined& examined, Family family, std::string_view what) {
  std::set<std::string> settled = shown_by(examined, family);
  const std::set<Target> closed = closed_targets(examined);
  Findings found;
  for (const auto& [key, miss] : misses_of(examined, family)) {
    if (closed.contains(miss->target)) continue;
    if (!settled.insert(miss->what).second) continue;
    found.push_back(finding(examined.op, miss->what, miss->at, fmt::format(fmt::runtime(what), miss->what)));
  }
  return found;
}

}  // namespace

Findings find_unsatisfiable_spec(const Examined& examined) {
  const std::set<Target> closed = closed_targets(examined);
  const Rule* const rule = closed.empty() ? nullptr : rule_that_closes(examined, *closed.begin());
  Findings found;
  for (const Family family : {Family::rows, Family::shapes, Family::support}) {
    if (family != Family::rows && !closed.empty()) continue;  // it follows
    for (const auto& [key, miss] : misses_of(examined, family)) {
      const bool is_known = rule != nullptr && closed.contains(miss->target);
      found.push_back(finding(examined.op, miss->what, miss->at, fmt::format("no legal call has '{}'", miss->what)));
      found.back().why = fmt::format("every call that was tried breaks {} ({})",
                                     is_known ? fmt::format("rule '{}'", rule->id) : "a rule", where(miss->target));
      if (is_known) found.back().notes = {{rule->at, "the rule: without it, calls are legal"}};
    }
  }
  return found;
}

Findings find_rules_without_negative(const Examined& examined) {
  return rules_without(examined, Family::negative, "no call breaks rule '{}' and no other");
}

Findings find_rules_without_boundary(const Examined& examined) {
  return rules_without(examined, Family::boundary, "no legal call stands at the limit of rule '{}'");
}

Findings find_empty_families(const Examined& examined) {
  const OpSpec& op = examined.op;
  const bool is_unsatisfiable = !find_unsatisfiable_spec(examined).empty();
  Findings found;
  for (const Family family : {Family::rows, Family::negative, Family::boundary, Family::data}) {
    const bool has_nothing_to_show = family == Family::data && op.hints.data.empty();
    if (is_unsatisfiable && !has_nothing_to_show) continue;  // it may be why
    if (!shown_by(examined, family).empty()) continue;
    found.push_back(finding(op, std::string(name_of(family)), {.file = op.file, .line = 1, .column = 1},
                            fmt::format("'{}' has no case of family '{}'", op.name, name_of(family))));
  }
  if (is_unsatisfiable) return found;
  const auto ask = [&](Family family, std::string_view what, const DataSet& set) {
    if (!shown_by(examined, family).contains(set.id))
      found.push_back(finding(op, set.id, set.at, fmt::format("no call is made of the {} '{}'", what, set.id)));
  };
  for (const DataSet& set : op.hints.data) ask(set.seen.empty() ? Family::data : Family::users, "data set", set);
  for (const SizeGroup& group : op.hints.sizes) {
    if (group.is_named()) ask(Family::size_pairs, "group of sizes", group.start);
  }
  return found;
}

}  // namespace npu_cts::findings
