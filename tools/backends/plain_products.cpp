// SPDX-License-Identifier: Apache-2.0
#include "tools/backends/plain_products.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace npu_cts::backends {
namespace {

constexpr std::size_t slack = 16;  ///< XNNPACK reads so many bytes beyond the last

float to_fp19(std::uint32_t bits) {
  bits &= ~std::uint32_t{0x1fff};
  float value = 0;
  std::memcpy(&value, &bits, 4);
  return value;
}

/// Returns the words of a float32 or int64 scale.
std::vector<std::uint64_t> words_of(const npu_cts_tensor& scale) {
  const std::size_t size = scale.dtype == NPU_CTS_INT64 ? 8 : 4;
  std::vector<std::uint64_t> words(static_cast<std::size_t>(scale.shape[0]));
  const char* data = static_cast<const char*>(first_of(scale, static_cast<std::int64_t>(size)));
  for (std::size_t i = 0; i < words.size(); ++i) std::memcpy(&words[i], data + size * i, size);
  return words;
}

/// Returns the offset that a word of npu_trans_quant_param holds, 9 bits in two's complement.
float offset_of(std::uint64_t word) {
  const auto bits = static_cast<std::int32_t>(word >> 37 & 0x1ff);
  return static_cast<float>(bits < 256 ? bits : bits - 512);
}

std::vector<float> offsets_of(const Matmul& matmul) {
  if (matmul.offset != nullptr) return floats_of(*matmul.offset);
  std::vector<float> offsets;
  if (matmul.scale->dtype != NPU_CTS_INT64) return {0.0F};
  for (const std::uint64_t word : words_of(*matmul.scale)) offsets.push_back(offset_of(word));
  return offsets;
}

template <class Element>
std::size_t copy_axes(const npu_cts_tensor& from, std::int64_t at, int axis, Element* to) {
  if (axis == from.rank) {
    *to = static_cast<const Element*>(from.data)[at];
    return 1;
  }
  std::size_t copied = 0;
  for (std::int64_t i = 0; i < from.shape[axis]; ++i) {
    copied += copy_axes(from, at + i * from.strides[axis], axis + 1, to + copied);
  }
  return copied;
}

/// Returns the elements of a tensor in row-major order.
template <class Element>
std::vector<Element> dense(const npu_cts_tensor& tensor) {
  std::int64_t count = 1;
  for (int axis = 0; axis < tensor.rank; ++axis) count *= tensor.shape[axis];
  std::vector<Element> values(static_cast<std::size_t>(count) + slack);
  copy_axes(tensor, tensor.offset, 0, values.data());
  return values;
}

/// Returns which matrix of `tensor` is multiplied where the batch axes of the result count up to `number`.
std::int64_t matrix_at(const npu_cts_tensor& tensor, const Dims& batch, std::int64_t number) {
  std::int64_t matrix = 0;
  std::int64_t step = 1;
  int axis = tensor.rank - 3;
  for (std::size_t i = batch.size(); i-- > 0 && axis >= 0; --axis) {
    if (tensor.shape[axis] != 1) matrix += number % batch[i] * step;
    step *= tensor.shape[axis];
    number /= batch[i];
  }
  return matrix;
}

/// Returns why `claim` leaves out the call, or null.
const char* unclaimed_plain(const npu_cts_call& call, const Matmul& matmul, const PlainClaim& claim) {
  if (matmul.pertoken_scale != nullptr) return "pertoken_scale";
  if (matmul.output_dtype == NPU_CTS_INT8) {
    const auto found = requantization_of(call, matmul);
    if (const auto* why = std::get_if<const char*>(&found)) return *why;
    const auto& columns = std::get<std::vector<Requantization>>(found);
    const float largest = std::ranges::max_element(columns, {}, &Requantization::scale)->scale;
    return largest < claim.scales_below ? nullptr : "a scale that is too large";
  }
  if (matmul.output_dtype != NPU_CTS_INT32 || !claim.has_sums) return "floating results, or sums that it does not give";
  if (matmul.offset != nullptr) return "an int32 result with an offset";
  if (matmul.scale->dtype != NPU_CTS_FLOAT32 && matmul.scale->dtype != NPU_CTS_BFLOAT16) return "a packed scale";
  return nullptr;
}

}  // namespace

std::variant<std::vector<Requantization>, const char*> requantization_of(const npu_cts_call& call,
                                                                         const Matmul& matmul) {
  const bool is_packed = matmul.scale->dtype == NPU_CTS_INT64;
  if (!is_packed && matmul.scale->dtype != NPU_CTS_FLOAT32) return "a scale that is neither float32 nor int64";
  if (!is_packed && call.mode != NPU_CTS_EAGER) return "a float32 scale in a graph";
  if (is_packed && matmul.offset != nullptr) return "two offsets";
  if (matmul.offset != nullptr && matmul.offset->dtype != NPU_CTS_FLOAT32) return "an offset that is not float32";
  const std::vector<std::uint64_t> words = words_of(*matmul.scale);
  const std::vector<float> offsets = offsets_of(matmul);
  std::vector<Requantization> columns(static_cast<std::size_t>(from_end(*matmul.x2, 1)));
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const float scale = to_fp19(static_cast<std::uint32_t>(words[words.size() == 1 ? 0 : i]));
    const float offset = offsets[offsets.size() == 1 ? 0 : i];
    if (!std::isnormal(scale) || scale < 0) return "a scale that is not a normal number above 0";
    if (!(offset >= -128 && offset <= 127) || std::nearbyint(offset) != offset) return "an offset that is no int8";
    columns[i] = {.scale = scale, .offset = static_cast<std::int8_t>(offset)};
  }
  return columns;
}

PlainProducts plain_products(const Matmul& matmul) {
  const Dims batch = batch_of(*matmul.x1, *matmul.x2).first;
  PlainProducts all{.m = from_end(*matmul.x1, 2),
                    .k = from_end(*matmul.x1, 1),
                    .n = from_end(*matmul.x2, 1),
                    .left = dense<std::int8_t>(*matmul.x1),
                    .right = dense<std::int8_t>(*matmul.x2),
                    .bias = matmul.bias == nullptr ? std::vector<std::int32_t>{} : dense<std::int32_t>(*matmul.bias)};
  std::int64_t count = 1;
  for (const std::int64_t length : batch) count *= length;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int32_t* bias = matmul.bias == nullptr ? nullptr : all.bias.data();
    all.products.push_back({.left = all.left.data() + matrix_at(*matmul.x1, batch, i) * all.m * all.k,
                            .right = all.right.data() + matrix_at(*matmul.x2, batch, i) * all.k * all.n,
                            .bias = bias != nullptr && matmul.bias->rank == 3 ? bias + i * all.n : bias,
                            .result_at = i * all.m * all.n});
  }
  return all;
}

Columns columns_of(const PlainProducts& sizes, const PlainProduct& one, std::vector<std::int64_t> at) {
  Columns columns{.at = std::move(at)};
  for (std::int64_t row = 0; row < sizes.k; ++row) {
    for (const std::int64_t column : columns.at) columns.right.push_back(one.right[row * sizes.n + column]);
  }
  if (one.bias == nullptr) return columns;
  for (const std::int64_t column : columns.at) columns.bias.push_back(one.bias[column]);
  return columns;
}

void put_columns(const PlainProducts& sizes, const Columns& columns, const std::vector<std::int8_t>& values,
                 std::int8_t* result) {
  auto value = values.begin();
  for (std::int64_t row = 0; row < sizes.m; ++row) {
    for (const std::int64_t column : columns.at) result[row * sizes.n + column] = *value++;
  }
}

npu_cts_status prepare_plain(const npu_cts_call& call, const PlainClaim& claim, npu_cts_plan* plan) {
  const Matmul matmul = read_matmul(call);
  if (const char* why = unclaimed(call, matmul)) return refuse(plan, NPU_CTS_UNSUPPORTED, why);
  if (const char* why = invalid(matmul)) return refuse(plan, NPU_CTS_INVALID_ARGUMENT, why);
  if (const char* why = unclaimed_plain(call, matmul, claim)) return refuse(plan, NPU_CTS_UNSUPPORTED, why);
  return declare_result(matmul, plan);
}

}  // namespace npu_cts::backends
