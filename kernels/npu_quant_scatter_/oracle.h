// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <vector>

#include "kernels/common/oracle_values.h"

namespace npu_cts::kernels::npu_quant_scatter_ {

/// What becomes of a quantized value that int8 cannot hold.
inline constexpr ImplementationDefined scatter_saturation{"npu_quant_scatter_", "saturation", {"clip", "wrap"}};

inline constexpr std::array behaviours{scatter_saturation};

/// Returns the result of npu_quant_scatter_, "out": `input` with the quantized `updates` written over it.
///   q = rint(updates / quant_scales + quant_zero_points), in float32, ties to even, into int8;
///   entry b of axis 0 goes to out[b', …, start + i, …] along `axis`, with start = indices[b] and b' = b,
///   or, where indices has two columns, (b', start) = indices[b].
///
/// Shapes: out as input; updates may be shorter on axis 0 and on `axis`; one scale and zero point per entry of the
///         last axis.
/// Units:  scale in reals per step, zero points in steps.
/// Errors: none; a place outside `input` is undefined and left unwritten, a NaN is undocumented and gives 0.
/// Source: 002 and qsc-26.1.0, function and constraints; no page gives the formula (basis: vendor golden).
std::vector<NamedTensor> oracle(const Call& call, const VariantChoice& variants);

/// Returns the results under each of `choices`.
std::vector<std::vector<NamedTensor>> oracles(const Call& call, std::span<const VariantChoice> choices);

}  // namespace npu_cts::kernels::npu_quant_scatter_
