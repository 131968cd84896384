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

}  // namespace npu_cts::mutants
