// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

namespace npu_cts::kernels {

/// How the low 13 bits of a scale are given up.
enum class ScaleRounding : std::uint8_t { truncate, nearest_even };

/// Returns the bits of the FP19 value of float32 `bits`: sign, exponent and the top 10 bits of the mantissa.
/// `nearest_even` flushes subnormals to the zero of their sign and lets infinities and NaN through, cut.
[[gnu::always_inline]] inline std::uint32_t fp19_bits(std::uint32_t bits, ScaleRounding rounding) {
  constexpr std::uint32_t mask = 0xFFFFE000U;
  if (rounding == ScaleRounding::truncate) return bits & mask;
  const std::uint32_t sign = bits & 0x80000000U;
  const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
  const std::uint32_t rounded = sign | ((magnitude + 0xFFFU + ((magnitude >> 13) & 1U)) & mask);
  const std::uint32_t finite = magnitude >= 0x7F800000U ? bits & mask : rounded;
  return magnitude < 0x00800000U ? sign : finite;
}

/// Returns the packed word of a scale: its FP19 value in bits 13-31 and bit 46.
[[gnu::always_inline]] inline std::uint64_t packed_scale(float scale, ScaleRounding rounding) {
  return std::uint64_t{1} << 46 | fp19_bits(std::bit_cast<std::uint32_t>(scale), rounding);
}

/// Returns bits 37-45 of a packed word: `offset` rounded half to even, stopped at [-256, 255], in nine bits.
/// A NaN, which no page speaks of, counts as 0.
[[gnu::always_inline]] inline std::uint64_t packed_offset(float offset) {
  constexpr float rounder = 0x1.8p23F;  // added and taken away, it rounds what is below 2^22 half to even
  float stopped = offset == offset ? offset : 0.0F;
  stopped = stopped < 255.0F ? stopped : 255.0F;
  stopped = stopped > -256.0F ? stopped : -256.0F;
  const auto steps = static_cast<std::int32_t>((stopped + rounder) - rounder);
  return std::uint64_t{static_cast<std::uint32_t>(steps) & 0x1FFU} << 37;
}

}  // namespace npu_cts::kernels
