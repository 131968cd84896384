// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "framework/model/op_spec.h"
#include "framework/model/request.h"

namespace npu_cts::judging {

/// Returns the SHA-256 of `outputs` in the order of the operator's outputs: name, dtype, shape and values of each.
/// Every NaN counts as the same, as it does to the judge.
std::string output_digest(const OpSpec& op, const std::vector<NamedTensor>& outputs);

}  // namespace npu_cts::judging
