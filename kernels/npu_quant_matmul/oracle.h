// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <vector>

#include "kernels/common/oracle_values.h"

namespace npu_cts::kernels::npu_quant_matmul {

/// When the offset of an int8 result is added: to a value already limited to 9 bits, or before any limit.
inline constexpr ImplementationDefined matmul_requantization{"npu_quant_matmul", "requantization", {"s9", "document"}};
/// Which offset counts where an int64 scale packs one and a tensor gives one.
inline constexpr ImplementationDefined matmul_offset_source{
    "npu_quant_matmul", "offset_source", {"packed", "tensor", "sum"}};
/// What is multiplied with what first, where there is a pertoken_scale.
inline constexpr ImplementationDefined matmul_scale_order{
    "npu_quant_matmul", "scale_order", {"scale_first", "pertoken_first", "merged"}};
/// Whether the last multiplication and the addition round once or twice.
inline constexpr ImplementationDefined matmul_epilogue{"npu_quant_matmul", "epilogue", {"unfused", "fused"}};
/// Whether a float32 scale of shape (1,) is cut to FP19 where one of shape (n,) is not.
inline constexpr ImplementationDefined matmul_scalar_scale{"npu_quant_matmul", "scalar_scale", {"fp19", "full"}};
/// What a float16 result beyond 65504 becomes.
inline constexpr ImplementationDefined matmul_float16_overflow{
    "npu_quant_matmul", "float16_overflow", {"infinity", "saturate"}};
/// In what the groups of a scale with two axes are added up.
inline constexpr ImplementationDefined matmul_group_sum{"npu_quant_matmul", "group_sum", {"float32", "float64"}};

/// Where the float16 offset of a group goes: from x2 before the product (in full, or cut to an integer), or to the sum.
inline constexpr ImplementationDefined matmul_group_offset{
    "npu_quant_matmul", "group_offset", {"subtracted", "truncated", "added"}};

inline constexpr std::array behaviours{matmul_requantization, matmul_offset_source, matmul_scale_order,
                                       matmul_epilogue,       matmul_scalar_scale,  matmul_float16_overflow,
                                       matmul_group_sum,      matmul_group_offset};

/// Returns the result of npu_quant_matmul, "out", with sum = x1 @ x2 in integers (+ an int32 bias, wrapping as int32):
///   int32 result:                       sum;
///   int8 result, or float16 without pertoken_scale: scale and offset as packed (npu_trans_quant_param), v = sum·scale;
///     int8:                             clamp(clamp(rint(v), -256, 255) + offset, -128, 127) or clamp(rint(v +
///     offset)); float16:                          v;
///   other float results:                sum·scale·pertoken_scale + a float bias;
///   scale with two axes or a float16 offset: pertoken_scale · Σ_g scale_g · (x1_g @ (x2_g - offset_g)),
///     or, by the printed formula, pertoken_scale · Σ_g (scale_g · (x1_g @ x2_g) + offset_g).
/// Every float step is float32; the result is rounded to the nearest, ties to even.
///
/// Shapes: out (*broadcast batch, m, n). An int32 x1 or x2 holds 8 int4 per word, low bits first: x1 along k; x2 along
/// n,
///         or along k where it has k/8 rows.
/// Units:  scale in reals per step of the sum, offset in steps of the result.
/// Errors: none; the overflow of an int32 bias is undefined by the sources and wraps; a NaN gives 0 in int8.
/// Source: qmm-26.1.0, formulas, tables 1 and 2; the group formula: vendor golden.
std::vector<NamedTensor> oracle(const Call& call, const VariantChoice& variants);

/// Returns the results under each of `choices`; the sums, which no choice changes, are made once.
std::vector<std::vector<NamedTensor>> oracles(const Call& call, std::span<const VariantChoice> choices);

}  // namespace npu_cts::kernels::npu_quant_matmul
