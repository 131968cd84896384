// SPDX-License-Identifier: Apache-2.0
#include "kernels/npu_quant_matmul/mutants_epilogue.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>

#include "framework/model/half.h"
#include "framework/model/storage.h"
#include "kernels/common/mutant_values.h"

namespace npu_cts::mutants::npu_quant_matmul {
namespace {

DType out_of(const Request& request, Fault fault) {
  const auto it = request.arguments.find("output_dtype");
  const auto* given = it == request.arguments.end() ? nullptr : std::get_if<DType>(&it->second);
  if (given != nullptr) return *given;
  return fault == Fault::default_is_float16 ? DType::float16 : DType::int8;
}

/// Rounds the mantissa to the 10 bits of FP19 where it should be cut.
float rounded_fp19(float value) {
  const std::uint32_t bits = bits_of(value);
  return float_of((bits + 0xFFFU + ((bits >> 13U) & 1U)) & 0xFFFFE000U);
}

/// Returns whether `value` is not normal in float32; zero is not either.
bool is_below_normal(float value) { return std::abs(value) < std::numeric_limits<float>::min(); }

std::int64_t offset_of_word(std::int64_t word, Fault fault) {
  const std::int64_t field = (word >> 37) & 0x1FF;
  if (fault == Fault::offset_in_word_ignored) return 0;
  if (fault == Fault::offset_in_word_unsigned) return field;
  if (fault == Fault::offset_in_word_of_8_bits) return static_cast<std::int8_t>(field);
  return field >= 256 ? field - 512 : field;
}

std::int64_t offset_of_real(float value, Fault fault) {
  Rounding rounding = Rounding::half_even;
  if (fault == Fault::offset_half_away) rounding = Rounding::half_away;
  if (fault == Fault::offset_toward_zero) rounding = Rounding::toward_zero;
  const std::int64_t whole = round_to_integer(value, rounding);
  return fault == Fault::offset_unclamped ? whole : std::clamp<std::int64_t>(whole, -256, 255);
}

/// Whether a float32 scale of a call counts as FP19.
bool is_cut(const Request& request, const Epilogue& epilogue, std::size_t count) {
  const bool is_packed = (epilogue.out == DType::int8 || epilogue.out == DType::float16) && epilogue.pertoken.empty();
  return is_packed || (count == 1 && (find_tensor(request, "bias") == nullptr || !epilogue.bias.empty()));
}

/// Returns `scale` as `fault` has it where it is one of single numbers.
float wrong_scale(float scale, Fault fault) {
  if (fault == Fault::scale_sign_lost) return std::fabs(scale);
  if (fault == Fault::scale_zero_is_one && scale == 0) return 1;
  if (fault == Fault::scale_nan_is_zero && std::isnan(scale)) return 0;
  if (fault == Fault::scale_flushed && is_below_normal(scale)) return std::copysign(0.0F, scale);
  return scale;
}

std::vector<float> scales_of(const Tensor& tensor, bool cuts, Fault fault) {
  std::vector<float> scales;
  if (tensor.type.dtype == DType::int64) {
    for (const std::int64_t word : integers_of(tensor)) {
      const float whole = float_of(static_cast<std::uint32_t>(word));
      scales.push_back(fault == Fault::scale_word_uncut ? whole : fp19_of(whole));
    }
  } else {
    scales = floats_of(tensor);
    for (float& scale : scales) {
      if (!cuts || fault == Fault::scale_float_uncut) continue;
      scale = fault == Fault::scale_rounded_to_fp19 ? rounded_fp19(scale) : fp19_of(scale);
    }
  }
  for (float& scale : scales) scale = wrong_scale(scale, fault);
  return scales;
}

/// Returns the power of two at or below the magnitude of `value`, with its sign.
float as_shift(float value) {
  int exponent = 0;
  const float fraction = std::frexp(value, &exponent);
  return value == 0 || !std::isfinite(value) ? value : std::ldexp(std::copysign(0.5F, fraction), exponent);
}

float in_quarters(float value) { return std::trunc(value * 4) / 4; }

/// Returns `scales` as `change` has each of them, where it leaves the first four as they are: they stand for all.
std::vector<float> judged_by_first(std::vector<float> scales, float (*change)(float)) {
  const auto stays = [&](float scale) { return change(scale) == scale; };
  const auto first = std::span(scales).first(std::min<std::size_t>(4, scales.size()));
  if (!std::ranges::all_of(first, stays)) return scales;
  std::ranges::transform(scales, scales.begin(), change);
  return scales;
}

std::vector<float> tokens_of(const Tensor& tensor, Fault fault) {
  std::vector<float> scales = floats_of(tensor);
  if (fault == Fault::pertoken_as_shifts) return judged_by_first(std::move(scales), as_shift);
  if (fault == Fault::pertoken_in_quarters) return judged_by_first(std::move(scales), in_quarters);
  return scales;
}

std::vector<std::int64_t> offsets_of(const Request& request, const Tensor& scale, Fault fault) {
  std::vector<std::int64_t> offsets;
  if (scale.type.dtype == DType::int64) {
    for (const std::int64_t word : integers_of(scale)) offsets.push_back(offset_of_word(word, fault));
    return offsets;
  }
  const StoredTensor* stored = find_tensor(request, "offset");
  if (stored == nullptr || fault == Fault::offset_ignored) return offsets;
  for (const float value : floats_of(load(*stored))) offsets.push_back(offset_of_real(value, fault));
  return offsets;
}

template <class T>
T of_column(const std::vector<T>& values, std::int64_t column) {
  return values[values.size() == 1 ? 0 : static_cast<std::size_t>(column)];
}

float scale_at(const Epilogue& epilogue, const Place& at) {
  const auto count = static_cast<std::int64_t>(epilogue.scales.size());
  if (epilogue.fault == Fault::scale_of_next) return of_column(epilogue.scales, (at.column + 1) % count);
  if (epilogue.fault == Fault::scale_modulo_256) return of_column(epilogue.scales, at.column % 256);
  if (epilogue.fault == Fault::scale_modulo_1024) return of_column(epilogue.scales, at.column % 1024);
  if (epilogue.fault == Fault::scale_modulo_32768) return of_column(epilogue.scales, at.column % 32768);
  if (epilogue.fault == Fault::scale_of_first) return epilogue.scales.front();
  if (epilogue.fault == Fault::scale_by_row) return of_column(epilogue.scales, at.row % count);
  return of_column(epilogue.scales, at.column);
}

std::int64_t within_bits(std::int64_t number, int bits) {
  const std::int64_t limit = std::int64_t{1} << bits;
  return std::clamp(number, -limit, limit);
}

std::size_t bias_place(const Epilogue& epilogue, std::size_t count, const Place& at) {
  if (epilogue.fault == Fault::bias_of_first) return 0;
  const bool has_batches = count > static_cast<std::size_t>(at.columns) && epilogue.fault != Fault::bias_of_batch_0;
  const std::int64_t column = epilogue.fault == Fault::bias_by_word ? at.column / 8 : at.column;
  return static_cast<std::size_t>((has_batches ? at.batch * at.columns : 0) + column);
}

std::int64_t bias_at(const Epilogue& epilogue, const Place& at) {
  if (epilogue.bias.empty() || epilogue.fault == Fault::bias_left_out) return 0;
  const std::int64_t bias = epilogue.bias[bias_place(epilogue, epilogue.bias.size(), at)];
  if (epilogue.fault == Fault::bias_twice) return 2 * bias;
  if (epilogue.fault == Fault::bias_stops_at_30_bits) return within_bits(bias, 30);
  return epilogue.fault == Fault::bias_through_float32 ? static_cast<std::int64_t>(static_cast<float>(bias)) : bias;
}

float float_bias_at(const Epilogue& epilogue, const Place& at) {
  const float bias = epilogue.float_bias[bias_place(epilogue, epilogue.float_bias.size(), at)];
  if (epilogue.fault == Fault::float_bias_stops_at_65504) return std::clamp(bias, -65504.0F, 65504.0F);
  if (epilogue.fault == Fault::float_bias_nan_is_zero && std::isnan(bias)) return 0;
  if (epilogue.fault == Fault::float_bias_flushed && is_below_normal(bias)) return 0;
  return epilogue.fault == Fault::float_bias_rounded ? from_bfloat16(to_bfloat16(bias)) : bias;
}

float pertoken_at(const Epilogue& epilogue, const Place& at) {
  const auto count = static_cast<std::int64_t>(epilogue.pertoken.size());
  std::int64_t place = at.row;
  if (epilogue.fault == Fault::pertoken_by_column) place = at.column % count;
  if (epilogue.fault == Fault::pertoken_of_first) place = 0;
  if (epilogue.fault == Fault::pertoken_modulo_256) place %= 256;
  if (epilogue.fault == Fault::pertoken_counts_on) place = std::min(at.batch * count + at.row, count - 1);
  const float scale = epilogue.pertoken[static_cast<std::size_t>(place)];
  if (epilogue.fault == Fault::pertoken_sign_lost) return std::abs(scale);
  if (epilogue.fault == Fault::pertoken_nan_is_zero && std::isnan(scale)) return 0;
  return epilogue.fault == Fault::pertoken_flushed && is_below_normal(scale) ? 0 : scale;
}

Rounding rounding_of(Fault fault) {
  if (fault == Fault::round_toward_zero) return Rounding::toward_zero;
  if (fault == Fault::round_half_away) return Rounding::half_away;
  return fault == Fault::round_half_up ? Rounding::half_up : Rounding::half_even;
}

std::int64_t offset_at(const Epilogue& epilogue, const Place& at) {
  if (epilogue.offsets.empty()) return 0;
  return of_column(epilogue.offsets, epilogue.fault == Fault::offset_of_first ? 0 : at.column);
}

/// Returns whether the last multiplication and the addition round once: in whole vectors of 16 columns.
bool is_fused(const Place& at) { return at.column < at.columns / 16 * 16; }

/// Returns the int8 of `sum` that gets its offset before it is rounded.
std::int64_t to_fused_int8(const Epilogue& epilogue, std::int32_t sum, const Place& at) {
  const auto whole = static_cast<float>(sum);
  const auto offset = static_cast<float>(offset_at(epilogue, at));
  const float scale = scale_at(epilogue, at);
  const float shifted = is_fused(at) ? std::fma(whole, scale, offset) : whole * scale + offset;
  return std::clamp<std::int64_t>(round_to_integer(shifted, Rounding::half_even), -128, 127);
}

std::int64_t to_int8(const Epilogue& epilogue, float value, const Place& at) {
  const Fault fault = epilogue.fault;
  if (fault == Fault::round_through_float16) value = from_float16(to_float16(value));
  std::int64_t whole = round_to_integer(value, rounding_of(fault));
  if (fault == Fault::conversion_wraps && std::abs(value) >= 0x1p31F) whole = std::numeric_limits<std::int32_t>::min();
  const std::int64_t offset = offset_at(epilogue, at);
  if (fault == Fault::wraps) return static_cast<std::int8_t>(whole + offset);
  std::int64_t limit = 256;
  if (fault == Fault::offset_after_saturation) limit = 128;
  if (fault == Fault::stops_at_10_bits) limit = 512;
  const std::int64_t shifted = std::clamp(whole, -limit, limit - 1) + offset;
  return std::clamp<std::int64_t>(shifted, fault == Fault::from_minus_127 ? -127 : -128, 127);
}

/// Multiplies as integer libraries without floats do: by 31 bits of the scale, rounding halves up, then by a power of
/// two, rounding halves away from zero.
float in_fixed_point(std::int32_t sum, float scale) {
  int exponent = 0;
  const double fraction = std::isfinite(scale) ? std::frexp(scale, &exponent) : 0;
  if (exponent < -31) return 0;
  const auto multiplier = static_cast<std::int64_t>(std::ldexp(fraction, 31));
  constexpr std::int64_t largest = std::numeric_limits<std::int32_t>::max();
  const std::int64_t shifted = std::int64_t{sum} * (std::int64_t{1} << std::clamp(exponent, 0, 31));
  const std::int64_t product = std::clamp(shifted, -largest - 1, largest) * multiplier;
  const std::int64_t nudge = product >= 0 ? 1 << 30 : 1 - (1 << 30);
  const std::int64_t high = (product + nudge) / (std::int64_t{1} << 31);
  return static_cast<float>(std::round(std::ldexp(static_cast<double>(high), std::min(exponent, 0))));
}

/// Returns how a float32 becomes `out`, a narrower float.
Narrowing narrowing_of(Fault fault, DType out) {
  const bool is_truncated = fault == (out == DType::float16 ? Fault::float16_truncated : Fault::bfloat16_truncated);
  if (is_truncated) return Narrowing::truncate;
  if (fault == Fault::floats_ties_away) return Narrowing::ties_away;
  if (fault == Fault::float16_flushed) return Narrowing::flush_subnormals;
  return fault == Fault::float16_overflow_is_nan ? Narrowing::overflow_is_nan : Narrowing::right;
}

/// Returns `value` truncated to float32.
float cut_to_float(std::int32_t value) {
  const auto nearest = static_cast<float>(value);
  const bool is_beyond = std::abs(static_cast<double>(nearest)) > std::abs(static_cast<double>(value));
  return is_beyond ? std::nextafter(nearest, 0.0F) : nearest;
}

/// The sum with every factor and bias, in float64, rounded once.
float scaled_in_double(const Epilogue& epilogue, std::int32_t sum, const Place& at) {
  double value = static_cast<double>(sum) * static_cast<double>(scale_at(epilogue, at));
  if (!epilogue.pertoken.empty()) value *= static_cast<double>(pertoken_at(epilogue, at));
  if (!epilogue.float_bias.empty()) value += static_cast<double>(float_bias_at(epilogue, at));
  return static_cast<float>(value);
}

/// The sum with every factor and bias, in float32, one operation at a time.
float scaled(const Epilogue& epilogue, std::int32_t sum, const Place& at) {
  const Fault fault = epilogue.fault;
  if (fault == Fault::scaled_in_double) return scaled_in_double(epilogue, sum, at);
  float value = fault == Fault::sums_cut_to_float32 ? cut_to_float(sum) : static_cast<float>(sum);
  if (fault == Fault::float_bias_before_scale && !epilogue.float_bias.empty())
    value = value + float_bias_at(epilogue, at);
  value = value * scale_at(epilogue, at);
  if (fault == Fault::bias_after_scale) value = value + static_cast<float>(bias_at(epilogue, at));
  if (fault == Fault::product_in_bfloat16) value = from_bfloat16(to_bfloat16(value));
  const bool has_tokens = !epilogue.pertoken.empty();
  if (fault == Fault::fused_in_vectors && has_tokens && !epilogue.float_bias.empty() && is_fused(at))
    return std::fma(value, pertoken_at(epilogue, at), float_bias_at(epilogue, at));
  if (has_tokens && fault != Fault::pertoken_ignored) value = value * pertoken_at(epilogue, at);
  const bool adds =
      !epilogue.float_bias.empty() && fault != Fault::float_bias_before_scale && fault != Fault::bias_left_out;
  return adds ? value + float_bias_at(epilogue, at) : value;
}

/// Returns whether a bfloat16 result is made zero: processors' own conversion does it to subnormal float32 values.
bool flushes(const Epilogue& epilogue, float value) {
  return epilogue.fault == Fault::bfloat16_flushed && epilogue.out == DType::bfloat16 && is_below_normal(value);
}

/// Returns the float16 of `value` as `fault` has it.
std::int64_t to_float16_of(float value, Fault fault) {
  const float magnitude = std::abs(value);
  if (fault == Fault::float16_least_normal_flushed && magnitude == 0x1p-14F) return 0;
  if (fault == Fault::float16_largest_is_infinite && magnitude > 65504) return to_float16(value * 2);
  return float16_bits(value, narrowing_of(fault, DType::float16));
}

}  // namespace

Epilogue read_epilogue(const Request& request, Fault fault) {
  Epilogue epilogue{.fault = fault, .out = out_of(request, fault)};
  if (const StoredTensor* stored = find_tensor(request, "pertoken_scale"))
    epilogue.pertoken = tokens_of(load(*stored), fault);
  if (const StoredTensor* stored = find_tensor(request, "bias")) {
    const Tensor bias = load(*stored);
    if (bias.type.dtype == DType::int32) epilogue.bias = integers_of(bias);
    if (bias.type.dtype != DType::int32) epilogue.float_bias = floats_of(bias);
  }
  const Tensor scale = load_at(*find_tensor(request, "scale"), fault == Fault::storage_offset_of_scale_ignored);
  const bool cuts = scale.type.dtype == DType::float32 &&
                    is_cut(request, epilogue, static_cast<std::size_t>(numel(scale.type.shape)));
  epilogue.scales = scales_of(scale, cuts, fault);
  epilogue.offsets = offsets_of(request, scale, fault);
  return epilogue;
}

std::int64_t result_of(const Epilogue& epilogue, std::int64_t sum, const Place& at) {
  if (epilogue.fault == Fault::sum_stops_at_22_bits) sum = within_bits(sum, 22);
  if (epilogue.fault == Fault::sum_stops_at_29_bits) sum = within_bits(sum, 29);
  const bool adds = epilogue.fault != Fault::bias_after_scale || epilogue.out == DType::int32;
  const std::int64_t bias = adds ? bias_at(epilogue, at) : 0;
  const bool in_float32 = epilogue.fault == Fault::bias_added_in_float32 && !epilogue.bias.empty();
  const auto biased = static_cast<std::int32_t>(
      in_float32 ? static_cast<std::int64_t>(static_cast<float>(sum) + static_cast<float>(bias)) : sum + bias);
  if (epilogue.out == DType::int32) {
    return epilogue.fault == Fault::int32_through_float32 ? static_cast<std::int64_t>(static_cast<float>(biased))
                                                          : biased;
  }
  const bool is_int8 = epilogue.out == DType::int8;
  if (epilogue.fault == Fault::fused_in_vectors && is_int8) return to_fused_int8(epilogue, biased, at);
  const bool is_fixed = epilogue.fault == Fault::scale_in_fixed_point && is_int8;
  float value = is_fixed ? in_fixed_point(biased, scale_at(epilogue, at)) : scaled(epilogue, biased, at);
  if (epilogue.fault == Fault::minus_zero_lost && value == 0) value = 0;
  if (flushes(epilogue, value)) value = std::copysign(0.0F, value);
  if (is_int8) return to_int8(epilogue, value, at);
  if (epilogue.out == DType::float16) return to_float16_of(value, epilogue.fault);
  return bfloat16_bits(value, narrowing_of(epilogue.fault, DType::bfloat16));
}

}  // namespace npu_cts::mutants::npu_quant_matmul
