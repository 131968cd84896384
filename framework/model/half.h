// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace npu_cts {

/// Returns the bits of the float16 nearest to `value`, ties to even; beyond 65504 by half a step or more, infinity.
/// A NaN gives the quiet NaN of its sign. Source: IEEE 754-2019, 4.3.1.
std::uint16_t to_float16(float value);

/// Returns the value of the float16 with `bits`: exact. A NaN stays a NaN of its sign, quiet.
float from_float16(std::uint16_t bits);

/// Returns the bits of the bfloat16 nearest to `value`, ties to even. A NaN gives the quiet NaN of its sign.
std::uint16_t to_bfloat16(float value);

/// Returns the value of the bfloat16 with `bits`: exact; NaNs as they are.
float from_bfloat16(std::uint16_t bits);

}  // namespace npu_cts
