#include "kernels/npu_trans_quant_param/fast.h"

#include <algorithm>

#include "kernels/common/arguments.h"
#include "kernels/common/elements.h"
#include "kernels/common/packed_word.h"

namespace npu_cts::kernels::npu_trans_quant_param {
namespace {

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

std::vector<OutputType> outputs(const Target& target, const Request& request) {
  const TensorType type{.dtype = target.mode == Mode::eager ? DType::int64 : DType::uint64,
                        .shape = shape_of_out(*find_tensor(request, "scale"), find_tensor(request, "offset"))};
  return {{.name = "out", .type = type, .alias = ""}};
}

std::vector<NamedTensor> run(const Target& target, Request& request) {
  const StoredTensor& scale = *find_tensor(request, "scale");
  const StoredTensor* offset = find_tensor(request, "offset");
  const bool nearest = find_value<std::int64_t>(request, "round_mode").value_or(0) == 1;
  Tensor out{.type = outputs(target, request).front().type, .values = {}};
  const auto words = pack(gather_floats(scale), offset == nullptr ? std::vector<float>{} : gather_floats(*offset),
                          static_cast<std::size_t>(numel(out.type.shape)),
                          nearest ? ScaleRounding::nearest_even : ScaleRounding::truncate);
  out.values = to_bytes(std::span<const std::uint64_t>(words));
  return {{.name = "out", .tensor = std::move(out)}};
}

}  // namespace npu_cts::kernels::npu_trans_quant_param
