// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "framework/base/result.h"
#include "framework/expand/condition_coverage.h"
#include "framework/findings/finding.h"

namespace npu_cts::findings {

namespace kinds {
inline constexpr KindInfo redundant_rule{
    "redundant-rule", "the other rules imply a rule",
    "each call of the box that breaks it breaks another as strict, on every supported target",
    "remove it, or let the rules that imply it say less"};
inline constexpr KindInfo not_proved{"not-proved", "the solver cannot answer a question", "",
                                     "rely on the bounded engine here: what it finds stands without a proof",
                                     Level::info};
}  // namespace kinds

/// How many questions were asked, and how they were answered.
struct ProofCounts {
  std::size_t possible = 0;    ///< a call shows it, and the evaluator agrees
  std::size_t impossible = 0;  ///< no call of the box can
  std::size_t unknown = 0;
  std::size_t asked = 0;  ///< those of them that went to the solver
};

/// What the solver says of a spec.
struct Proof {
  Findings found;  ///< causes of what no legal call has: the rules that exclude it, and itself
  ProofCounts counts;
};

/// Returns whether the program was built with a solver.
bool has_solver();

/// Returns what the solver says of `spec`, for every operator and every target that the documents support: whether each
/// row has a legal call with each shape alternative, and whether some call breaks each rule and no other. Found are
/// unsatisfiable_spec, redundant_rule and, as information, not_proved for what the solver could not say.
/// Errors: wrong_usage, where the program was built without a solver.
Result<Proof> prove_spec(const Spec& spec);

/// Returns `coverage`, of what `options` name, with a word on each way that no planned call shows: proved impossible
/// (no call of the box of any target shows it), or why not. Without a solver, that there is none.
std::vector<expand::ConditionCoverage> prove_open_ways(const Spec& spec, const expand::PlanOptions& options,
                                                       std::vector<expand::ConditionCoverage> coverage);

}  // namespace npu_cts::findings
