#include "kernels/common/packed_word.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace npu_cts::kernels {
namespace {

constexpr std::uint32_t fp19_mask = 0xFFFFE000U;
constexpr std::uint64_t valid_bit = std::uint64_t{1} << 46;

}  // namespace

std::uint32_t fp19_bits(std::uint32_t bits, ScaleRounding rounding) {
  if (rounding == ScaleRounding::truncate) return bits & fp19_mask;
  const std::uint32_t sign = bits & 0x80000000U;
  const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
  if (magnitude < 0x00800000U) return sign;
  if (magnitude >= 0x7F800000U) return bits & fp19_mask;
  return sign | ((magnitude + 0xFFFU + ((magnitude >> 13) & 1U)) & fp19_mask);
}

std::uint64_t packed_scale(float scale, ScaleRounding rounding) {
  return valid_bit | fp19_bits(std::bit_cast<std::uint32_t>(scale), rounding);
}

std::uint64_t packed_offset(float offset) {
  if (std::isnan(offset)) return 0;
  const float stopped = std::clamp(std::nearbyint(offset), -256.0F, 255.0F);
  return (static_cast<std::uint64_t>(static_cast<std::int64_t>(stopped)) & 0x1FFU) << 37;
}

}  // namespace npu_cts::kernels
