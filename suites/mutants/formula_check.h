// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "framework/model/spec.h"

namespace npu_cts::mutants {

/// A formula, or its condition, that the oracle does not bear out.
struct FormulaFinding {
  std::string fact;  ///< "formulas.word", "requantization.s9"
  Location at;
  std::string says;
};

/// Computes the formulas of `op` and those of its variants on the small legal calls planned at `targets`, and compares
/// them with its oracle. The formulas that hold for a call are computed in their order, and each may name what one
/// before it gives. Found are:
///   double  a call of which two formulas give the result, each without the other
///   wrong   a call whose results are the formula's under no choice of variants, or under none with this variant
///   narrow  calls that no formula speaks of, though one that exists gives all their results
///   idle    a formula that no planned call has
/// Not computed are words of scale in int64, packed operands, sums over groups, and a rounding of bits: x = round(x).
std::vector<FormulaFinding> check_formulas(const Spec& spec, const OpSpec& op, std::span<const Target> targets);

}  // namespace npu_cts::mutants
