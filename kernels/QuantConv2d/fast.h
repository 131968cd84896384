// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "framework/model/request.h"

namespace npu_cts::kernels::QuantConv2d {

/// Returns "out": float16 of (convolution + bias) times the FP19 scale of the channel, the sum exact in int32 and the
/// product one float32. Padding counts as offset_x. This is the first variant of every implementation-defined behaviour
/// in README.md.
///
/// Shapes: input (b, in, h, w), weight (out, in, kh, kw), result (b, out, ho, wo) by the usual arithmetic.
/// Source: 004 and the pages of 7.1.0 to 26.1.0; an int64 scale is a word of npu_trans_quant_param.
std::vector<NamedTensor> run(const Target& target, Request& request);

/// Returns what run will give, without the values.
std::vector<OutputType> outputs(const Target& target, const Request& request);

}  // namespace npu_cts::kernels::QuantConv2d
