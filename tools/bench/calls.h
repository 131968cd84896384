// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "framework/model/spec.h"

namespace npu_cts::bench {

/// Returns the spec of this tree. Ends the program where it has errors.
const Spec& spec_under_test();

/// Returns the path of an empty file for a journal, the same in every call.
std::string scratch_journal();

/// Returns a tensor without values.
Tensor tensor(DType dtype, Shape shape);

/// Returns a call of `op` on the newest release of atlas_a2, its values filled as the generator fills them.
Call filled_call(const std::string& op, std::string mode, Arguments arguments);

}  // namespace npu_cts::bench
