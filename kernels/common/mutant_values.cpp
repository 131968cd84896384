// SPDX-License-Identifier: Apache-2.0
#include "kernels/common/mutant_values.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <variant>

#include "framework/model/half.h"
#include "framework/model/storage.h"

namespace npu_cts::mutants {
namespace {

/// Returns whether `value` lies halfway between two float16, of which `bits` is that with the lesser magnitude.
bool is_tie_above(float value, std::uint16_t bits) {
  const float below = std::fabs(from_float16(bits));
  const float above = from_float16(static_cast<std::uint16_t>((bits & 0x7FFFU) + 1));
  const float magnitude = std::fabs(value);
  return below < magnitude && std::isfinite(below) && magnitude - below == above - magnitude;
}

}  // namespace

std::vector<std::int64_t> bytes_of_tensor(const Tensor& tensor, Reading reading) {
  auto values = integers_of(tensor);
  for (std::int64_t& value : values) {
    if (reading == Reading::as_unsigned) value &= 0xFF;
    if (reading == Reading::from_minus_127) value = std::max<std::int64_t>(value, -127);
  }
  return values;
}

Tensor integer_tensor(DType dtype, const Shape& shape, const std::vector<std::int64_t>& values) {
  const auto bytes = static_cast<std::size_t>(bytes_of(dtype));
  Tensor tensor{.type = {.dtype = dtype, .shape = shape}, .values = std::vector<std::byte>(values.size() * bytes)};
  for (std::size_t i = 0; i < values.size(); ++i) std::memcpy(tensor.values.data() + i * bytes, &values[i], bytes);
  return tensor;
}

const TensorType& type_of(const Call& call, std::string_view key) {
  return std::get<Tensor>(call.arguments.find(key)->second).type;
}

bool is_one_over(std::int64_t size, std::int64_t tile) { return size > tile && size % tile == 1; }

std::int64_t largest_tensor(const Call& call) {
  std::int64_t largest = 0;
  for (const auto& [key, value] : call.arguments) {
    if (const auto* tensor = std::get_if<Tensor>(&value)) largest = std::max(largest, numel(tensor->type.shape));
  }
  return largest;
}

const StoredTensor* find_tensor(const Request& request, std::string_view key) {
  const auto it = request.arguments.find(key);
  return it == request.arguments.end() ? nullptr : std::get_if<StoredTensor>(&it->second);
}

bool lies(const Request& request, std::string_view key, Layout layout) {
  return find_tensor(request, key)->type.layout == layout;
}

Tensor load_at(const StoredTensor& stored, bool ignores_offset) {
  if (!ignores_offset) return load(stored);
  StoredTensor misplaced = stored;
  misplaced.offset -= stored.type.storage_offset;
  return load(misplaced);
}

std::int64_t integer_or(const Request& request, std::string_view key, std::int64_t fallback) {
  const auto it = request.arguments.find(key);
  if (it == request.arguments.end()) return fallback;
  const auto* value = std::get_if<std::int64_t>(&it->second);
  return value == nullptr ? fallback : *value;
}

std::array<std::int64_t, 2> pair_or(const Request& request, std::string_view key, std::int64_t fallback) {
  const auto it = request.arguments.find(key);
  if (it != request.arguments.end()) {
    const auto* both = std::get_if<std::vector<std::int64_t>>(&it->second);
    if (both != nullptr && both->size() == 2) return {both->front(), both->back()};
  }
  const std::int64_t one = integer_or(request, key, fallback);
  return {one, one};
}

std::int64_t rounded_sum(std::int64_t sum, SumDType dtype) {
  const auto number = static_cast<float>(sum);
  switch (dtype) {
    case SumDType::exact:
      return sum;
    case SumDType::int16:
      return std::clamp<std::int64_t>(sum, -32768, 32767);
    case SumDType::float16:
      return static_cast<std::int64_t>(from_float16(to_float16(std::clamp(number, -65504.0F, 65504.0F))));
    case SumDType::bfloat16:
      return static_cast<std::int64_t>(from_bfloat16(to_bfloat16(number)));
    case SumDType::float32:
      return static_cast<std::int64_t>(number);
  }
  std::abort();
}

float float_of(std::uint32_t bits) { return std::bit_cast<float>(bits); }
std::uint32_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }
float fp19_of(float value) { return float_of(bits_of(value) & 0xFFFFE000U); }

std::int64_t round_to_integer(float value, Rounding rounding) {
  if (std::isnan(value)) return 0;
  constexpr float limit = 1099511627776.0F;
  const double exact = std::fmin(std::fmax(value, -limit), limit);
  switch (rounding) {
    case Rounding::half_even:
      return static_cast<std::int64_t>(std::nearbyint(exact));
    case Rounding::half_away:
      return static_cast<std::int64_t>(std::round(exact));
    case Rounding::half_up:
      return static_cast<std::int64_t>(std::floor(exact + 0.5));
    case Rounding::toward_zero:
      return static_cast<std::int64_t>(std::trunc(exact));
  }
  std::abort();
}

std::uint16_t float16_bits(float value, Narrowing narrowing) {
  const std::uint16_t right = to_float16(value);
  const bool is_finite = (right & 0x7C00U) != 0x7C00U;
  switch (narrowing) {
    case Narrowing::right:
      return right;
    case Narrowing::truncate:
      return std::fabs(from_float16(right)) > std::fabs(value) ? static_cast<std::uint16_t>(right - 1U) : right;
    case Narrowing::ties_away:
      return is_tie_above(value, right) ? static_cast<std::uint16_t>(right + 1U) : right;
    case Narrowing::flush_subnormals:
      return (right & 0x7C00U) == 0 ? static_cast<std::uint16_t>(right & 0x8000U) : right;
    case Narrowing::overflow_is_nan:
      return is_finite ? right : std::uint16_t{0x7E00};
  }
  std::abort();
}

std::uint16_t bfloat16_bits(float value, Narrowing narrowing) {
  if (std::isnan(value)) return to_bfloat16(value);
  if (narrowing == Narrowing::truncate) return static_cast<std::uint16_t>(bits_of(value) >> 16U);
  if (narrowing == Narrowing::ties_away) return static_cast<std::uint16_t>((bits_of(value) + 0x8000U) >> 16U);
  return to_bfloat16(value);
}

}  // namespace npu_cts::mutants
