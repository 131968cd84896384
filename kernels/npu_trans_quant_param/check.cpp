// SPDX-License-Identifier: Apache-2.0
#include "kernels/npu_trans_quant_param/check.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "kernels/common/arguments.h"

namespace npu_cts::kernels::npu_trans_quant_param {
namespace {

constexpr std::array<std::string_view, 1> required{"scale"};
constexpr std::array<std::string_view, 2> keys_before_round_mode{"scale", "offset"};
constexpr std::array<std::string_view, 3> keys{"scale", "offset", "round_mode"};

MaybeRefusal check_support(const CheckedCall& call) {
  if (call.release == Release::v6_0_0) return refuse("", "6.0.0 has no page of npu_trans_quant_param");
  const bool a2 = call.target.product == "atlas_a2";
  const bool later = call.target.product == "atlas_a3" || call.target.product == "atlas_inference";
  if (a2 || (later && call.release >= Release::v7_1_0_initial)) return std::nullopt;
  return refuse("", fmt::format("{} is not supported in {}", call.target.product, name_of(call.release)));
}

MaybeRefusal check_signature(const CheckedCall& call) {
  if (call.release < Release::v7_1_0) {
    if (auto refusal = refuse_unknown(call, keys_before_round_mode)) return refusal;
  } else {
    if (auto refusal = refuse_unknown(call, keys)) return refusal;
  }
  if (auto refusal = refuse_missing(call, required)) return refusal;
  return refuse_no_integer(call, std::array<std::string_view, 1>{"round_mode"});
}

MaybeRefusal check_tensors(const CheckedCall& call) {
  for (const std::string_view key : tensors) {
    const TensorRule rule{.key = key, .dtypes = {DType::float32}, .formats = {Format::nd}};
    if (auto refusal = refuse_tensor(call, rule)) return refusal;
    const StoredTensor* tensor = find_tensor(call.request, key);
    if (tensor == nullptr) continue;
    const std::size_t rank = tensor->type.shape.size();
    if (rank != 1 && rank != 2) return refuse(key, fmt::format("has {} axes, not 1 or 2", rank));
  }
  return std::nullopt;
}

MaybeRefusal check_emptiness(const CheckedCall& call) {
  for (const std::string_view key : tensors) {
    const StoredTensor* tensor = find_tensor(call.request, key);
    if (tensor == nullptr || numel(tensor->type.shape) > 0) continue;
    const bool said = call.release >= Release::v7_2_0 || (call.release == Release::v6_0_rc1 && key == "scale");
    if (said) return refuse(key, "has no elements");
  }
  return std::nullopt;
}

/// Returns the length of a (t,) or (1, n) vector.
std::int64_t length_of(const Shape& shape) { return shape.back(); }

/// One row: everything that stands before a consumer of the kind `matmul`. A grouped consumer takes no offset.
MaybeRefusal check_rows(const CheckedCall& call) {
  const StoredTensor* offset = find_tensor(call.request, "offset");
  const Shape& scale = find_tensor(call.request, "scale")->type.shape;
  const bool grouped = call.release >= Release::v7_1_0_initial && offset == nullptr;
  if (scale.size() == 2 && scale[0] != 1 && !grouped) {
    return refuse("scale", fmt::format("has shape {}, not (1, n)", to_text(scale)));
  }
  if (offset != nullptr && offset->type.shape.size() == 2 && offset->type.shape[0] != 1) {
    return refuse("offset", fmt::format("has shape {}, not (1, n)", to_text(offset->type.shape)));
  }
  return std::nullopt;
}

/// t is 1 or n, and n is the same n for both; a 2-D scale fixes n, and up to 7.1.0 the whole shape of offset.
MaybeRefusal check_lengths(const CheckedCall& call) {
  const StoredTensor* offset_tensor = find_tensor(call.request, "offset");
  if (offset_tensor == nullptr) return std::nullopt;
  const Shape& scale = find_tensor(call.request, "scale")->type.shape;
  const Shape& offset = offset_tensor->type.shape;
  if (scale.size() == 2 && call.release <= Release::v7_1_0 && offset != scale) {
    return refuse("offset",
                  fmt::format("has shape {}, not that of the 2-D scale, {}", to_text(offset), to_text(scale)));
  }
  const std::int64_t n = length_of(scale);
  const std::int64_t t = length_of(offset);
  const bool offset_may_be_one = offset.size() == 1 && t == 1 && n > 0;
  const bool scale_may_be_one = scale.size() == 1 && n == 1 && t > 0;
  if (n == t || offset_may_be_one || scale_may_be_one) return std::nullopt;
  return refuse("offset", fmt::format("has {} elements on its last axis, scale {}: neither is 1", t, n));
}

MaybeRefusal check_layouts(const CheckedCall& call) {
  if (call.release < Release::v7_2_0) return std::nullopt;  // the pages before it say nothing
  for (const std::string_view key : tensors) {
    const StoredTensor* tensor = find_tensor(call.request, key);
    if (tensor == nullptr || tensor->type.layout == Layout::contiguous) continue;
    return refuse(key, "is not contiguous");
  }
  return std::nullopt;
}

MaybeRefusal check_round_mode(const CheckedCall& call) {
  const std::int64_t mode = find_value<std::int64_t>(call.request, "round_mode").value_or(0);
  if (mode == 0 || mode == 1) return std::nullopt;
  return refuse("round_mode", fmt::format("is {}, not 0 or 1", mode));
}

constexpr std::array<Check, 8> checks{check_support, check_signature, check_tensors, check_emptiness,
                                      check_rows,    check_lengths,   check_layouts, check_round_mode};

}  // namespace

std::optional<Refusal> check(const Target& target, const Request& request) {
  return first_refusal(target, request, checks);
}

}  // namespace npu_cts::kernels::npu_trans_quant_param
