// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "framework/model/request.h"

namespace npu_cts::kernels::npu_quant_matmul {

/// Returns "out": x1·x2, summed exactly in int32 together with an int32 bias, then scaled as output_dtype asks.
///   int8: times the FP19 scale, half to even, stopped at [-256, 255], plus the 9-bit offset, stopped at int8;
///   float16, bfloat16: times scale, times pertoken_scale, plus a float bias, each step a float32; int32: the sum.
/// This is the first variant of every implementation-defined behaviour in README.md. A NaN counts as 0 before the
/// offset.
///
/// Shapes: batches broadcast; out has the broadcast batch, m and n.
/// Source: 001, and the formulas and tables of 7.1.0 to 26.1.0.
std::vector<NamedTensor> run(const Target& target, Request& request);

/// Returns what run will give, without the values.
std::vector<OutputType> outputs(const Target& target, const Request& request);

}  // namespace npu_cts::kernels::npu_quant_matmul
