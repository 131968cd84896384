// SPDX-License-Identifier: Apache-2.0
// The check of what a fact is based on against what it cites.

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "framework/findings/checks/grounds/cited_pages.h"
#include "framework/findings/checks/grounds/grounds.h"
#include "framework/findings/checks/grounds/terms.h"

namespace npu_cts::findings {
namespace {

/// A fact with a basis, and the statements of its sides.
struct BasedFact {
  std::string id;
  const std::string& basis;
  const std::string& seen_in;
  const Applies& applies;
  const std::vector<Citations>& sides;
  Location at;
  bool is_of_sides = false;  ///< each stands somewhere: the fact is a contradiction
};

/// Returns whether statement `id` is an example: a program, or what one prints.
bool is_example(const Spec& spec, const std::string& id) {
  const Statement* const one = find_statement(spec, id);
  return one != nullptr && (one->place.starts_with("examples") || one->place.find(", code ") != std::string::npos);
}

/// Returns whether what `fact` cites has an example. Of sides, one is of examples.
bool cites_example(const Spec& spec, const BasedFact& fact) {
  const auto is_it = [&](const std::string& id) { return is_example(spec, id); };
  return std::ranges::any_of(fact.sides, [&](const Citations& side) {
    return !side.empty() && (fact.is_of_sides ? std::ranges::all_of(side, is_it) : std::ranges::any_of(side, is_it));
  });
}

/// Returns whether all that `fact` cites is examples.
bool cites_examples_alone(const Spec& spec, const BasedFact& fact) {
  return std::ranges::all_of(fact.sides, [&](const Citations& side) {
    return std::ranges::all_of(side, [&](const std::string& id) { return is_example(spec, id); });
  });
}

bool cites(const std::vector<Citations>& sides) {
  return std::ranges::any_of(sides, [](const Citations& side) { return !side.empty(); });
}

/// Returns whether a page has something new: the fact ends before the last one, or one side is on older pages alone.
bool has_newer_page(const OpSpec& op, const CitedPages& pages, const BasedFact& fact) {
  if (!op.pages.empty() && fact.applies.until < op.pages.rbegin()->first) return true;
  std::vector<std::set<std::size_t>> releases;
  for (const Citations& side : fact.sides) {
    if (!side.empty()) releases.push_back(pages.of(side));
  }
  return std::ranges::any_of(releases, [&](const auto& a) {
    return std::ranges::any_of(releases,
                               [&](const auto& b) { return !a.empty() && !b.empty() && *a.rbegin() < *b.begin(); });
  });
}

/// Returns what the basis of a fact of sides lacks: each side stands on a page, or it is none.
std::string missing_of_sides(const Spec& spec, const BasedFact& fact) {
  if (std::ranges::any_of(fact.sides, [](const Citations& side) { return side.empty(); }))
    return "a side of it is on no page";
  if (fact.basis == "document" && fact.seen_in.empty() && cites_examples_alone(spec, fact))
    return "nothing but examples is cited";
  return "";
}

/// Returns what the basis of `fact` lacks; empty where it lacks nothing.
std::string missing(const Spec& spec, const OpSpec& op, const CitedPages& pages, const BasedFact& fact) {
  const bool is_of_tests = has_word(fact.seen_in, "test tests golden goldens");
  if (fact.basis == "example" && !cites_example(spec, fact)) return "no example is cited";
  if (fact.basis == "document" && fact.seen_in.empty() && !cites(fact.sides)) return "no statement is cited";
  if (fact.basis == "newer-release" && !has_newer_page(op, pages, fact)) return "no newer page says otherwise";
  if (fact.basis == "vendor-golden" && !is_of_tests) return "it was seen in no test";
  if (fact.basis == "vendor-code" && is_of_tests) return "it was seen in a test";
  if (fact.basis == "convention" && !fact.seen_in.empty()) return "it was seen in a program";
  if (fact.basis == "convention" && cites(fact.sides)) return "statements are cited";
  return fact.is_of_sides ? missing_of_sides(spec, fact) : "";
}

}  // namespace

Findings find_unfounded_bases(const Spec& spec, const OpSpec& op) {
  Findings found;
  if (spec.statements.empty()) return found;  // a spec without an inventory cannot cite
  const CitedPages pages(spec, op);
  const auto ask = [&](const BasedFact& fact) {
    if (const std::string what = missing(spec, op, pages, fact); !what.empty())
      found.push_back(
          finding(op, fact.id, fact.at, fmt::format("'{}' is based on '{}', and {}", fact.id, fact.basis, what)));
  };
  for (const ResultFormula& one : op.formulas)
    ask({"formulas." + one.id, one.basis, one.seen_in, one.applies, {one.cite}, one.at});
  for (const ImplementationDefined& behaviour : op.implementation_defined) {
    for (const Variant& one : behaviour.variants)
      ask({behaviour.id + "." + one.id, one.basis, one.seen_in, behaviour.applies, {one.cite}, one.at});
  }
  for (const Contradiction& one : op.contradictions)
    ask({one.id, one.basis, one.seen_in, one.applies, one.statements, one.at, true});
  return found;
}

}  // namespace npu_cts::findings
