#pragma once

#include <cstdint>
#include <vector>

#include "kernels/oracle_values.h"

namespace npu_cts::kernels {

/// What happens to the 13 low bits of a scale's fraction.
inline constexpr Freedom trans_fp19{"npu_trans_quant_param", "fp19", {"truncate", "round"}};
/// What rounding does with subnormal scales.
inline constexpr Freedom trans_rint19{"npu_trans_quant_param", "rint19", {"flush_subnormals", "keep_subnormals"}};
/// Where an offset halfway between two integers goes.
inline constexpr Freedom trans_offset_rounding{"npu_trans_quant_param", "offset_rounding", {"half_even", "half_away"}};

/// Returns the bits of a float32 cut to FP19: sign, exponent and the 10 upper bits of the fraction.
/// Source: tqp-26.1.0, formula step 3.
constexpr std::uint32_t truncate_to_fp19(std::uint32_t scale) { return scale & 0xFFFFE000U; }

/// Returns the result of npu_trans_quant_param, "out": a 64-bit word per element that packs a scale and an offset.
///   bits 13-31: the scale as FP19; bits 37-45: the offset, an integer of 9 bits; bit 46: 1; all others 0.
///
/// Shapes: of `scale` without an offset, and where it has two axes; else one axis, as long as the longer of the two.
///         A side of one element serves every element.
/// Units:  scale in reals per step; offset in steps, rounded and limited to -256 … 255.
/// Errors: none; a NaN offset is undefined by the sources and gives 0.
/// Source: tqp-26.1.0, formula and constraints; int64 in eager mode, uint64 in the graph modes.
std::vector<NamedTensor> trans_quant_param_oracle(const Call& call, const ModelChoice& models);

}  // namespace npu_cts::kernels
