// SPDX-License-Identifier: Apache-2.0
#include "tools/backends/matmul_call.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace npu_cts::backends {
namespace {

constexpr std::array<std::string_view, 5> releases{"7.1.0", "7.2.0", "7.3.0", "26.0.0", "26.1.0"};

struct TensorName {
  std::string_view name;
  const npu_cts_tensor* Matmul::*place;
};
constexpr std::array tensor_names{TensorName{"x1", &Matmul::x1},
                                  TensorName{"x2", &Matmul::x2},
                                  TensorName{"scale", &Matmul::scale},
                                  TensorName{"offset", &Matmul::offset},
                                  TensorName{"pertoken_scale", &Matmul::pertoken_scale},
                                  TensorName{"bias", &Matmul::bias}};

bool is_empty(const npu_cts_tensor& tensor) {
  return std::any_of(tensor.shape, tensor.shape + tensor.rank, [](std::int64_t length) { return length == 0; });
}

bool is_plain(const npu_cts_tensor* tensor) {
  return tensor == nullptr || (tensor->format == NPU_CTS_ND && tensor->layout == NPU_CTS_CONTIGUOUS);
}

/// Returns whether a vector has one element or `n`.
bool is_one_or(const npu_cts_tensor& tensor, std::int64_t n) {
  return tensor.rank == 1 && (tensor.shape[0] == 1 || tensor.shape[0] == n);
}

bool fits_bias(const npu_cts_tensor& bias, const Dims& batch, std::int64_t n) {
  if (bias.rank == 1) return bias.shape[0] == n;
  return bias.rank == 3 && batch.size() == 1 && bias.shape[0] == batch[0] && bias.shape[1] == 1 && bias.shape[2] == n;
}

}  // namespace

Matmul read_matmul(const npu_cts_call& call) {
  Matmul matmul;
  for (std::uint64_t i = 0; i < call.count; ++i) {
    const npu_cts_argument& argument = call.arguments[i];
    if (argument.kind == NPU_CTS_NONE) continue;
    const auto* known = std::ranges::find(tensor_names, argument.name, &TensorName::name);
    if (known != tensor_names.end() && argument.kind == NPU_CTS_TENSOR) {
      matmul.*(known->place) = &argument.tensor;
    } else if (std::string_view(argument.name) == "output_dtype" && argument.kind == NPU_CTS_DTYPE) {
      matmul.output_dtype = argument.integer;
    } else {
      matmul.has_more = true;
    }
  }
  return matmul;
}

const char* unclaimed(const npu_cts_call& call, const Matmul& matmul) {
  const std::string_view product = call.product;
  if (std::string_view(call.op) != "npu_quant_matmul") return "another operator";
  if (product != "atlas_a2" && product != "atlas_a3") return "another product";
  if (std::ranges::find(releases, call.release) == releases.end()) return "another release";
  if (matmul.x1 == nullptr || matmul.x2 == nullptr || matmul.scale == nullptr) return "a call without its tensors";
  if (matmul.has_more) return "an argument besides the tensors and output_dtype";
  if (matmul.x1->dtype != NPU_CTS_INT8 || matmul.x2->dtype != NPU_CTS_INT8) return "operands that are not int8";
  if (matmul.x1->format != NPU_CTS_ND || matmul.x2->format != NPU_CTS_ND) return "operands in blocks";
  if (!is_plain(matmul.scale) || !is_plain(matmul.offset) || !is_plain(matmul.pertoken_scale) ||
      !is_plain(matmul.bias)) {
    return "vectors that are not contiguous";
  }
  if (matmul.bias != nullptr && matmul.bias->dtype != NPU_CTS_INT32) return "a floating bias";
  return nullptr;
}

const char* invalid(const Matmul& matmul) {
  const npu_cts_tensor& x1 = *matmul.x1;
  const npu_cts_tensor& x2 = *matmul.x2;
  if (x1.rank < 2 || x1.rank > 6 || x2.rank < 2 || x2.rank > 6) return "x1 and x2 have 2 to 6 axes";
  if (is_empty(x1) || is_empty(x2)) return "x1 and x2 have elements";
  if (from_end(x1, 1) > 65535 || from_end(x2, 1) > 65535) return "last axes are no longer than 65535";
  if (from_end(x1, 1) != from_end(x2, 2)) return "x1 and x2 have the same k";
  const auto [batch, broadcasts] = batch_of(x1, x2);
  if (!broadcasts) return "the batch axes of x1 and x2 broadcast";
  const std::int64_t m = from_end(x1, 2);
  const std::int64_t n = from_end(x2, 1);
  if (!is_one_or(*matmul.scale, n)) return "scale has one element or n";
  if (matmul.offset != nullptr && !is_one_or(*matmul.offset, n)) return "offset has one element or n";
  const npu_cts_tensor* pertoken = matmul.pertoken_scale;
  if (pertoken != nullptr && (pertoken->dtype != NPU_CTS_FLOAT32 || pertoken->rank != 1 || pertoken->shape[0] != m)) {
    return "pertoken_scale has m float32 elements";
  }
  if (matmul.bias == nullptr || fits_bias(*matmul.bias, batch, n)) return nullptr;
  return "bias has n elements, or is (batch, 1, n) beside a result of 3 axes";
}

std::int64_t from_end(const npu_cts_tensor& tensor, int back) { return tensor.shape[tensor.rank - back]; }

std::pair<Dims, bool> batch_of(const npu_cts_tensor& a, const npu_cts_tensor& b) {
  Dims batch(static_cast<std::size_t>(std::max(a.rank, b.rank) - 2), 1);
  for (const auto* tensor : {&a, &b}) {
    const std::size_t skipped = batch.size() + 2 - static_cast<std::size_t>(tensor->rank);
    for (std::size_t i = skipped; i < batch.size(); ++i) {
      const std::int64_t length = tensor->shape[i - skipped];
      if (length == 1 || length == batch[i]) continue;
      if (batch[i] != 1) return {{}, false};
      batch[i] = length;
    }
  }
  return {batch, true};
}

Dims result_shape(const Matmul& matmul) {
  Dims shape = batch_of(*matmul.x1, *matmul.x2).first;
  shape.insert(shape.end(), {from_end(*matmul.x1, 2), from_end(*matmul.x2, 1)});
  return shape;
}

std::vector<float> floats_of(const npu_cts_tensor& tensor) {
  std::vector<float> values(static_cast<std::size_t>(tensor.shape[0]));
  const char* data = static_cast<const char*>(tensor.data);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t at = static_cast<std::size_t>(tensor.offset) + i;
    std::uint32_t bits = 0;
    if (tensor.dtype == NPU_CTS_BFLOAT16) {
      std::uint16_t half = 0;
      std::memcpy(&half, data + 2 * at, 2);
      bits = static_cast<std::uint32_t>(half) << 16;
    } else {
      std::memcpy(&bits, data + 4 * at, 4);
    }
    std::memcpy(&values[i], &bits, 4);
  }
  return values;
}

void* first_of(const npu_cts_tensor& tensor, std::int64_t size) {
  return static_cast<char*>(tensor.data) + size * tensor.offset;
}

npu_cts_status refuse(npu_cts_plan* plan, npu_cts_status status, const char* why) {
  std::snprintf(plan->message, sizeof plan->message, "%s", why);
  return status;
}

npu_cts_status declare_result(const Matmul& matmul, npu_cts_plan* plan) {
  const Dims shape = result_shape(matmul);
  npu_cts_output& out = plan->outputs[plan->output_count++];
  std::snprintf(out.name, sizeof out.name, "out");
  out.dtype = static_cast<std::int32_t>(matmul.output_dtype);
  out.rank = static_cast<std::int32_t>(shape.size());
  std::copy(shape.begin(), shape.end(), out.shape);
  return NPU_CTS_OK;
}

}  // namespace npu_cts::backends
