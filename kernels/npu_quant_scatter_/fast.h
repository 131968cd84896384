// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "framework/model/request.h"

namespace npu_cts::kernels::npu_quant_scatter_ {

/// Returns "out", the values of `input` after the write: updates / quant_scales + quant_zero_points in float32,
/// rounded half to even, stopped at the ends of int8. Writes the storage of `input` in place.
///
/// Entry b of updates goes to batch b (1-D indices) or to the batch that the pair names, from the place on axis that
/// the index says. What an index puts outside of input is dropped; a NaN becomes 0: the pages speak of neither.
/// Source: the function and the constraints of 002 and of 7.1.0 to 26.1.0.
std::vector<NamedTensor> run(const Target& target, Request& request);

/// Returns what run will give, without the values.
std::vector<OutputType> outputs(const Target& target, const Request& request);

}  // namespace npu_cts::kernels::npu_quant_scatter_
