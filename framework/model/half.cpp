// SPDX-License-Identifier: Apache-2.0
#include "framework/model/half.h"

#include <bit>

namespace npu_cts {
namespace {

constexpr std::uint32_t float_infinity = 0x7F800000;
constexpr std::uint16_t half_infinity = 0x7C00;

/// Returns `bits` without its last `dropped` bits, rounded to the nearest, ties to even; a carry goes up.
constexpr std::uint32_t round_off(std::uint32_t bits, int dropped) {
  const std::uint32_t odd = bits >> dropped & 1U;
  const std::uint32_t almost_half = (1U << (dropped - 1)) - 1U;
  return (bits + almost_half + odd) >> dropped;
}

}  // namespace

std::uint16_t to_float16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000U);
  const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
  if (magnitude > float_infinity) return static_cast<std::uint16_t>(sign | 0x7E00U);

  const int exponent = static_cast<int>(magnitude >> 23) - 127;
  if (exponent >= 16) return static_cast<std::uint16_t>(sign | half_infinity);
  if (exponent < -25) return sign;  // below half of the smallest subnormal
  if (exponent < -14) {             // subnormal: count steps of 2^-24
    const std::uint32_t significand = (magnitude & 0x7FFFFFU) | 0x800000U;
    return static_cast<std::uint16_t>(sign | round_off(significand, -1 - exponent));
  }
  const std::uint32_t rebiased = magnitude - (112U << 23);  // 112 = 127 - 15, the difference of the biases
  return static_cast<std::uint16_t>(sign | round_off(rebiased, 13));
}

float from_float16(std::uint16_t bits) {
  const std::uint32_t sign = (bits & 0x8000U) << 16;
  const std::uint32_t exponent = bits >> 10 & 0x1FU;
  const std::uint32_t fraction = bits & 0x3FFU;
  if (exponent == 0) {  // zero and the subnormals: so many steps of 2^-24
    const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | sign);
  }
  if (exponent == 31) {
    const std::uint32_t quiet = fraction == 0 ? 0U : 0x400000U;
    return std::bit_cast<float>(sign | float_infinity | quiet | fraction << 13);
  }
  return std::bit_cast<float>(sign | (exponent + 112U) << 23 | fraction << 13);
}

std::uint16_t to_bfloat16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7FFFFFFFU) > float_infinity) return static_cast<std::uint16_t>((bits >> 16 & 0x8000U) | 0x7FC0U);
  return static_cast<std::uint16_t>(round_off(bits, 16));
}

float from_bfloat16(std::uint16_t bits) { return std::bit_cast<float>(std::uint32_t{bits} << 16); }

}  // namespace npu_cts
