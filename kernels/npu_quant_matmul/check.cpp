// SPDX-License-Identifier: Apache-2.0
#include "kernels/npu_quant_matmul/check.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "kernels/common/arguments.h"
#include "kernels/npu_quant_matmul/check_rows.h"
#include "kernels/npu_quant_matmul/sizes.h"

namespace npu_cts::kernels::npu_quant_matmul {
namespace {

constexpr std::array<std::string_view, 3> required{"x1", "x2", "scale"};
constexpr std::array<std::string_view, 7> first_keys{"x1",   "x2",          "scale", "offset", "pertoken_scale",
                                                     "bias", "output_dtype"};

const TensorType& type_of(const CheckedCall& call, std::string_view key) {
  return find_tensor(call.request, key)->type;
}

MaybeRefusal check_support(const CheckedCall& call) {
  if (call.release == Release::v6_0_rc1 || call.release == Release::v7_1_0_initial) {
    return refuse("", fmt::format("{} has no page of npu_quant_matmul", name_of(call.release)));
  }
  const std::string& product = call.target.product;
  if (product == "atlas_a2" || product == "atlas_a3" || product == "atlas_inference") return std::nullopt;
  return refuse("", fmt::format("{} is not supported", product));
}

std::vector<std::string_view> keys_of(Release release) {
  std::vector<std::string_view> keys(first_keys.begin(), first_keys.end());
  if (release >= Release::v7_1_0) keys.emplace_back("group_sizes");
  if (release == Release::v7_1_0 || release == Release::v7_2_0) {
    keys.insert(keys.end(), dtype_keys.begin(), dtype_keys.end());
  }
  return keys;
}

MaybeRefusal check_signature(const CheckedCall& call) {
  if (auto refusal = refuse_unknown(call, keys_of(call.release))) return refusal;
  if (auto refusal = refuse_missing(call, required)) return refusal;
  if (is_given(call.request, "output_dtype") && !find_value<DType>(call.request, "output_dtype")) {
    return refuse("output_dtype", "is no dtype");
  }
  for (const std::string_view key : dtype_keys) {
    const bool known = find_value<DType>(call.request, key) || find_value<std::int64_t>(call.request, key);
    if (is_given(call.request, key) && !known) return refuse(key, "is no dtype");
  }
  if (is_given(call.request, "group_sizes") && !find_value<std::vector<std::int64_t>>(call.request, "group_sizes")) {
    return refuse("group_sizes", "is no list of integers");
  }
  return std::nullopt;
}

using Column = DTypeSet Row::*;
constexpr std::array<std::pair<std::string_view, Column>, 6> columns{{{"x1", &Row::x},
                                                                      {"x2", &Row::x},
                                                                      {"scale", &Row::scale},
                                                                      {"offset", &Row::offset},
                                                                      {"bias", &Row::bias},
                                                                      {"pertoken_scale", &Row::pertoken_scale}}};

bool holds_in(const Row& row, Release release) { return row.since <= release && release <= row.until; }

std::vector<DType> dtypes_of(const CheckedCall& call, Column column) {
  DTypeSet all = 0;
  for (const Row& row : rows_of(call.target.product)) {
    if (holds_in(row, call.release)) all |= row.*column;
  }
  std::vector<DType> dtypes;
  for (const DTypeInfo& info : dtype_table) {
    if ((all & just(info.dtype)) != 0) dtypes.push_back(info.dtype);
  }
  return dtypes;
}

MaybeRefusal check_tensors(const CheckedCall& call) {
  for (const auto& [key, column] : columns) {
    const bool blocks = key == "x2";
    const TensorRule rule{.key = key,
                          .dtypes = dtypes_of(call, column),
                          .formats = blocks ? std::vector{Format::nd, Format::blocked} : std::vector{Format::nd}};
    if (auto refusal = refuse_tensor(call, rule)) return refusal;
  }
  return std::nullopt;
}

DTypeSet given_dtype(const CheckedCall& call, std::string_view key) {
  const StoredTensor* tensor = find_tensor(call.request, key);
  return tensor == nullptr ? none : just(tensor->type.dtype);
}

MaybeRefusal check_row(const CheckedCall& call) {
  const DTypeSet output = just(output_dtype_of(call.request));
  const auto admits = [&](const Row& row) {
    return holds_in(row, call.release) && (row.output & output) != 0 &&
           std::ranges::all_of(columns,
                               [&](const auto& c) { return (row.*c.second & given_dtype(call, c.first)) != 0; });
  };
  if (std::ranges::any_of(rows_of(call.target.product), admits)) return std::nullopt;
  return refuse("", "no line of the page's table has these dtypes together");
}

MaybeRefusal check_ranks(const CheckedCall& call) {
  for (const std::string_view key : {"x1", "x2"}) {
    const Shape& shape = type_of(call, key).shape;
    if (shape.size() < 2 || shape.size() > 6) return refuse(key, fmt::format("has {} axes, not 2 to 6", shape.size()));
    if (shape.back() > 65535) return refuse(key, fmt::format("has a last axis of {}, beyond 65535", shape.back()));
  }
  for (const std::string_view key : required) {
    if (numel(type_of(call, key).shape) == 0) return refuse(key, "has no elements");
  }
  return std::nullopt;
}

/// 4-bit values: x1 contiguous, x2 contiguous or a transposed view of a contiguous (n, k//8). Their words are whole:
/// the packed axis counts words. Of the n of a transposed x2 the page says nothing that holds it to words.
MaybeRefusal check_layouts(const CheckedCall& call) {
  const TensorType& x1 = type_of(call, "x1");
  const TensorType& x2 = type_of(call, "x2");
  const bool blocks = x2.format == Format::blocked;
  if (blocks && call.target.product == "atlas_inference" && x2.layout != Layout::transposed) {
    return refuse("x2", "must be transposed before it is cast to FRACTAL_NZ on atlas_inference");
  }
  if (x1.dtype != DType::int32) return std::nullopt;
  if (x1.layout != Layout::contiguous) return refuse("x1", "holds 4-bit values and is not contiguous");
  if (x2.layout == Layout::strided) return refuse("x2", "holds 4-bit values and is neither contiguous nor transposed");
  return std::nullopt;
}

MaybeRefusal check_product(const CheckedCall& call) {
  const std::int64_t k1 = matrix_sizes(type_of(call, "x1")).columns;
  const std::int64_t k2 = matrix_sizes(type_of(call, "x2")).rows;
  if (k1 != k2) return refuse("x2", fmt::format("has k {}, x1 {}", k2, k1));
  if (batch_of_product(type_of(call, "x1").shape, type_of(call, "x2").shape)) return std::nullopt;
  return refuse("x2", "has axes before the last two that do not broadcast with those of x1");
}

/// Returns whether the scale comes in groups along k: two axes, for 4-bit values, in the releases that say so.
bool may_be_grouped(const CheckedCall& call) {
  return call.release >= Release::v7_2_0 && call.release <= Release::v26_0_0 &&
         type_of(call, "x1").dtype == DType::int32;
}

MaybeRefusal refuse_length(const CheckedCall& call, std::string_view key, std::int64_t n) {
  const Shape& shape = type_of(call, key).shape;
  if (shape.size() != 1) return refuse(key, fmt::format("has {} axes, not 1", shape.size()));
  if (shape[0] == 1 || shape[0] == n) return std::nullopt;
  return refuse(key, fmt::format("has {} elements, neither 1 nor n, {}", shape[0], n));
}

/// Returns whether groups of one size, the last perhaps shorter, cut `k` into just `count` > 0.
bool can_cut(std::int64_t k, std::int64_t count) {
  const std::int64_t smallest = (k + count - 1) / count;  // size that makes no more than `count`; larger make fewer
  return (k + smallest - 1) / smallest == count;
}

MaybeRefusal check_groups(const CheckedCall& call, std::int64_t n) {
  const Shape& scale = type_of(call, "scale").shape;
  const std::int64_t k = matrix_sizes(type_of(call, "x1")).columns;
  if (scale[1] != n || scale[0] > k)
    return refuse("scale", fmt::format("has shape {}, not (groups of k, n)", to_text(scale)));
  if (!can_cut(k, scale[0])) return refuse("scale", fmt::format("has {} rows, which cut no k of {}", scale[0], k));
  const StoredTensor* offset = find_tensor(call.request, "offset");
  if (offset == nullptr) return refuse("offset", "is required by a scale of two axes");
  if (offset->type.dtype != DType::float16) return refuse("offset", "is not float16 beside a scale of two axes");
  if (offset->type.shape != scale) return refuse("offset", "has another shape than the scale of two axes");
  return std::nullopt;
}

MaybeRefusal check_scale(const CheckedCall& call) {
  const std::int64_t n = matrix_sizes(type_of(call, "x2")).columns;
  if (type_of(call, "scale").shape.size() == 2 && may_be_grouped(call)) return check_groups(call, n);
  if (auto refusal = refuse_length(call, "scale", n)) return refusal;
  const StoredTensor* offset = find_tensor(call.request, "offset");
  if (offset == nullptr) return std::nullopt;
  if (offset->type.dtype != DType::float32) return refuse("offset", "is not float32 beside a scale of one axis");
  return refuse_length(call, "offset", n);
}

MaybeRefusal check_pertoken_scale(const CheckedCall& call) {
  const StoredTensor* pertoken = find_tensor(call.request, "pertoken_scale");
  if (pertoken == nullptr) return std::nullopt;
  const std::int64_t m = matrix_sizes(type_of(call, "x1")).rows;
  const Shape want = type_of(call, "scale").shape.size() == 2 ? Shape{m, 1} : Shape{m};
  if (pertoken->type.shape == want) return std::nullopt;
  return refuse("pertoken_scale", fmt::format("has shape {}, not {}", to_text(pertoken->type.shape), to_text(want)));
}

MaybeRefusal check_bias(const CheckedCall& call) {
  const StoredTensor* bias = find_tensor(call.request, "bias");
  if (bias == nullptr) return std::nullopt;
  const auto batch = batch_of_product(type_of(call, "x1").shape, type_of(call, "x2").shape);
  const std::int64_t n = matrix_sizes(type_of(call, "x2")).columns;
  const Shape& shape = bias->type.shape;
  if (shape == Shape{n} || (batch->size() == 1 && shape == Shape{(*batch)[0], 1, n})) return std::nullopt;
  return refuse("bias", fmt::format("has shape {}, not (n,), or (batch, 1, n) for a result of 3 axes", to_text(shape)));
}

MaybeRefusal check_graph_scale(const CheckedCall& call) {
  const DType output = output_dtype_of(call.request);
  const bool packed = output == DType::int8 || output == DType::float16;
  const bool refused = call.target.mode != "eager" && packed && !is_given(call.request, "pertoken_scale") &&
                       type_of(call, "scale").dtype == DType::float32;
  if (!refused) return std::nullopt;
  return refuse("scale", "is float32: a graph wants it packed for int8 and float16 results without pertoken_scale");
}

MaybeRefusal check_group_sizes(const CheckedCall& call) {
  const auto sizes = find_value<std::vector<std::int64_t>>(call.request, "group_sizes");
  if (!sizes || call.release < Release::v26_1_0) return std::nullopt;  // the pages before it do not describe them
  const bool natural = std::ranges::all_of(*sizes, [](std::int64_t size) { return size >= 0; });
  if (sizes->size() == 3 && natural) return std::nullopt;
  return refuse("group_sizes", "is not three integers that are 0 or positive");
}

constexpr std::array<Check, 12> checks{check_support,        check_signature, check_tensors,     check_row,
                                       check_ranks,          check_layouts,   check_product,     check_scale,
                                       check_pertoken_scale, check_bias,      check_graph_scale, check_group_sizes};

}  // namespace

std::optional<Refusal> check(const Target& target, const Request& request) {
  return first_refusal(target, request, checks);
}

}  // namespace npu_cts::kernels::npu_quant_matmul
