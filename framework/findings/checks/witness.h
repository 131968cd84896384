// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "framework/findings/checks/check.h"

namespace npu_cts::findings {

/// Returns the smallest call of the plan that shows `one` of its operator: where the two statements disagree about it,
/// or, where what they disagree about is no call, one that has what it is about. Nothing where no call of the plan has
/// it.
///   rejected_claim  a legal call, on a target of the contradiction, that breaks the rejected statement
///   a rule     a call that breaks it and no other
///   a row, a dtype, a parameter, an implementation-defined behaviour, an example: a call that uses it
/// Units: smallest is fewest elements of tensors, then fewest arguments; first on targets where `one` holds.
std::optional<Call> witness_of(const Examined& examined, const Contradiction& one);

}  // namespace npu_cts::findings
