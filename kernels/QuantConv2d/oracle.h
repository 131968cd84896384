// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <vector>

#include "kernels/common/oracle_values.h"

namespace npu_cts::kernels::QuantConv2d {

/// Whether the bias joins the sum before it is scaled, or the scaled sum.
inline constexpr ImplementationDefined conv_bias_order{"QuantConv2d", "bias_order", {"before", "after"}};
/// Whether a scale is cut to FP19.
inline constexpr ImplementationDefined conv_scale_bits{"QuantConv2d", "scale_bits", {"fp19", "full"}};
/// What a float16 result beyond 65504 becomes.
inline constexpr ImplementationDefined conv_float16_overflow{
    "QuantConv2d", "float16_overflow", {"infinity", "saturate"}};

inline constexpr std::array behaviours{conv_bias_order, conv_scale_bits, conv_float16_overflow};

/// Returns the result of QuantConv2d, "out": (conv2d(quant_conv2d_input, weight) + bias) · scale, as float16.
///   The sum is exact, in integers; outside the input every place holds `offset_x`; scale and product are float32.
///
/// Shapes: input (batch, in_channels, h, w), weight (out_channels, in_channels, kernel h, kernel w),
///         out (batch, out_channels, (h + 2·padding - dilation·(kernel - 1) - 1) / stride + 1, and so w).
///         An attribute of one number serves both axes. scale and bias_values: one per output channel.
/// Units:  scale in reals per step; an int64 scale holds it in its low 32 bits.
/// Errors: none; `bias_values` takes no part where the constructor's `bias` is false; an overflow past int32 wraps.
/// Source: 004 and qcv-26.1.0, formula and parameters.
std::vector<NamedTensor> oracle(const Call& call, const VariantChoice& variants);

/// Returns the results under each of `choices`.
std::vector<std::vector<NamedTensor>> oracles(const Call& call, std::span<const VariantChoice> choices);

}  // namespace npu_cts::kernels::QuantConv2d
