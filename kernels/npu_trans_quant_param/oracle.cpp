// SPDX-License-Identifier: Apache-2.0
#include "kernels/npu_trans_quant_param/oracle.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace npu_cts::kernels::npu_trans_quant_param {
namespace {

constexpr std::uint32_t sign_bit = 0x80000000U;
constexpr std::uint32_t exponent_bits = 0x7F800000U;
constexpr std::uint32_t below_fp19 = 0x1FFFU;
constexpr int offset_place = 37;
constexpr std::uint64_t offset_bits = 0x1FF;
constexpr std::uint64_t always_set = std::uint64_t{1} << 46;

/// Returns the FP19 nearest to `scale`, ties to the even fraction; infinities and NaNs are only cut.
std::uint32_t round_to_fp19(std::uint32_t scale, std::string_view rint19) {
  const std::uint32_t exponent = scale & exponent_bits;
  if (exponent == exponent_bits) return truncate_to_fp19(scale);
  if (exponent == 0 && rint19 == "flush_subnormals") return scale & sign_bit;
  const std::uint32_t below = truncate_to_fp19(scale);
  const std::uint32_t above = below + below_fp19 + 1;  // may carry into the exponent, as it should
  const std::uint32_t rest = scale & below_fp19;
  constexpr std::uint32_t half = 0x1000;
  if (rest != half) return rest < half ? below : above;
  return (below & (below_fp19 + 1)) == 0 ? below : above;
}

/// Returns whether the release says how a scale becomes FP19. Before `round_mode` there is no such sentence.
bool says_how_to_round(const Call& call) {
  const std::string& release = call.target.release;
  return release != "6.0.rc1" && release != "6.0.0" && release != "7.1.0-initial";
}

/// How the call and the variants have numbers rounded.
struct Rounding {
  bool rounds_scale;
  std::string_view rint19;
  bool offset_goes_away;  ///< from 0, of two as near
};

Rounding rounding_of(const Call& call, const VariantChoice& variants) {
  const bool is_said = says_how_to_round(call);
  return {
      .rounds_scale = is_said ? integer_of(call, "round_mode", 0) == 1 : variant_of(variants, trans_fp19) == "round",
      .rint19 = variant_of(variants, trans_rint19),
      .offset_goes_away = variant_of(variants, trans_offset_rounding) == "half_away"};
}

std::uint32_t to_fp19(float scale, const Rounding& how) {
  const auto bits = std::bit_cast<std::uint32_t>(scale);
  return how.rounds_scale ? round_to_fp19(bits, how.rint19) : truncate_to_fp19(bits);
}

std::int64_t to_offset(float offset, const Rounding& how) {
  const float rounded = how.offset_goes_away ? std::round(offset) : std::nearbyint(offset);
  return std::isnan(rounded) ? 0 : static_cast<std::int64_t>(std::clamp(rounded, -256.0F, 255.0F));
}

std::int64_t pack(std::uint32_t fp19, std::int64_t offset) {
  const std::uint64_t field = (static_cast<std::uint64_t>(offset) & offset_bits) << offset_place;
  return static_cast<std::int64_t>(fp19 | field | always_set);
}

Shape out_shape(const Tensor& scale, const Tensor* offset) {
  if (offset == nullptr || scale.type.shape.size() == 2) return scale.type.shape;
  return {std::max(numel(scale.type.shape), numel(offset->type.shape))};
}

}  // namespace

std::vector<NamedTensor> oracle(const Call& call, const VariantChoice& variants) {
  const Tensor& scale = tensor_of(call, "scale");
  const Tensor* const offset = find_tensor(call, "offset");
  const std::vector<float> scales = floats_of(scale);
  const std::vector<float> offsets = offset == nullptr ? std::vector<float>{0.0F} : floats_of(*offset);

  const Rounding how = rounding_of(call, variants);
  const Shape shape = out_shape(scale, offset);
  std::vector<std::int64_t> words(static_cast<std::size_t>(numel(shape)));
  for (std::size_t i = 0; i < words.size(); ++i) {
    const float one_scale = scales[scales.size() == 1 ? 0 : i];
    const float one_offset = offsets[offsets.size() == 1 ? 0 : i];
    words[i] = pack(to_fp19(one_scale, how), to_offset(one_offset, how));
  }
  const DType dtype = call.target.mode == "eager" ? DType::int64 : DType::uint64;
  return {{.name = "out", .tensor = make_integers(dtype, shape, words)}};
}

std::vector<std::vector<NamedTensor>> oracles(const Call& call, std::span<const VariantChoice> choices) {
  return under_each(oracle, call, choices);
}

}  // namespace npu_cts::kernels::npu_trans_quant_param
