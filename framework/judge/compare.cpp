// SPDX-License-Identifier: Apache-2.0
#include "framework/judge/compare.h"

#include <cmath>

#include <fmt/format.h>

#include "framework/judge/extent.h"
#include "framework/model/element.h"

namespace npu_cts {
namespace {

constexpr std::int64_t fewest_to_tell = 16;
constexpr double most_alike = 0.95;

bool is_equal(std::uint64_t a, std::uint64_t b, DType dtype) {
  if (a == b) return true;
  return is_float(dtype) && std::isnan(decode_float(a, dtype)) && std::isnan(decode_float(b, dtype));
}

/// Returns how many of the first `count` elements have the value that most have; fewer where no value is in the
/// majority.
std::int64_t count_alike(const Tensor& tensor, std::int64_t count) {
  const auto bits_of = [&](std::int64_t i) { return bits_at(tensor, static_cast<std::size_t>(i)); };
  std::uint64_t candidate = 0;  // found by the vote of Boyer and Moore
  std::int64_t lead = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint64_t bits = bits_of(i);
    if (lead == 0) candidate = bits;
    lead += bits == candidate ? 1 : -1;
  }
  std::int64_t alike = 0;
  for (std::int64_t i = 0; i < count; ++i) alike += bits_of(i) == candidate ? 1 : 0;
  return alike;
}

/// Returns whether the types and the number of bytes are those of `want`.
bool is_of_type(const Tensor& got, const Tensor& want) {
  return got.type.dtype == want.type.dtype && got.type.shape == want.type.shape &&
         got.values.size() == static_cast<std::size_t>(numel(want.type.shape) * bytes_of(want.type.dtype));
}

std::string type_text(const TensorType& type) { return fmt::format("{}{}", name_of(type.dtype), to_text(type.shape)); }

}  // namespace

Shape position_of(std::int64_t index, const Shape& shape) {
  Shape position(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    position[axis] = index % shape[axis];
    index /= shape[axis];
  }
  return position;
}

std::string element_text(const Tensor& tensor, std::int64_t index) {
  const DType dtype = tensor.type.dtype;
  const std::uint64_t bits = bits_at(tensor, static_cast<std::size_t>(index));
  if (!is_float(dtype)) return integer_text(bits, dtype);
  return fmt::format("{} (0x{:0{}X})", decode_float(bits, dtype), bits, bytes_of(dtype) * 2);
}

bool agree(const Tensor& got, const Tensor& want) {
  if (!is_of_type(got, want)) return false;
  if (got.values == want.values) return true;
  for (std::size_t i = 0; i < static_cast<std::size_t>(numel(want.type.shape)); ++i) {
    if (!is_equal(bits_at(got, i), bits_at(want, i), want.type.dtype)) return false;
  }
  return true;
}

std::vector<std::int64_t> differing(const Tensor& got, const Tensor& want) {
  std::vector<std::int64_t> wrong;
  if (got.values == want.values) return wrong;
  for (std::int64_t i = 0; i < numel(want.type.shape); ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (!is_equal(bits_at(got, at), bits_at(want, at), want.type.dtype)) wrong.push_back(i);
  }
  return wrong;
}

std::optional<Mismatch> compare(const std::string& output, const Tensor& got, const Tensor& want) {
  if (!is_of_type(got, want)) {
    const auto bytes = static_cast<std::size_t>(numel(want.type.shape) * bytes_of(want.type.dtype));
    return Mismatch{.output = output,
                    .index = {},
                    .got = fmt::format("{} of {} bytes", type_text(got.type), got.values.size()),
                    .want = fmt::format("{} of {} bytes", type_text(want.type), bytes)};
  }
  const auto wrong = differing(got, want);
  if (wrong.empty()) return std::nullopt;
  Extent extent = extent_of(got, want, wrong);
  return Mismatch{.output = output,
                  .index = position_of(wrong.front(), want.type.shape),
                  .got = element_text(got, wrong.front()),
                  .want = element_text(want, wrong.front()),
                  .pattern = std::move(extent.pattern),
                  .details = std::move(extent.details)};
}

std::string weakness_of(const Tensor& tensor) {
  const std::int64_t count = numel(tensor.type.shape);
  if (count < fewest_to_tell || tensor.values.empty()) return "";
  const std::int64_t alike = count_alike(tensor, count);
  if (alike == count) return "every element of the result is the same";
  if (static_cast<double>(alike) < most_alike * static_cast<double>(count)) return "";
  return fmt::format("{} of {} elements of the result have one value", alike, count);
}

}  // namespace npu_cts
