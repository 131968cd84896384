// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "framework/model/request.h"

namespace npu_cts::kernels::npu_trans_quant_param {

/// Returns "out": the packed words, int64 in eager mode and uint64 in graph modes.
///
/// Shapes: out is that of a 2-D scale, else (max of the two lengths,); a single element serves all.
/// Source: the formula of 7.2.0 and later; bit fields as in the words printed by 003.
std::vector<NamedTensor> run(const Target& target, Request& request);

/// Returns what run will give, without the values.
std::vector<OutputType> outputs(const Target& target, const Request& request);

}  // namespace npu_cts::kernels::npu_trans_quant_param
