// SPDX-License-Identifier: Apache-2.0
#include "framework/expression/shapes.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

#include "framework/model/element.h"

namespace npu_cts {
namespace {

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();

std::int64_t clamp_index(std::int64_t index, std::int64_t size) {
  return std::clamp<std::int64_t>(index < 0 ? index + size : index, 0, size);
}

}  // namespace

std::optional<std::int64_t> floor_divide(std::int64_t a, std::int64_t b) {
  if (b == 0 || (a == lowest && b == -1)) return std::nullopt;
  const bool inexact = a % b != 0;
  return a / b - (inexact && (a < 0) != (b < 0) ? 1 : 0);
}

std::optional<std::int64_t> floor_modulo(std::int64_t a, std::int64_t b) {
  if (b == 0) return std::nullopt;
  if (b == -1) return 0;
  const std::int64_t remainder = a % b;
  return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
}

std::optional<std::int64_t> ceil_divide(std::int64_t a, std::int64_t b) {
  const auto quotient = floor_divide(a, b);
  if (!quotient) return std::nullopt;
  return *quotient + (floor_modulo(a, b) == 0 ? 0 : 1);
}

std::span<const std::int64_t> slice(std::span<const std::int64_t> shape, std::int64_t from, std::int64_t to) {
  const auto size = static_cast<std::int64_t>(shape.size());
  const std::int64_t first = clamp_index(from, size);
  const std::int64_t stop = std::max(first, clamp_index(to, size));
  return shape.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(stop - first));
}

std::optional<Few<std::int64_t>> broadcast(std::span<const std::int64_t> a, std::span<const std::int64_t> b) {
  if (!can_broadcast(a, b)) return std::nullopt;
  if (a.size() < b.size()) std::swap(a, b);
  Few<std::int64_t> result;
  for (const std::int64_t size : a) result.push_back(size);
  for (std::size_t i = 0; i < b.size(); ++i) {
    std::int64_t& mine = result.items()[a.size() - 1 - i];
    mine = mine == 1 ? b[b.size() - 1 - i] : mine;
  }
  return result;
}

std::optional<std::int64_t> element(const Tensor& tensor, std::size_t position) {
  const DTypeInfo& info = info_of(tensor.type.dtype);
  if (is_float(info.dtype)) return std::nullopt;
  const std::size_t bytes = tensor.values.size();  // compared first, so that the product is one
  if (position >= bytes || (position + 1) * static_cast<std::size_t>(bytes_of(info.dtype)) > bytes) return std::nullopt;
  const std::int64_t number = integer_at(tensor, position);
  const bool wraps = info.kind == DTypeKind::unsigned_integer && number < 0;
  return wraps ? std::nullopt : std::optional(number);
}

}  // namespace npu_cts
