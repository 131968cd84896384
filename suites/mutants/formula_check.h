// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "framework/model/spec.h"
#include "framework/rule/bound_spec.h"
#include "suites/kernel_oracle.h"

namespace npu_cts::mutants {

/// How the oracle does not bear out a formula: see check_formulas.
enum class FormulaFault : std::uint8_t { twice, wrong, narrow, idle, empty, rare };

/// A formula, or its condition, that the oracle does not bear out.
struct FormulaFinding {
  FormulaFault fault;
  std::string fact;  ///< "formulas.word", "requantization.s9"
  Location at;
  std::string says;
};

/// Computes the formulas of `op` and those of its variants on the small legal calls planned at `targets`, and compares
/// them with `oracle`, its own. The formulas that hold for a call are computed in their order, and each may name what
/// one before it gives, or an output, which is the oracle's where none gives it. Found are:
///   twice   a call of which two formulas give one output, each without the other
///   wrong   a call whose results are the formula's under no choice of variants, or under none with this variant
///   narrow  calls that no formula speaks of, though one that exists gives all their results
///   idle    a formula that no planned call has, that changes what a call does not give, or that changes nothing in
///           calls of one kind
///   empty   a formula that can be computed for no call
///   rare    a formula that can be computed for less than half of the calls of one kind
/// Each formula that stops rounded numbers at ends is also computed with numbers beyond these. Not computed are words
/// of scale in int64.
std::vector<FormulaFinding> check_formulas(const Spec& spec, const OpSpec& op, std::span<const Target> targets,
                                           const judging::Oracle& oracle = kernel_oracle());

/// Returns a small legal call of which a formula speaks by `before` and none does by `now`; empty where there is none.
std::string newly_unspoken(const BoundSpec& before, const BoundSpec& now);

}  // namespace npu_cts::mutants
