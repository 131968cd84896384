// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "framework/rule/bound_spec.h"

namespace npu_cts::mutants {

/// Numbers for tensors, by their keys: each tensor has them in turn.
using AimedNumbers = std::map<std::string, std::vector<double>, std::less<>>;

/// Returns `call` with the numbers `aimed`, and in its other tensors with numbers whose products and sums are rounded
/// and all but cancel: one rounding more or less is seen.
Call with_cancelling_values(const BoundSpec& bound, const Call& call, const AimedNumbers& aimed = {});

/// Returns `call` with the numbers `aimed`, and of each two other tensors with two axes or more a single one in the
/// first and known factors in the second. A sum then has one product: it lies beyond the ends of int8, or at a half.
/// What is added leaves the rounding of that product alone. None where no two tensors have axes
/// enough, or no third one can be a scale.
std::vector<Call> with_lone_products(const BoundSpec& bound, const Call& call, const AimedNumbers& aimed = {});

}  // namespace npu_cts::mutants
