// SPDX-License-Identifier: Apache-2.0
#include "framework/findings/findings.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "framework/base/find.h"

namespace npu_cts::findings {
namespace {

/// What is recorded with its basis and found by no check, for no page of these operators says the other side.
constexpr std::string_view recorded = "code-disagrees";

bool cites(const Contradiction& one, const std::string& id) {
  return std::ranges::any_of(one.statements, [&](const Citations& side) { return contains(side, id); });
}

/// Returns whether `one` names `finding` as its kind wants it named.
bool names(const Contradiction& one, const Finding& finding) {
  if (contains(finding.causes, one.subject)) return true;
  if (one.kind != info_of(finding.kind).name) return false;
  switch (info_of(finding.kind).declared_by) {
    case DeclaredBy::subject:
      return !finding.subject.empty() && one.subject == finding.subject;
    case DeclaredBy::statements:
      return !finding.statements.empty() &&
             std::ranges::all_of(finding.statements, [&](const std::string& id) { return cites(one, id); });
  }
  std::abort();
}

/// Returns whether `one` is left to a person, or a claim on calls, which a check of its own refutes.
bool is_not_looked_for(const Contradiction& one) {
  return one.kind == recorded || (one.rejected_claim != nullptr && one.kind == "documents-disagree");
}

/// Returns the engine that finds `kind` and what its row wants named; null where none does.
std::pair<const Looked*, DeclaredBy> sought(std::span<const Looked> looked, std::string_view kind) {
  for (const Looked& engine : looked) {
    for (const Kind& one : engine.kinds) {
      if (info_of(one).name == kind) return {&engine, info_of(one).declared_by};
    }
  }
  return {nullptr, DeclaredBy::subject};
}

Finding stale(const OpSpec& op, const Contradiction& one, DeclaredBy by) {
  const bool by_subject = by == DeclaredBy::subject;
  Finding said = finding(op, "", one.at,
                         by_subject ? fmt::format("no '{}' about '{}' is found", one.kind, one.subject)
                                    : fmt::format("no page has a '{}' that '{}' cites", one.kind, one.id));
  said.kind = kinds::contradiction_not_found;
  said.hint = by_subject ? "remove it, or correct 'subject:'"
                         : "remove it, or cite every statement that shows it, in the releases that have them";
  return said;
}

}  // namespace

Findings waive(const Spec& spec, Findings found, std::span<const Looked> looked) {
  std::set<const Contradiction*> needed;
  for (Finding& finding : found) {
    const OpSpec* const op = find_operator(spec, finding.op);
    if (op == nullptr) continue;
    for (const Contradiction& one : op->contradictions) {
      if (!meet(one.applies, finding.where) || !names(one, finding)) continue;
      finding.suppressed = finding.excusable;
      if (one.kind == info_of(finding.kind).name) needed.insert(&one);
    }
  }
  for (const OpSpec& op : spec.operators) {
    for (const Contradiction& one : op.contradictions) {
      const auto [engine, by] = sought(looked, one.kind);
      const bool is_trusted = engine != nullptr && (!engine->asked || engine->unseen.contains(op.name));
      if (is_not_looked_for(one) || is_trusted || needed.contains(&one)) continue;
      found.push_back(stale(op, one, by));
    }
  }
  return found;
}

}  // namespace npu_cts::findings
