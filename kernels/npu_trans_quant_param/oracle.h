// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/common/oracle_values.h"

namespace npu_cts::kernels::npu_trans_quant_param {

/// What happens to the 13 low bits of a scale's fraction.
inline constexpr ImplementationDefined trans_fp19{"npu_trans_quant_param", "fp19", {"truncate", "round"}};
/// What rounding does with subnormal scales.
inline constexpr ImplementationDefined trans_rint19{
    "npu_trans_quant_param", "rint19", {"flush_subnormals", "keep_subnormals"}};
/// Where an offset halfway between two integers goes.
inline constexpr ImplementationDefined trans_offset_rounding{
    "npu_trans_quant_param", "offset_rounding", {"half_even", "half_away"}};

inline constexpr std::array behaviours{trans_fp19, trans_rint19, trans_offset_rounding};

/// Returns the result of npu_trans_quant_param, "out": a 64-bit word per element that packs a scale and an offset.
///   bits 13-31: the scale as FP19; bits 37-45: the offset, an integer of 9 bits; bit 46: 1; all others 0.
///
/// Shapes: of `scale` without an offset, and where it has two axes; else one axis, as long as the longer of the two.
///         A side of one element serves every element.
/// Units:  scale in reals per step; offset in steps, rounded and limited to -256 … 255.
/// Errors: none; a NaN offset is undefined by the sources and gives 0.
/// Source: tqp-26.1.0, formula and constraints; int64 in eager mode, uint64 in the graph modes.
std::vector<NamedTensor> oracle(const Call& call, const VariantChoice& variants);

/// Returns the results under each of `choices`.
std::vector<std::vector<NamedTensor>> oracles(const Call& call, std::span<const VariantChoice> choices);

}  // namespace npu_cts::kernels::npu_trans_quant_param
