// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framework/model/spec.h"

namespace npu_cts::mutants {

/// Returns whether the solver shows that `op` of `spec` and `other` of `changed` say the same verdict of every call of
/// its box, at each target that the documents support. What it cannot answer is not shown.
bool says_alike_of_calls(const Spec& spec, const OpSpec& op, const Spec& changed, const OpSpec& other);

}  // namespace npu_cts::mutants
