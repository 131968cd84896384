// SPDX-License-Identifier: Apache-2.0
#include "kernels/npu_trans_quant_param/fast.h"

#include <algorithm>
#include <cstring>

#include "kernels/common/arguments.h"
#include "kernels/common/elements.h"
#include "kernels/common/packed_word.h"
#include "kernels/common/vectorized.h"

namespace npu_cts::kernels::npu_trans_quant_param {
namespace {

Shape shape_of_out(const StoredTensor& scale, const StoredTensor* offset) {
  if (offset == nullptr || scale.type.shape.size() == 2) return scale.type.shape;
  return {std::max(scale.type.shape.back(), offset->type.shape.back())};
}

/// `count` float32: the elements of a tensor, where they lie if they lie in order, or its only one so many times.
class Reals {
 public:
  Reals(const StoredTensor& tensor, std::size_t count)
      : gathered_(lies_in_order(tensor) ? std::vector<float>{} : gather<float>(tensor)),
        data_(gathered_.empty() ? tensor.storage.data() + tensor.offset * std::int64_t{sizeof(float)}
                                : std::as_bytes(std::span(gathered_)).data()) {
    if (numel(tensor.type.shape) != 1 || count == 1) return;
    gathered_.assign(count, element_at<float>(tensor.storage, tensor.offset));
    data_ = std::as_bytes(std::span(gathered_)).data();
  }
  [[nodiscard]] const std::byte* data() const { return data_; }

 private:
  std::vector<float> gathered_;
  const std::byte* data_;
};

[[gnu::always_inline]] inline float real_at(const std::byte* reals, std::size_t i) {
  float value = 0.0F;
  std::memcpy(&value, reals + i * sizeof(value), sizeof(value));
  return value;
}

/// Writes `word(i)` to each of the words at `out`.
template <class Word>
void write_words(std::span<std::byte> out, const Word& word) {
  vectorized([&]() NPU_CTS_INLINED {
    const Word local = word;  // a byte that is written might be part of the other
    std::byte* const to = out.data();
    const std::size_t count = out.size() / sizeof(std::uint64_t);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t value = local(i);
      std::memcpy(to + i * sizeof(value), &value, sizeof(value));
    }
  });
}

TensorType type_of_out(const Target& target, const StoredTensor& scale, const StoredTensor* offset) {
  return {.dtype = target.mode == "eager" ? DType::int64 : DType::uint64, .shape = shape_of_out(scale, offset)};
}

/// Writes to `out` the word of each scale and, where there are any, of each offset.
template <ScaleRounding rounding>
void pack(const StoredTensor& scale, const StoredTensor* offset, std::span<std::byte> out) {
  const std::size_t count = out.size() / sizeof(std::uint64_t);
  const Reals scales(scale, count);
  const std::byte* const s = scales.data();
  if (offset == nullptr) {
    return write_words(out, [s](std::size_t i) NPU_CTS_INLINED { return packed_scale(real_at(s, i), rounding); });
  }
  const Reals offsets(*offset, count);
  const std::byte* const o = offsets.data();
  write_words(out, [s, o](std::size_t i) NPU_CTS_INLINED {
    return packed_scale(real_at(s, i), rounding) | packed_offset(real_at(o, i));
  });
}

}  // namespace

std::vector<OutputType> outputs(const Target& target, const Request& request) {
  const TensorType type = type_of_out(target, *find_tensor(request, "scale"), find_tensor(request, "offset"));
  return {{.name = "out", .type = type, .alias = ""}};
}

std::vector<NamedTensor> run(const Target& target, Request& request) {
  const StoredTensor& scale = *find_tensor(request, "scale");
  const StoredTensor* offset = find_tensor(request, "offset");
  const bool nearest = find_value<std::int64_t>(request, "round_mode").value_or(0) == 1;
  Tensor out{.type = type_of_out(target, scale, offset), .values = {}};
  out.values.resize(static_cast<std::size_t>(numel(out.type.shape)) * sizeof(std::uint64_t));
  if (nearest) {
    pack<ScaleRounding::nearest_even>(scale, offset, out.values);
  } else {
    pack<ScaleRounding::truncate>(scale, offset, out.values);
  }
  return only_output(std::move(out));
}

}  // namespace npu_cts::kernels::npu_trans_quant_param
