#pragma once

#include <cstdint>

namespace npu_cts::kernels {

/// How the low 13 bits of a scale are given up.
enum class ScaleRounding : std::uint8_t { truncate, nearest_even };

/// Returns the bits of the FP19 value of float32 `bits`: sign, exponent and the top 10 bits of the mantissa.
/// `nearest_even` flushes subnormals to the zero of their sign and lets infinities and NaN through, cut.
std::uint32_t fp19_bits(std::uint32_t bits, ScaleRounding rounding);

/// Returns the packed word of a scale: its FP19 value in bits 13-31 and bit 46.
std::uint64_t packed_scale(float scale, ScaleRounding rounding);

/// Returns bits 37-45 of a packed word: `offset` rounded half to even, stopped at [-256, 255], in nine bits.
/// A NaN, which no page speaks of, counts as 0.
std::uint64_t packed_offset(float offset);

}  // namespace npu_cts::kernels
