// SPDX-License-Identifier: Apache-2.0
// The check of declared contradictions against the statements of their parties.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "framework/findings/checks/check.h"
#include "framework/findings/checks/cited_pages.h"

namespace npu_cts::findings {
namespace {

constexpr std::string_view only_recorded = "code-disagrees";  ///< the kind that no engine finds

Finding off_pages(const OpSpec& op, const Contradiction& one, std::string what) {
  return finding(op, one.id, one.at, std::move(what));
}

/// Where one party alone is on pages, the contradiction holds in the releases of these pages, and in no other. A page
/// that a question calls incomplete may have lost the statement.
void check_releases(const Spec& spec, const OpSpec& op, const CitedPages& pages, const Contradiction& one,
                    Findings& found) {
  const auto is_on_pages = [](const Citations& party) { return !party.empty(); };
  if (std::ranges::count_if(one.statements, is_on_pages) != 1) return;
  const std::set<std::size_t> stated = pages.of(*std::ranges::find_if(one.statements, is_on_pages));
  for (const auto& [release, ids] : op.pages) {
    const bool holds = in_release(one.applies, release);
    const bool is_stated = stated.contains(release);
    if (holds == is_stated || (holds && pages.is_lost(release))) continue;
    if (is_stated && one.kind == only_recorded) continue;  // the code of another release may do as its page says
    found.push_back(off_pages(op, one,
                              fmt::format("contradiction '{}' {} {}", one.id,
                                          holds ? "holds and cites no statement on a page of"
                                                : "does not hold where a page has its statement, in",
                                          spec.releases[release])));
    return;
  }
}

/// Where two parties are on pages, the contradiction holds in a release of each, and in all that have both: it is
/// between them. What a page shows by itself holds where that page does.
void check_sides(const OpSpec& op, const CitedPages& pages, const Contradiction& one, Findings& found) {
  if (one.kind != "documents-disagree") return;
  std::map<std::size_t, std::size_t> sides_in;  // by release
  std::size_t sides = 0;
  for (std::size_t i = 0; i < one.statements.size(); ++i) {
    const std::set<std::size_t> stated = pages.of(one.statements[i]);
    if (!stated.empty()) ++sides;
    for (const std::size_t release : stated) ++sides_in[release];
    const auto holds = [&](std::size_t release) { return in_release(one.applies, release); };
    if (stated.empty() || std::ranges::any_of(stated, holds)) continue;
    found.push_back(off_pages(
        op, one, fmt::format("contradiction '{}' holds on no page of its side '{}'", one.id, one.party_names[i])));
  }
  for (const auto& [release, count] : sides_in) {
    if (sides < 2 || count < sides || in_release(one.applies, release)) continue;
    found.push_back(off_pages(
        op, one, fmt::format("contradiction '{}' does not hold in a release whose pages have all its sides", one.id)));
    return;
  }
}

/// Code disagrees with what a page states.
void check_page_side(const OpSpec& op, const Contradiction& one, Findings& found) {
  const bool is_cited = std::ranges::any_of(one.statements, [](const Citations& side) { return !side.empty(); });
  if (is_cited || one.seen_in.empty() || one.statements.size() < 2) return;
  found.push_back(off_pages(op, one, fmt::format("no side of contradiction '{}' is on a page", one.id)));
}

/// Returns whether `op` has a fact that is called `subject` and that statements can ground.
bool is_fact(const OpSpec& op, const std::string& subject) {
  return find_parameter(op, subject) != nullptr || std::ranges::find(op.rules, subject, &Rule::id) != op.rules.end() ||
         std::ranges::find(op.rows, subject, &Row::id) != op.rows.end();
}

/// Returns whether `fact`, as a statement names it, is `subject` or a part of it.
bool is_about(std::string_view fact, const std::string& subject) {
  fact = fact.substr(0, fact.find('@'));
  if (fact == "rows." + subject) return true;
  return fact.starts_with(subject) && (fact.size() == subject.size() || fact[subject.size()] == '.');
}

/// What code contradicts stands on the statements that the contradiction cites.
void check_subject(const Spec& spec, const OpSpec& op, const Contradiction& one, Findings& found) {
  if (one.kind != only_recorded || !is_fact(op, one.subject)) return;
  bool cites = false;
  for (const Citations& party : one.statements) {
    for (const std::string& id : party) {
      const Statement* const statement = find_statement(spec, id);
      if (statement == nullptr) continue;
      cites = true;
      const auto grounds = [&](const Grounded& grounded) { return is_about(grounded.fact, one.subject); };
      if (std::ranges::any_of(statement->encodes, grounds)) return;
    }
  }
  if (cites)
    found.push_back(off_pages(
        op, one, fmt::format("no statement of contradiction '{}' grounds '{}', its subject", one.id, one.subject)));
}

std::set<std::string> ids_of(const Citations& cite) { return {cite.begin(), cite.end()}; }

/// What an example shows stands on the statements that it stands on.
void check_example(const OpSpec& op, const Contradiction& one, Findings& found) {
  const auto example = std::ranges::find(op.examples, one.subject, &Example::id);
  if (example == op.examples.end() || one.kind != "degenerate-example") return;
  std::set<std::string> cited;
  for (const Citations& party : one.statements) cited.merge(ids_of(party));
  if (cited == ids_of(example->cite)) return;
  found.push_back(off_pages(
      op, one, fmt::format("contradiction '{}' and its example '{}' cite different statements", one.id, example->id)));
}

}  // namespace

Findings find_contradictions_off_pages(const Spec& spec, const OpSpec& op) {
  Findings found;
  if (spec.statements.empty()) return found;  // a spec without an inventory cannot cite
  const CitedPages pages(spec, op);
  for (const Contradiction& one : op.contradictions) {
    check_releases(spec, op, pages, one, found);
    check_sides(op, pages, one, found);
    check_subject(spec, op, one, found);
    check_example(op, one, found);
    check_page_side(op, one, found);
  }
  return found;
}

}  // namespace npu_cts::findings
