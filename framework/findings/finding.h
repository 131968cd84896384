// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "framework/base/diagnostic.h"
#include "framework/model/spec.h"

namespace npu_cts::findings {

/// Rows that more than one engine uses.
namespace kinds {
inline constexpr KindInfo of_its_check{"of-its-check", "filled in by what runs the check"};
inline constexpr KindInfo contradiction_not_found{"contradiction-not-found",
                                                  "a declared contradiction is found by no check",
                                                  "a declared contradiction must be one", "remove the contradiction"};
inline constexpr KindInfo unsatisfiable_spec{
    "unsatisfiable-spec", "no call satisfies the rules", "a promise that no call can use is none",
    "correct the rule that forbids it, or give 'hints' a value that satisfies it"};
}  // namespace kinds

/// What an engine says of a spec. Reason and fix are those of its kind, where it has none of its own.
struct Finding {
  Kind kind = kinds::of_its_check;
  std::string op = {};        ///< empty: the vocabulary, which declares nothing
  std::string subject = {};   ///< as the 'subject' of a contradiction names it; empty: none can
  Citations statements = {};  ///< that show it, the one at fault first; "" is one that the inventory lacks
  Location at = {};
  std::string what = {};
  std::string why = {};
  std::string hint = {};
  std::vector<Note> notes = {};
  std::vector<std::string> causes = {};  ///< rules that bring it about: to declare one in any kind declares it
  Applies where = {};                    ///< a contradiction must hold somewhere there
  bool excusable = true;                 ///< false: it is an error even where it is declared
  bool suppressed = false;               ///< a contradiction declares it
  std::string seen = {};                 ///< where its cause shows, of several such places: "page 'f1' on alpha"
};

using Findings = std::vector<Finding>;

/// A row of the registry of kinds, and the question that finds them. A check never changes what it looks at.
template <class... Inputs>
struct Check {
  KindInfo kind;
  Findings (*run)(const Inputs&... inputs);
};

/// Returns what the `checks` of a table find in `inputs`, in their order.
Findings run_checks(const auto& checks, const auto&... inputs) {
  Findings found;
  for (const auto& check : checks) {
    for (Finding& one : check.run(inputs...)) {
      if (one.kind == kinds::of_its_check) one.kind = check.kind;
      found.push_back(std::move(one));
    }
  }
  return found;
}

/// Returns the kinds of the `checks` of a table.
std::vector<Kind> kinds_of(const auto& checks) {
  std::vector<Kind> kinds;
  for (const auto& check : checks) kinds.emplace_back(check.kind);
  return kinds;
}

/// Returns a finding about `subject` of `op` at `at`; its check's row gives the kind.
Finding finding(const OpSpec& op, std::string subject, Location at, std::string what);

/// Returns `found` with one finding for each cause: those that say the same of one place of the spec, and differ only
/// in where it is seen. The first stands for all, and names where the others are seen.
Findings one_per_cause(Findings found);

/// Returns what is printed of `found`, in its order: nothing of what is suppressed.
Diagnostics to_diagnostics(const Findings& found);

/// Returns "red_chip, eager, release 1.0": a target in the words of findings.
std::string where(const Target& target);

/// Returns whether both hold for some release, product and mode.
bool meet(const Applies& a, const Applies& b);

}  // namespace npu_cts::findings
