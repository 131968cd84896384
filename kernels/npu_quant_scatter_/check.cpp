// SPDX-License-Identifier: Apache-2.0
#include "kernels/npu_quant_scatter_/check.h"

#include <array>

#include <fmt/format.h>

#include "kernels/common/arguments.h"
#include "kernels/npu_quant_scatter_/axes.h"

namespace npu_cts::kernels::npu_quant_scatter_ {
namespace {

constexpr std::array<std::string_view, 4> required{"input", "indices", "updates", "quant_scales"};
constexpr std::array<std::string_view, 8> keys{"input", "indices",    "updates", "quant_scales", "quant_zero_points",
                                               "axis",  "quant_axis", "reduce"};
constexpr std::array<std::string_view, 2> integers{"axis", "quant_axis"};

const Shape& shape_of(const CheckedCall& call, std::string_view key) {
  return find_tensor(call.request, key)->type.shape;
}

MaybeRefusal check_support(const CheckedCall& call) {
  if (call.release == Release::v6_0_0 || call.release == Release::v7_1_0_initial) {
    return refuse("", fmt::format("{} has no page of npu_quant_scatter_", name_of(call.release)));
  }
  const bool a2 = call.target.product == "atlas_a2";
  const bool inference = call.target.product == "atlas_inference";
  if (a2 || (inference && call.release >= Release::v7_1_0)) return std::nullopt;
  return refuse("", fmt::format("{} is not supported in {}", call.target.product, name_of(call.release)));
}

MaybeRefusal check_signature(const CheckedCall& call) {
  if (auto refusal = refuse_unknown(call, keys)) return refusal;
  if (auto refusal = refuse_missing(call, required)) return refusal;
  if (auto refusal = refuse_no_integer(call, integers)) return refusal;
  if (is_given(call.request, "reduce") && !find_value<std::string>(call.request, "reduce")) {
    return refuse("reduce", "is no word");
  }
  return std::nullopt;
}

/// The dtypes of updates, quant_scales and quant_zero_points, each list on its own: the pages show no joint rows.
std::array<std::vector<DType>, 3> float_dtypes(const CheckedCall& call) {
  using enum DType;
  if (call.release == Release::v6_0_rc1) return {{{bfloat16}, {bfloat16}, {bfloat16}}};
  if (call.target.product == "atlas_inference") return {{{float16}, {float32}, {int32}}};
  return {{{bfloat16, float16}, {bfloat16, float32}, {bfloat16, int32}}};
}

MaybeRefusal check_tensors(const CheckedCall& call) {
  const auto dtypes = float_dtypes(call);
  const std::array<TensorRule, 5> rules{{{"input", {DType::int8}, {Format::nd}},
                                         {"indices", {DType::int32}, {Format::nd}},
                                         {"updates", dtypes[0], {Format::nd}},
                                         {"quant_scales", dtypes[1], {Format::nd}},
                                         {"quant_zero_points", dtypes[2], {Format::nd}}}};
  for (const TensorRule& rule : rules) {
    if (auto refusal = refuse_tensor(call, rule)) return refusal;
  }
  return std::nullopt;
}

MaybeRefusal check_ranks(const CheckedCall& call) {
  const Shape& input = shape_of(call, "input");
  const Shape& indices = shape_of(call, "indices");
  const Shape& updates = shape_of(call, "updates");
  if (input.size() < 3 || input.size() > 8)
    return refuse("input", fmt::format("has {} axes, not 3 to 8", input.size()));
  if (indices.size() != 1 && indices.size() != 2) {
    return refuse("indices", fmt::format("has {} axes, not 1 or 2", indices.size()));
  }
  if (indices.size() == 2 && indices[1] != 2) return refuse("indices", "holds no pairs: its second size is not 2");
  if (updates.size() != input.size()) {
    return refuse("updates", fmt::format("has {} axes, input {}", updates.size(), input.size()));
  }
  return std::nullopt;
}

MaybeRefusal check_axes(const CheckedCall& call) {
  const Axes axes = axes_of(call.release, call.request);
  const auto last = static_cast<std::int64_t>(shape_of(call, "updates").size()) - 1;
  if (axes.axis <= 0 || axes.axis >= last) {
    return refuse("axis", fmt::format("means axis {}, not one between the first and the last, {}", axes.axis, last));
  }
  if (axes.quant_axis == last) return std::nullopt;
  return refuse("quant_axis", fmt::format("means axis {}, not the last, {}", axes.quant_axis, last));
}

MaybeRefusal check_sizes(const CheckedCall& call) {
  const Shape& input = shape_of(call, "input");
  const Shape& updates = shape_of(call, "updates");
  const auto axis = static_cast<std::size_t>(axes_of(call.release, call.request).axis);
  if (updates[0] != shape_of(call, "indices")[0]) return refuse("updates", "has another first size than indices");
  for (std::size_t i = 0; i < updates.size(); ++i) {
    const bool may_be_shorter = i == 0 || i == axis;
    if (updates[i] == input[i] || (may_be_shorter && updates[i] < input[i])) continue;
    return refuse("updates", fmt::format("has size {} on axis {}, input {}", updates[i], i, input[i]));
  }
  return std::nullopt;
}

MaybeRefusal check_alignment(const CheckedCall& call) {
  const TensorType& updates = find_tensor(call.request, "updates")->type;
  const std::int64_t bytes = updates.shape.back() * bytes_of(updates.dtype);
  if (bytes % 32 == 0) return std::nullopt;
  return refuse("updates", fmt::format("has a last axis of {} bytes, no multiple of 32", bytes));
}

MaybeRefusal check_counts(const CheckedCall& call) {
  const std::int64_t channels = shape_of(call, "updates").back();
  for (const std::string_view key : {"quant_scales", "quant_zero_points"}) {
    const StoredTensor* tensor = find_tensor(call.request, key);
    if (tensor == nullptr || numel(tensor->type.shape) == channels) continue;
    return refuse(key, fmt::format("has {} elements, quant_axis {}", numel(tensor->type.shape), channels));
  }
  return std::nullopt;
}

MaybeRefusal check_reduce(const CheckedCall& call) {
  const std::string reduce = find_value<std::string>(call.request, "reduce").value_or("update");
  if (reduce == "update") return std::nullopt;
  return refuse("reduce", fmt::format("is '{}', not 'update'", reduce));
}

constexpr std::array<Check, 9> checks{check_support, check_signature, check_tensors, check_ranks, check_axes,
                                      check_sizes,   check_alignment, check_counts,  check_reduce};

}  // namespace

std::optional<Refusal> check(const Target& target, const Request& request) {
  return first_refusal(target, request, checks);
}

}  // namespace npu_cts::kernels::npu_quant_scatter_
