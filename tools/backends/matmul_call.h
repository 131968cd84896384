// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "tools/plugin/npu_cts_plugin.h"

/// What the plugins of this folder have in common: a call of npu_quant_matmul, read once and checked once. Nothing here
/// is used by the suite itself.
namespace npu_cts::backends {

using Dims = std::vector<std::int64_t>;

/// The tensors and words of a call; a tensor that is not given is null.
struct Matmul {
  const npu_cts_tensor* x1 = nullptr;
  const npu_cts_tensor* x2 = nullptr;
  const npu_cts_tensor* scale = nullptr;
  const npu_cts_tensor* offset = nullptr;
  const npu_cts_tensor* pertoken_scale = nullptr;
  const npu_cts_tensor* bias = nullptr;
  std::int64_t output_dtype = NPU_CTS_INT8;
  bool has_more = false;  ///< an argument that is none of these
};

Matmul read_matmul(const npu_cts_call& call);

/// Returns why no plugin here computes the call, or null: another operator, product or release, operands that are not
/// int8 or lie in blocks, vectors that are not contiguous, a floating bias.
const char* unclaimed(const npu_cts_call& call, const Matmul& matmul);

/// Returns what is wrong with the shapes of a call that is claimed, or null.
const char* invalid(const Matmul& matmul);

std::int64_t from_end(const npu_cts_tensor& tensor, int back);

/// Returns the axes of x1 and x2 before the last two, broadcast; empty and false where they do not broadcast.
std::pair<Dims, bool> batch_of(const npu_cts_tensor& a, const npu_cts_tensor& b);

/// Returns the axes of the result.
Dims result_shape(const Matmul& matmul);

/// Returns the values of a contiguous vector of float32 or bfloat16.
std::vector<float> floats_of(const npu_cts_tensor& tensor);

/// Returns where the first element of a tensor lies; an element has `size` bytes.
void* first_of(const npu_cts_tensor& tensor, std::int64_t size);

/// Says `why` in `plan`, and returns `status`.
npu_cts_status refuse(npu_cts_plan* plan, npu_cts_status status, const char* why);

/// Names the result in `plan`.
npu_cts_status declare_result(const Matmul& matmul, npu_cts_plan* plan);

}  // namespace npu_cts::backends
