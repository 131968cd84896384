// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "framework/model/spec.h"
#include "suites/mutants/spec_mutants.h"

namespace npu_cts::mutants {

/// Returns the proof that `changed`, which is `spec` with `mutant` made, says what `spec` says; empty where there is
/// none. Of dates, products and modes: at every target the same facts hold, with the same citations. Of rules, shapes
/// and symbols: the solver finds no call of which the two say different things (call_equality.h).
std::string proof_of_equality(const Spec& spec, const Spec& changed, const SpecMutant& mutant);

}  // namespace npu_cts::mutants
