// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "framework/model/request.h"

namespace npu_cts::kernels {

/// Returns the value of bfloat16 bits: the upper half of a float32.
[[gnu::always_inline]] inline float float_of_bfloat16(std::uint16_t bits) {
  return std::bit_cast<float>(std::uint32_t{bits} << 16);
}

/// Returns the value of float16 bits; a multiplication by 2^112 moves the exponent, subnormals included.
[[gnu::always_inline]] inline float float_of_float16(std::uint16_t bits) {
  const std::uint32_t magnitude = static_cast<std::uint32_t>(bits & 0x7FFFU) << 13;
  const float moved = std::bit_cast<float>(magnitude) * 0x1p112F;
  const std::uint32_t special = magnitude >= 0x0F800000U ? 0x7F800000U : 0U;
  const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000U) << 16;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(moved) | special | sign);
}

/// Returns the nearest bfloat16, ties to even; a NaN becomes the quiet NaN of its sign.
[[gnu::always_inline]] inline std::uint16_t bfloat16_of(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7FFFFFFFU) > 0x7F800000U) return static_cast<std::uint16_t>(((bits >> 16) & 0x8000U) | 0x7FC0U);
  return static_cast<std::uint16_t>((bits + 0x7FFFU + ((bits >> 16) & 1U)) >> 16);
}

/// Returns the nearest float16, ties to even, overflow to infinity; a NaN becomes the quiet NaN of its sign.
[[gnu::always_inline]] inline std::uint16_t float16_of(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000U);
  const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
  std::uint32_t half = 0;
  if (magnitude > 0x7F800000U) {
    half = 0x7E00U;
  } else if (magnitude >= 0x47800000U) {
    half = 0x7C00U;
  } else if (magnitude < 0x38800000U) {  // subnormal: the sum rounds at 2^-24, the spacing of floats in [0.5, 1)
    half = std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude) + 0.5F) - 0x3F000000U;
  } else {
    half = (magnitude - 0x38000000U + 0xFFFU + ((magnitude >> 13) & 1U)) >> 13;
  }
  return static_cast<std::uint16_t>(half | sign);
}

/// Returns the element of type T at `index` elements from the start of `storage`.
template <class T>
[[gnu::always_inline]] inline T element_at(std::span<const std::byte> storage, std::int64_t index) {
  T value;
  std::memcpy(&value, storage.data() + index * std::int64_t{sizeof(T)}, sizeof(T));
  return value;
}

/// Calls `visit(start)` for every row of `tensor` in logical order: the place of its first element, in elements.
/// A row is the last axis. Needs rank >= 1.
template <class Visit>
void for_each_row(const StoredTensor& tensor, Visit visit) {
  const Shape& shape = tensor.type.shape;
  if (numel(shape) == 0) return;
  std::vector<std::int64_t> index(shape.size(), 0);
  std::int64_t place = tensor.offset;
  for (;;) {
    visit(place);
    std::size_t axis = shape.size() - 1;
    for (;;) {
      if (axis == 0) return;
      --axis;
      place += tensor.strides[axis];
      if (++index[axis] < shape[axis]) break;
      place -= tensor.strides[axis] * shape[axis];
      index[axis] = 0;
    }
  }
}

/// Returns whether the elements lie in logical order without gaps.
inline bool lies_in_order(const StoredTensor& tensor) {
  std::int64_t stride = 1;
  for (std::size_t axis = tensor.strides.size(); axis-- > 0; stride *= tensor.type.shape[axis]) {
    if (tensor.type.shape[axis] != 1 && tensor.strides[axis] != stride) return false;
  }
  return tensor.strides.size() == tensor.type.shape.size();
}

/// Returns the elements of `tensor` in logical order; empty where the tensor has no values.
template <class T>
std::vector<T> gather(const StoredTensor& tensor) {
  std::vector<T> values;
  if (tensor.storage.empty()) return values;
  if (lies_in_order(tensor)) {
    const auto* first = tensor.storage.data() + tensor.offset * std::int64_t{sizeof(T)};
    const auto count = static_cast<std::size_t>(numel(tensor.type.shape));
    if constexpr (sizeof(T) == 1) {
      values.assign(reinterpret_cast<const T*>(first), reinterpret_cast<const T*>(first) + count);
    } else {
      values.resize(count);
      if (count > 0) std::memcpy(values.data(), first, count * sizeof(T));
    }
    return values;
  }
  if (tensor.type.shape.empty()) return {element_at<T>(tensor.storage, tensor.offset)};
  values.resize(static_cast<std::size_t>(numel(tensor.type.shape)));
  const auto count = static_cast<std::size_t>(tensor.type.shape.back());
  const std::int64_t stride = tensor.strides.back();
  T* row = values.data();
  for_each_row(tensor, [&](std::int64_t place) {
    if (stride == 1) {
      std::memcpy(row, tensor.storage.data() + place * std::int64_t{sizeof(T)}, count * sizeof(T));
    } else {
      for (std::size_t i = 0; i < count; ++i)
        row[i] = element_at<T>(tensor.storage, place + static_cast<std::int64_t>(i) * stride);
    }
    row += count;
  });
  return values;
}

/// Returns the elements of a float16, bfloat16, float32 or int32 tensor in logical order, as float32.
std::vector<float> gather_floats(const StoredTensor& tensor);

/// Writes the float32 value of `count` elements of `tensor`, from `place` on and `stride` apart, to `row`.
void read_floats(const StoredTensor& tensor, std::int64_t place, std::int64_t stride, std::span<float> row);

/// Returns `tensor` as the only output of an operator, "out".
inline std::vector<NamedTensor> only_output(Tensor tensor) {
  std::vector<NamedTensor> outputs(1);  // a list in braces would copy the values
  outputs[0].name = "out";
  outputs[0].tensor = std::move(tensor);
  return outputs;
}

}  // namespace npu_cts::kernels
