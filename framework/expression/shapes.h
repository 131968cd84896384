// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "framework/expression/few.h"
#include "framework/model/tensor.h"

namespace npu_cts {

/// Arithmetic of integers and shapes that knows where it is not defined.

inline std::optional<std::int64_t> checked_add(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_add_overflow(a, b, &result)) return std::nullopt;
  return result;
}

inline std::optional<std::int64_t> checked_subtract(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_sub_overflow(a, b, &result)) return std::nullopt;
  return result;
}

inline std::optional<std::int64_t> checked_multiply(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result)) return std::nullopt;
  return result;
}

/// Returns the quotient rounded towards minus infinity; nothing for a zero divisor or an overflow.
std::optional<std::int64_t> floor_divide(std::int64_t a, std::int64_t b);

/// Returns the remainder with the sign of `b`; nothing for a zero divisor.
std::optional<std::int64_t> floor_modulo(std::int64_t a, std::int64_t b);

/// Returns the quotient rounded towards plus infinity.
std::optional<std::int64_t> ceil_divide(std::int64_t a, std::int64_t b);

/// Returns the product of the sizes; nothing where it overflows.
inline std::optional<std::int64_t> checked_numel(std::span<const std::int64_t> shape) {
  std::int64_t count = 1;
  for (const std::int64_t size : shape) {
    if (__builtin_mul_overflow(count, size, &count)) return std::nullopt;
  }
  return count;
}

/// Returns the position that `index` names among `size`: negative from the end; nothing outside.
inline std::optional<std::size_t> position_of(std::int64_t index, std::size_t size) {
  const auto count = static_cast<std::int64_t>(size);
  if (index < -count || index >= count) return std::nullopt;
  return static_cast<std::size_t>(index < 0 ? index + count : index);
}

/// Returns the axes from `from` up to, not including, `to`: negative from the end, cut to the shape as Python does.
std::span<const std::int64_t> slice(std::span<const std::int64_t> shape, std::int64_t from, std::int64_t to);

/// Returns the shape that the two broadcast to (axes aligned at the last; a 1 stretches), if they do.
std::optional<Few<std::int64_t>> broadcast(std::span<const std::int64_t> a, std::span<const std::int64_t> b);

/// Returns whether the two broadcast to a shape.
inline bool can_broadcast(std::span<const std::int64_t> a, std::span<const std::int64_t> b) {
  for (std::size_t i = 1; i <= std::min(a.size(), b.size()); ++i) {
    const std::int64_t left = a[a.size() - i];
    const std::int64_t right = b[b.size() - i];
    if (left != right && left != 1 && right != 1) return false;
  }
  return true;
}

/// Returns element `position` of an integer tensor; nothing without values, for a float, or beyond int64.
std::optional<std::int64_t> element(const Tensor& tensor, std::size_t position);

}  // namespace npu_cts
