// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "framework/rule/bound_spec.h"

namespace npu_cts::judging {

/// Computes one output of a call.
using Computation = std::function<Tensor(const Call&)>;

/// Returns, for each element in `places` of what `compute` makes of `call`, the elements of the inputs that meet there:
/// "x[0, 3] = 4, scale[3] = 0.5". Found by experiment, as no spec says it: parts of an input are changed and the output
/// is computed again, and a part that changes an element is halved until single elements are left. A changed call that
/// the documents judge otherwise is not computed. A tensor for which 96 computations do not tell is named without its
/// elements. The texts are empty where the inputs or the output have more than 8,192.
std::vector<std::string> inputs_at(const BoundSpec& bound, const Call& call, const std::vector<std::int64_t>& places,
                                   const Computation& compute);

}  // namespace npu_cts::judging
