#include "kernels/npu_trans_quant_param.h"

#include <algorithm>
#include <bit>

#include "kernels/arguments.h"
#include "kernels/elements.h"

namespace npu_cts::kernels {
namespace {

constexpr std::uint32_t fp19_mask = 0xFFFFE000U;
constexpr std::uint64_t valid_bit = std::uint64_t{1} << 46;

Shape shape_of_out(const StoredTensor& scale, const StoredTensor* offset) {
  if (offset == nullptr || scale.type.shape.size() == 2) return scale.type.shape;
  return {std::max(scale.type.shape.back(), offset->type.shape.back())};
}

/// Returns the element of `values` for `i`: the only one, if there is but one.
float at_or_only(const std::vector<float>& values, std::size_t i) { return values.size() == 1 ? values[0] : values[i]; }

std::vector<std::uint64_t> pack(const std::vector<float>& scale, const std::vector<float>& offset, std::size_t count,
                                ScaleRounding rounding) {
  std::vector<std::uint64_t> words(count);
  for (std::size_t i = 0; i < count; ++i) words[i] = packed_scale(at_or_only(scale, i), rounding);
  if (offset.empty()) return words;
  for (std::size_t i = 0; i < count; ++i) words[i] |= packed_offset(at_or_only(offset, i));
  return words;
}

}  // namespace

std::uint32_t fp19_bits(std::uint32_t bits, ScaleRounding rounding) {
  if (rounding == ScaleRounding::truncate) return bits & fp19_mask;
  const std::uint32_t sign = bits & 0x80000000U;
  const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
  if (magnitude < 0x00800000U) return sign;
  if (magnitude >= 0x7F800000U) return bits & fp19_mask;
  return sign | ((magnitude + 0xFFFU + ((magnitude >> 13) & 1U)) & fp19_mask);
}

std::uint64_t packed_scale(float scale, ScaleRounding rounding) {
  return valid_bit | fp19_bits(std::bit_cast<std::uint32_t>(scale), rounding);
}

std::uint64_t packed_offset(float offset) {
  if (std::isnan(offset)) return 0;
  const float stopped = std::clamp(std::nearbyint(offset), -256.0F, 255.0F);
  return (static_cast<std::uint64_t>(static_cast<std::int64_t>(stopped)) & 0x1FFU) << 37;
}

std::vector<OutputType> outputs_of_npu_trans_quant_param(const Target& target, const Request& request) {
  const TensorType type{.dtype = target.mode == Mode::eager ? DType::int64 : DType::uint64,
                        .shape = shape_of_out(*find_tensor(request, "scale"), find_tensor(request, "offset"))};
  return {{.name = "out", .type = type, .alias = ""}};
}

std::vector<NamedTensor> run_npu_trans_quant_param(const Target& target, Request& request) {
  const StoredTensor& scale = *find_tensor(request, "scale");
  const StoredTensor* offset = find_tensor(request, "offset");
  const bool nearest = find_value<std::int64_t>(request, "round_mode").value_or(0) == 1;
  Tensor out{.type = outputs_of_npu_trans_quant_param(target, request).front().type, .values = {}};
  const auto words = pack(gather_floats(scale), offset == nullptr ? std::vector<float>{} : gather_floats(*offset),
                          static_cast<std::size_t>(numel(out.type.shape)),
                          nearest ? ScaleRounding::nearest_even : ScaleRounding::truncate);
  out.values = to_bytes(std::span<const std::uint64_t>(words));
  return {{.name = "out", .tensor = std::move(out)}};
}

}  // namespace npu_cts::kernels
