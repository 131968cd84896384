// SPDX-License-Identifier: Apache-2.0
// What the pages leave open: written from them, as the argument check is.
#include <algorithm>
#include <array>

#include "kernels/common/arguments.h"
#include "kernels/common/elements.h"
#include "kernels/npu_quant_matmul/check.h"
#include "kernels/npu_quant_matmul/sizes.h"

namespace npu_cts::kernels::npu_quant_matmul {
namespace {

constexpr std::array<std::string_view, 4> vectors{"scale", "offset", "pertoken_scale", "bias"};

/// What one tensor of a call is; a dtype that no page lists stands for none.
const TensorType* find_type(const Request& request, std::string_view key) {
  const StoredTensor* const tensor = find_tensor(request, key);
  return tensor == nullptr ? nullptr : &tensor->type;
}

/// Two tables since 7.2.0 disagree about the 16-bit bias of a float16 result with pertoken_scale.
bool has_unsure_bias(Release release, const Request& request) {
  const TensorType* const bias = find_type(request, "bias");
  const bool is_meant = release >= Release::v7_2_0 && bias != nullptr && is_given(request, "pertoken_scale") &&
                        find_type(request, "x1")->dtype == DType::int8 && output_dtype_of(request) == DType::float16;
  return is_meant && bias->dtype != DType::int32 && bias->dtype != DType::float32;
}

/// What is not said of 4-bit values, which are packed in int32.
void add_packed(const TensorType& x1, const TensorType& x2, std::vector<std::string_view>& open) {
  if (x2.dtype == DType::int32 && x2.layout == Layout::transposed && x2.shape.back() % 8 != 0)
    open.emplace_back("int4-columns");
  const bool has_batches = x1.shape.size() > 2 || x2.shape.size() > 2;
  if (x1.dtype == DType::int32 && x2.dtype == DType::int32 && has_batches) open.emplace_back("int4-batches");
}

/// What is not said of an x2 in blocks.
void add_blocks(const CheckedCall& call, const TensorType& x2, std::vector<std::string_view>& open) {
  if (x2.format != Format::blocked) return;
  if (call.target.product == "atlas_inference") {
    if (call.release == Release::v6_0_0 && x2.layout != Layout::transposed) open.emplace_back("nz-products");
    return;
  }
  if (x2.layout == Layout::strided) open.emplace_back("undefined");
  if (x2.shape.back() <= 1 || x2.shape[x2.shape.size() - 2] <= 1) open.emplace_back("nz-unit");
}

void add_group_sizes(const CheckedCall& call, std::vector<std::string_view>& open) {
  const auto sizes = find_value<std::vector<std::int64_t>>(call.request, "group_sizes");
  if (!sizes || call.release < Release::v7_1_0) return;
  const bool is_described = call.release >= Release::v26_1_0;
  const bool has_effect = std::ranges::any_of(*sizes, [](std::int64_t size) { return size > 0; });
  if (!is_described) open.emplace_back("group-sizes");
  if (is_described && has_effect) open.emplace_back("group-effect");
}

/// Returns whether a word of scale is none that npu_trans_quant_param makes: FP19 below, bit 46 set, and between them
/// nothing but an offset of nine bits from bit 37 on.
bool has_other_words(const StoredTensor& scale) {
  constexpr std::uint64_t free_bits = 0xFFFFE000 | 0x1FFULL << 37;
  const auto is_other = [](std::int64_t word) { return (static_cast<std::uint64_t>(word) & ~free_bits) != 1ULL << 46; };
  return scale.type.dtype == DType::int64 && std::ranges::any_of(gather<std::int64_t>(scale), is_other);
}

}  // namespace

std::vector<std::string_view> left_open(const Target& target, const Request& request) {
  const CheckedCall call{target, *find_named<Release>(target.release), request};
  const TensorType* const x1 = find_type(request, "x1");
  const TensorType* const x2 = find_type(request, "x2");
  std::vector<std::string_view> open;
  if (x1 == nullptr || x2 == nullptr || x1->shape.size() < 2 || x2->shape.size() < 2) return open;
  if (target.product != "atlas_inference") {
    if (has_unsure_bias(call.release, request)) open.emplace_back("per-token-bias");
    add_packed(*x1, *x2, open);
  }
  add_blocks(call, *x2, open);
  if (has_gaps(request, vectors)) open.emplace_back("vector-layouts");
  const bool has_dtypes = std::ranges::any_of(dtype_keys, [&](std::string_view key) { return is_given(request, key); });
  const bool has_page = call.release >= Release::v7_1_0 && call.release <= Release::v7_2_0;
  if (has_dtypes && has_page) open.emplace_back("dtype-arguments");
  add_group_sizes(call, open);
  const StoredTensor* const scale = find_tensor(request, "scale");
  if (scale != nullptr && has_other_words(*scale)) open.emplace_back("undefined");
  return open;
}

}  // namespace npu_cts::kernels::npu_quant_matmul
