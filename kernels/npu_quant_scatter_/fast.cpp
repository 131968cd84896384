// SPDX-License-Identifier: Apache-2.0
#include "kernels/npu_quant_scatter_/fast.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "framework/base/wide_loop.h"
#include "kernels/common/arguments.h"
#include "kernels/common/elements.h"
#include "kernels/npu_quant_scatter_/axes.h"

namespace npu_cts::kernels::npu_quant_scatter_ {
namespace {

/// Adding and taking away 1.5·2^23 rounds a float of magnitude below 2^22 half to even, without a library call.
constexpr float rounder = 0x1.8p23F;

[[gnu::always_inline]] inline std::int8_t quantize(float value, float scale, float zero_point) {
  float steps = value / scale + zero_point;
  steps = steps == steps ? steps : 0.0F;
  steps = steps < 127.0F ? steps : 127.0F;
  steps = steps > -128.0F ? steps : -128.0F;
  return static_cast<std::int8_t>(static_cast<std::int32_t>((steps + rounder) - rounder));
}

/// Quantizes a row of `updates` into `row`.
void quantize_row(std::span<const float> updates, std::span<const float> scales, std::span<const float> zero_points,
                  std::span<std::int8_t> row) {
  run_wide([&]() NPU_CTS_INLINED {
    std::int8_t* to = row.data();
    const float* update = updates.data();
    const float* scale = scales.data();
    const float* zero_point = zero_points.data();
    const std::size_t count = row.size();  // a byte that is written might be part of it
    for (std::size_t i = 0; i < count; ++i) to[i] = quantize(update[i], scale[i], zero_point[i]);
  });
}

void write_row(StoredTensor& tensor, std::int64_t place, std::span<const std::int8_t> row) {
  auto* storage = reinterpret_cast<std::int8_t*>(tensor.storage.data());
  const std::int64_t stride = tensor.strides.back();
  if (stride == 1) {
    std::copy(row.begin(), row.end(), storage + place);
    return;
  }
  for (std::size_t i = 0; i < row.size(); ++i) storage[place + static_cast<std::int64_t>(i) * stride] = row[i];
}

/// Where each entry of updates goes: the batch, and the first place on axis.
struct Destination {
  std::int64_t batch = 0;
  std::int64_t start = 0;
};

std::vector<Destination> destinations(const StoredTensor& indices) {
  const auto values = gather<std::int32_t>(indices);
  std::vector<Destination> all(static_cast<std::size_t>(indices.type.shape[0]));
  for (std::size_t b = 0; b < all.size(); ++b) {
    const bool pairs = indices.type.shape.size() == 2;
    all[b] =
        pairs ? Destination{values[2 * b], values[2 * b + 1]} : Destination{static_cast<std::int64_t>(b), values[b]};
  }
  return all;
}

bool is_inside(std::int64_t index, std::int64_t size) { return index >= 0 && index < size; }

/// Returns where the row of updates at `index` (without its last axis) goes in `input`, or -1 if outside.
std::int64_t place_in(const StoredTensor& input, std::span<const std::int64_t> index, std::size_t axis,
                      const Destination& destination) {
  std::int64_t place = input.offset;
  for (std::size_t i = 0; i < index.size(); ++i) {
    std::int64_t at = index[i];
    if (i == 0) at = destination.batch;
    if (i == axis) at += destination.start;
    if (!is_inside(at, input.type.shape[i])) return -1;
    place += at * input.strides[i];
  }
  return place;
}

/// Counts `index` on, last axis fastest, within `shape`.
void advance(std::vector<std::int64_t>& index, const Shape& shape) {
  for (std::size_t axis = index.size(); axis-- > 0;) {
    if (++index[axis] < shape[axis]) return;
    index[axis] = 0;
  }
}

// NOLINTNEXTLINE(readability-function-size): the place in a nest of loops
void scatter(StoredTensor& input, const StoredTensor& updates, std::span<const Destination> places, std::size_t axis,
             std::span<const float> scales, std::span<const float> zero_points) {
  const auto channels = static_cast<std::size_t>(updates.type.shape.back());
  std::vector<std::int64_t> index(updates.type.shape.size() - 1, 0);
  std::vector<float> values(channels);
  std::vector<std::int8_t> row(channels);
  for_each_row(updates, [&](std::int64_t place) {
    const std::int64_t target = place_in(input, index, axis, places[static_cast<std::size_t>(index[0])]);
    advance(index, updates.type.shape);
    if (target < 0) return;
    read_floats(updates, place, updates.strides.back(), values);
    quantize_row(values, scales, zero_points, row);
    write_row(input, target, row);
  });
}

}  // namespace

std::vector<OutputType> outputs(const Target&, const Request& request) {
  const TensorType type{.dtype = DType::int8, .shape = find_tensor(request, "input")->type.shape};
  return {{.name = "out", .type = type, .alias = "input"}};
}

std::vector<NamedTensor> run(const Target& target, Request& request) {
  const auto release = find_named<Release>(target.release);
  assert(release);
  StoredTensor& input = *std::get_if<StoredTensor>(&request.arguments.find("input")->second);
  const StoredTensor& updates = *find_tensor(request, "updates");
  const StoredTensor* zero_points = find_tensor(request, "quant_zero_points");
  const auto scales = gather_floats(*find_tensor(request, "quant_scales"));
  const auto zeros = zero_points == nullptr ? std::vector<float>(scales.size(), -0.0F) : gather_floats(*zero_points);
  const auto axis = static_cast<std::size_t>(axes_of(*release, request).axis);
  scatter(input, updates, destinations(*find_tensor(request, "indices")), axis, scales, zeros);
  Tensor out;
  out.type.shape = input.type.shape;
  out.values = gather<std::byte>(input);
  return only_output(std::move(out));
}

}  // namespace npu_cts::kernels::npu_quant_scatter_
