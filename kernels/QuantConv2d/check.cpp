// SPDX-License-Identifier: Apache-2.0
#include "kernels/QuantConv2d/check.h"

#include <array>

#include <fmt/format.h>

#include "kernels/QuantConv2d/sizes.h"
#include "kernels/common/arguments.h"

namespace npu_cts::kernels::QuantConv2d {
namespace {

constexpr std::array<std::string_view, 7> required{"in_channels",        "out_channels", "kernel_size", "output_dtype",
                                                   "quant_conv2d_input", "weight",       "scale"};
constexpr std::array<std::string_view, 18> keys{
    "in_channels", "out_channels", "kernel_size", "output_dtype", "stride",      "padding",
    "dilation",    "groups",       "bias",        "offset",       "offset_x",    "round_mode",
    "device",      "dtype",        "weight",      "scale",        "bias_values", "quant_conv2d_input"};
constexpr std::array<std::string_view, 4> integers{"in_channels", "out_channels", "groups", "offset_x"};

MaybeRefusal check_support(const CheckedCall& call) {
  if (call.release < Release::v7_1_0)
    return refuse("", fmt::format("{} has no page of QuantConv2d", name_of(call.release)));
  const std::string& product = call.target.product;
  if (product != "atlas_a2" && product != "atlas_a3" && product != "atlas_inference") {
    return refuse("", fmt::format("{} is not supported", product));
  }
  if (call.target.mode == "graph_static") return std::nullopt;
  return refuse("", "only a static graph is supported");
}

/// The flag, true where it is absent, promises the variable.
MaybeRefusal check_bias(const CheckedCall& call) {
  const bool is_promised = find_value<bool>(call.request, "bias").value_or(true);
  if (is_promised == is_given(call.request, "bias_values")) return std::nullopt;
  return refuse("bias_values", is_promised ? "is missing where bias is true" : "is given where bias is false");
}

MaybeRefusal check_signature(const CheckedCall& call) {
  if (auto refusal = refuse_unknown(call, keys)) return refusal;
  if (auto refusal = refuse_missing(call, required)) return refusal;
  if (auto refusal = refuse_no_integer(call, integers)) return refusal;
  if (is_given(call.request, "bias") && !find_value<bool>(call.request, "bias")) return refuse("bias", "is no bool");
  if (!find_value<DType>(call.request, "output_dtype")) return refuse("output_dtype", "is no dtype");
  return check_bias(call);
}

MaybeRefusal check_tensors(const CheckedCall& call) {
  const std::vector<Format> image{Format::nchw, Format::nd};  // a call may leave the format of an NCHW tensor unsaid
  const std::array<TensorRule, 4> rules{{{"quant_conv2d_input", {DType::int8}, image},
                                         {"weight", {DType::int8}, image},
                                         {"scale", {DType::float32, DType::int64}, {Format::nd}},
                                         {"bias_values", {DType::int32}, {Format::nd}}}};
  for (const TensorRule& rule : rules) {
    if (auto refusal = refuse_tensor(call, rule)) return refusal;
  }
  for (const std::string_view key : {"quant_conv2d_input", "weight"}) {
    const std::size_t rank = find_tensor(call.request, key)->type.shape.size();
    if (rank != 4) return refuse(key, fmt::format("has {} axes, not 4", rank));
  }
  return std::nullopt;
}

/// Where each attribute may lie; a pair, each of its two.
struct Range {
  std::string_view key;
  std::int64_t fallback, low, high;
};
constexpr std::array<Range, 4> ranges{
    {{"kernel_size", 1, 1, 255}, {"stride", 1, 1, 63}, {"padding", 0, 0, 255}, {"dilation", 1, 1, 255}}};

MaybeRefusal check_ranges(const CheckedCall& call) {
  for (const Range& range : ranges) {
    const auto extent = find_extent(call.request, range.key, range.fallback);
    if (!extent) return refuse(range.key, "is neither an integer nor two");
    for (const std::int64_t size : *extent) {
      if (size >= range.low && size <= range.high) continue;
      return refuse(range.key, fmt::format("is {}, not in [{}, {}]", size, range.low, range.high));
    }
  }
  return std::nullopt;
}

MaybeRefusal check_attributes(const CheckedCall& call) {
  if (find_value<DType>(call.request, "output_dtype") != DType::float16)
    return refuse("output_dtype", "is not float16");
  if (find_value<std::int64_t>(call.request, "groups").value_or(1) != 1) return refuse("groups", "is not 1");
  const std::int64_t pad = find_value<std::int64_t>(call.request, "offset_x").value_or(0);
  if (pad < -128 || pad > 127) return refuse("offset_x", fmt::format("is {}, no int8", pad));
  for (const std::string_view key : {"in_channels", "out_channels"}) {
    if (find_value<std::int64_t>(call.request, key) < 1) return refuse(key, "is not positive");
  }
  return std::nullopt;
}

MaybeRefusal check_shapes(const CheckedCall& call) {
  const Extent kernel = *find_extent(call.request, "kernel_size", 1);
  const std::int64_t in = *find_value<std::int64_t>(call.request, "in_channels");
  const std::int64_t out = *find_value<std::int64_t>(call.request, "out_channels");
  const Shape& weight = find_tensor(call.request, "weight")->type.shape;
  const Shape want{out, in, kernel[0], kernel[1]};
  if (weight != want) return refuse("weight", fmt::format("has shape {}, not {}", to_text(weight), to_text(want)));
  const Shape& input = find_tensor(call.request, "quant_conv2d_input")->type.shape;
  if (input[1] != in) return refuse("quant_conv2d_input", fmt::format("has {} channels, not {}", input[1], in));
  for (const std::string_view key : {"scale", "bias_values"}) {
    const StoredTensor* tensor = find_tensor(call.request, key);
    if (tensor == nullptr || tensor->type.shape == Shape{out}) continue;
    return refuse(key, fmt::format("has shape {}, not one value per output channel", to_text(tensor->type.shape)));
  }
  return std::nullopt;
}

MaybeRefusal check_output(const CheckedCall& call) {
  const Extent size = geometry_of(call.request).output();
  if (size[0] < 1 || size[1] < 1) return refuse("kernel_size", "does not fit into the padded input");
  if (size[1] == 1 && call.target.product == "atlas_inference") return refuse("", "gives a result of width 1");
  return std::nullopt;
}

constexpr std::array<Check, 7> checks{check_support,    check_signature, check_tensors, check_ranges,
                                      check_attributes, check_shapes,    check_output};

}  // namespace

std::optional<Refusal> check(const Target& target, const Request& request) {
  return first_refusal(target, request, checks);
}

}  // namespace npu_cts::kernels::QuantConv2d
