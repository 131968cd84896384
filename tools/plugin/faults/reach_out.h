// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace npu_cts::faults {

/// Reaches for what is not the worker's own, where `fault` names a way to do so. `x` is an argument's first byte.
void reach_out(std::string_view fault, signed char* x);

}  // namespace npu_cts::faults
