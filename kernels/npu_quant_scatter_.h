#pragma once

#include <cstdint>
#include <vector>

#include "framework/model/request.h"
#include "kernels/releases.h"

namespace npu_cts::kernels {

/// The axes of a call, counted from the front; outside of the rank where the call says so.
struct ScatterAxes {
  std::int64_t axis = 0;
  std::int64_t quant_axis = 0;
};

/// Returns the axes of `request`. Left out, they are 0 and 1 up to 26.0.0, -2 and -1 since 26.1.0.
/// The request has a tensor `updates`.
ScatterAxes scatter_axes(Release release, const Request& request);

/// Returns "out", the values of `input` after the write: updates / quant_scales + quant_zero_points in float32,
/// rounded half to even, stopped at the ends of int8. Writes the storage of `input` in place.
///
/// Entry b of updates goes to batch b (1-D indices) or to the batch that the pair names, from the place on axis that
/// the index says. What an index puts outside of input is dropped; a NaN becomes 0: the pages speak of neither.
/// Source: the function and the constraints of 002 and of 7.1.0 to 26.1.0.
std::vector<NamedTensor> run_npu_quant_scatter(const Target& target, Request& request);

/// Returns what run_npu_quant_scatter will give, without the values.
std::vector<OutputType> outputs_of_npu_quant_scatter(const Target& target, const Request& request);

}  // namespace npu_cts::kernels
