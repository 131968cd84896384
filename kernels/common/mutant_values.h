// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "framework/model/element.h"
#include "framework/model/request.h"

namespace npu_cts::mutants {

/// How an int8 is read when it is not read right.
enum class Reading : std::uint8_t { right, as_unsigned, from_minus_127 };

/// Returns the elements of an int8 tensor as `reading` has them.
std::vector<std::int64_t> bytes_of_tensor(const Tensor& tensor, Reading reading);

/// Returns a tensor of integers; each keeps the low bits that `dtype` has.
Tensor integer_tensor(DType dtype, const Shape& shape, const std::vector<std::int64_t>& values);

/// Returns the type of the tensor argument `key` of a call. Precondition: it is given.
const TensorType& type_of(const Call& call, std::string_view key);

/// Returns whether `size` is one more than full tiles of `tile`.
bool is_one_over(std::int64_t size, std::int64_t tile);

/// Returns how many elements the largest tensor of `call` has.
std::int64_t largest_tensor(const Call& call);

/// Returns the argument `key`, or null where it is absent or none.
const StoredTensor* find_tensor(const Request& request, std::string_view key);

/// Returns whether the tensor `key`, which is given, lies as `layout`.
bool lies(const Request& request, std::string_view key, Layout layout);

/// Returns the values of `stored`; where `ignores_offset`, those that stand there when its storage_offset is not
/// counted.
Tensor load_at(const StoredTensor& stored, bool ignores_offset);

/// Returns the argument `key`, or `fallback` where it is absent or none.
std::int64_t integer_or(const Request& request, std::string_view key, std::int64_t fallback);

/// Returns both entries of a pair argument; a single integer stands for both.
std::array<std::int64_t, 2> pair_or(const Request& request, std::string_view key, std::int64_t fallback);

/// What a sum of products is kept in on the way.
enum class SumDType : std::uint8_t { exact, int16, float16, bfloat16, float32 };

/// Returns the whole number that is left of `sum` in `dtype`, no exact one; int16 and float16 saturate.
std::int64_t rounded_sum(std::int64_t sum, SumDType dtype);

/// Returns what `dtype` keeps of `sum`.
inline std::int64_t kept_sum(std::int64_t sum, SumDType dtype) {
  return dtype == SumDType::exact ? sum : rounded_sum(sum, dtype);
}

/// Returns the float32 with `bits`, and back.
float float_of(std::uint32_t bits);
std::uint32_t bits_of(float value);

/// Returns the float32 that is left of `value` when the low 13 bits of its mantissa are cut off.
float fp19_of(float value);

/// How a real number becomes an integer.
enum class Rounding : std::uint8_t { half_even, half_away, half_up, toward_zero };

/// Returns `value` as an integer, saturating at ±2^40; NaN becomes 0.
std::int64_t round_to_integer(float value, Rounding rounding);

/// How a float32 becomes a float16 or a bfloat16 when it is not done right.
enum class Narrowing : std::uint8_t { right, truncate, ties_away, flush_subnormals, overflow_is_nan };

/// Return the bits of the narrower number.
std::uint16_t float16_bits(float value, Narrowing narrowing);
std::uint16_t bfloat16_bits(float value, Narrowing narrowing);

}  // namespace npu_cts::mutants
