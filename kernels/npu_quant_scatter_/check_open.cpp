// SPDX-License-Identifier: Apache-2.0
// What the pages leave open: written from them, as the argument check is.
#include <algorithm>
#include <cstdlib>

#include "kernels/common/arguments.h"
#include "kernels/common/elements.h"
#include "kernels/npu_quant_scatter_/axes.h"
#include "kernels/npu_quant_scatter_/check.h"

namespace npu_cts::kernels::npu_quant_scatter_ {
namespace {

/// The pages since 7.1.0 list the dtypes of each tensor on its own, and show no joint rows. Two ways to combine them
/// are sure: float16 updates with float32 and int32, and everything bfloat16.
bool has_unsure_dtypes(const Target& target, const Request& request) {
  const StoredTensor* const zeros = find_tensor(request, "quant_zero_points");
  const DType scale = find_tensor(request, "quant_scales")->type.dtype;
  if (*find_named<Release>(target.release) < Release::v7_1_0 || target.product != "atlas_a2") return false;
  const bool is_half = find_tensor(request, "updates")->type.dtype == DType::float16;
  const DType wanted = is_half ? DType::float32 : DType::bfloat16;
  const DType wanted_zero = is_half ? DType::int32 : DType::bfloat16;
  return scale != wanted || (zeros != nullptr && zeros->type.dtype != wanted_zero);
}

/// One place that indices name: a start on the axis, of one entry of axis 0.
struct Place {
  std::int64_t entry = 0;
  std::int64_t start = 0;
};

std::vector<Place> places_of(const TensorType& type, const std::vector<std::int32_t>& values) {
  std::vector<Place> places;
  const std::size_t width = type.shape.size() == 2 ? 2 : 1;
  for (std::size_t i = 0; i + width <= values.size(); i += width) {
    if (width == 2) places.push_back({values[i], values[i + 1]});
    if (width == 1) places.push_back({static_cast<std::int64_t>(i), values[i]});
  }
  return places;
}

/// What the indices name: the pages do not validate them, and two pairs may name one place.
void add_places(const Shape& input, const Shape& updates, std::int64_t axis, const std::vector<Place>& places,
                std::vector<std::string_view>& open) {
  const std::int64_t last = input[static_cast<std::size_t>(axis)] - updates[static_cast<std::size_t>(axis)];
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Place& one = places[i];
    if (one.entry < 0 || one.entry >= input[0] || one.start < 0 || one.start > last) open.emplace_back("unchecked");
    for (std::size_t j = 0; j < i; ++j) {
      const std::int64_t apart = std::abs(one.start - places[j].start);
      if (one.entry == places[j].entry && apart < updates[static_cast<std::size_t>(axis)])
        open.emplace_back("nondeterministic");
    }
  }
}

}  // namespace

std::vector<std::string_view> left_open(const Target& target, const Request& request) {
  std::vector<std::string_view> open;
  for (const std::string_view key : {"input", "updates", "indices"}) {
    const StoredTensor* const tensor = find_tensor(request, key);
    if (tensor == nullptr) return open;
    if (numel(tensor->type.shape) == 0) open.emplace_back("empty");
  }
  if (find_tensor(request, "quant_scales") == nullptr) return open;
  if (has_unsure_dtypes(target, request)) open.emplace_back("mixed-dtypes");
  const StoredTensor& indices = *find_tensor(request, "indices");
  const Shape& input = find_tensor(request, "input")->type.shape;
  const Shape& updates = find_tensor(request, "updates")->type.shape;
  const std::int64_t axis = axes_of(*find_named<Release>(target.release), request).axis;
  const bool is_inside = axis >= 0 && axis < static_cast<std::int64_t>(std::min(input.size(), updates.size()));
  if (is_inside && indices.type.dtype == DType::int32)
    add_places(input, updates, axis, places_of(indices.type, gather<std::int32_t>(indices)), open);
  return open;
}

}  // namespace npu_cts::kernels::npu_quant_scatter_
