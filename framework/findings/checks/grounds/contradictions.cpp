// SPDX-License-Identifier: Apache-2.0
// The check of declared contradictions against the statements of their sides.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/findings/checks/grounds/cited_pages.h"
#include "framework/findings/checks/grounds/grounds.h"
#include "framework/findings/checks/grounds/terms.h"

namespace npu_cts::findings {
namespace {

constexpr std::string_view only_recorded = "code-disagrees";  ///< the kind that no engine finds

Finding off_pages(const OpSpec& op, const Contradiction& one, std::string what) {
  return finding(op, one.id, one.at, std::move(what));
}

/// Returns the releases in which the statements of a contradiction contradict each other: those that have all its
/// sides. Where no release has all, a later page takes something back: from the last page of the earliest side to the
/// first of the latest.
std::set<std::size_t> releases_of(const OpSpec& op, const CitedPages& pages, const Contradiction& one) {
  std::map<std::size_t, std::size_t> sides_in;  // by release
  std::size_t sides = 0;
  std::size_t from = op.pages.empty() ? 0 : op.pages.rbegin()->first;
  std::size_t to = 0;
  for (const Citations& side : one.statements) {
    const std::set<std::size_t> stated = pages.of(side);
    if (stated.empty()) continue;
    ++sides;
    for (const std::size_t release : stated) ++sides_in[release];
    from = std::min(from, *stated.rbegin());
    to = std::max(to, *stated.begin());
  }
  std::set<std::size_t> releases;
  for (const auto& [release, count] : sides_in) {
    if (count == sides) releases.insert(release);
  }
  if (!releases.empty() || sides == 0) return releases;
  for (const auto& [release, ids] : op.pages) {
    if (from <= release && release <= to) releases.insert(release);
  }
  return releases;
}

/// A contradiction holds where its statements contradict each other. A page that a question calls incomplete may have
/// lost one.
void check_dates(const Spec& spec, const OpSpec& op, const CitedPages& pages, const Contradiction& one,
                 Findings& found) {
  const std::set<std::size_t> due = releases_of(op, pages, one);
  if (due.empty()) return;
  for (const auto& [release, ids] : op.pages) {
    const bool holds = in_release(one.applies, release);
    if (holds == due.contains(release) || (holds && pages.is_lost(release))) continue;
    found.push_back(off_pages(op, one,
                              fmt::format("contradiction '{}' {} {}", one.id,
                                          holds ? "holds, and its statements do not contradict each other, in"
                                                : "does not hold where its statements contradict each other, in",
                                          spec.releases[release])));
    return;
  }
}

/// What code contradicts was seen in code.
void check_program(const OpSpec& op, const Contradiction& one, Findings& found) {
  if (one.kind != only_recorded || !one.seen_in.empty()) return;
  found.push_back(off_pages(op, one, fmt::format("contradiction '{}' was seen in no program", one.id)));
}

/// The text of a contradiction about a parameter names it.
void check_text(const OpSpec& op, const Contradiction& one, Findings& found) {
  const std::string key = one.subject.substr(0, one.subject.find('.'));
  const bool is_rule = contains(op.rules, one.subject, &Rule::id);
  if (is_rule || find_parameter(op, key) == nullptr) return;
  const auto words = words_in(one.text.en);
  if (contains(words, key)) return;
  found.push_back(
      off_pages(op, one, fmt::format("contradiction '{}' is about '{}', and its text does not say so", one.id, key)));
}

/// Returns whether `fact`, as a statement names it, is `subject` or a part of it.
bool is_about(std::string_view fact, const std::string& subject) {
  fact = fact.substr(0, fact.find('@'));
  for (const std::string_view list : {"rows.", "formulas.", "examples."}) {
    if (fact.starts_with(list) && fact.substr(list.size()) == subject) return true;
  }
  return fact.starts_with(subject) && (fact.size() == subject.size() || fact[subject.size()] == '.');
}

bool grounds(const Statement& statement, const std::string& subject) {
  return std::ranges::any_of(statement.encodes, [&](const Grounded& one) { return is_about(one.fact, subject); });
}

/// What code contradicts stands on the statements that the contradiction cites.
void check_subject(const Spec& spec, const OpSpec& op, const CitedPages& pages, const Contradiction& one,
                   Findings& found) {
  if (one.kind != only_recorded) return;
  const auto is_grounding = [&](const Statement* statement) { return grounds(*statement, one.subject); };
  if (std::ranges::any_of(cited_by(spec, one), is_grounding)) return;
  const auto is_ground = [&](const Statement& statement) {
    return !pages.of(statement.id).empty() && grounds(statement, one.subject);
  };
  if (std::ranges::any_of(spec.statements, is_ground))
    found.push_back(off_pages(
        op, one, fmt::format("no statement of contradiction '{}' grounds '{}', its subject", one.id, one.subject)));
}

std::set<std::string> ids_of(const Citations& cite) { return {cite.begin(), cite.end()}; }

/// What an example shows stands on the statements that it stands on.
void check_example(const OpSpec& op, const Contradiction& one, Findings& found) {
  const auto example = std::ranges::find(op.examples, one.subject, &Example::id);
  if (example == op.examples.end() || one.kind != "degenerate-example") return;
  std::set<std::string> cited;
  for (const Citations& side : one.statements) cited.merge(ids_of(side));
  if (cited == ids_of(example->cite)) return;
  found.push_back(off_pages(
      op, one, fmt::format("contradiction '{}' and its example '{}' cite different statements", one.id, example->id)));
}

}  // namespace

std::vector<const Statement*> cited_by(const Spec& spec, const Contradiction& one) {
  std::vector<const Statement*> cited;
  for (const Citations& side : one.statements) {
    for (const std::string& id : side) {
      if (const Statement* const statement = find_statement(spec, id)) cited.push_back(statement);
    }
  }
  return cited;
}

Findings find_contradictions_off_pages(const Spec& spec, const OpSpec& op) {
  Findings found;
  if (spec.statements.empty()) return found;  // a spec without an inventory cannot cite
  const CitedPages pages(spec, op);
  for (const Contradiction& one : op.contradictions) {
    check_dates(spec, op, pages, one, found);
    check_program(op, one, found);
    check_text(op, one, found);
    check_subject(spec, op, pages, one, found);
    check_example(op, one, found);
  }
  return found;
}

}  // namespace npu_cts::findings
