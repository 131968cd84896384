// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "framework/rule/bound_spec.h"

namespace npu_cts::mutants {

/// Returns whether both rules ask the same of the same calls.
bool same_claims(const BoundRule& a, const BoundRule& b);

/// Returns the claims that are all true of the calls that break `rule`.
std::vector<ExpressionPtr> broken_claims(const BoundRule& rule);

/// Returns the claim that is true of the calls that keep `rule`.
ExpressionPtr kept_claim(const BoundRule& rule);

}  // namespace npu_cts::mutants
