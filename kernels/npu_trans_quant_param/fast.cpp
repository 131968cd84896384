// SPDX-License-Identifier: Apache-2.0
#include "kernels/npu_trans_quant_param/fast.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "framework/base/wide_loop.h"
#include "kernels/common/elements.h"
#include "kernels/common/packed_word.h"

namespace npu_cts::kernels::npu_trans_quant_param {
namespace {

using namespace std::string_view_literals;

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
  run_wide([&]() NPU_CTS_INLINED {
    const Word local = word;  // a byte that is written might be part of the other
    std::byte* const to = out.data();
    const std::size_t count = out.size() / sizeof(std::uint64_t);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t value = local(i);
      std::memcpy(to + i * sizeof(value), &value, sizeof(value));
    }
  });
}

/// The arguments that count, found in one pass. The lengths of words (sv) are compared first, without a call.
struct Given {
  explicit Given(const Request& request) {
    for (const auto& [key, value] : request.arguments) {
      if (key == "scale"sv) {
        scale = std::get_if<StoredTensor>(&value);
      } else if (key == "offset"sv) {
        offset = std::get_if<StoredTensor>(&value);
      } else if (key == "round_mode"sv) {
        const auto* const mode = std::get_if<std::int64_t>(&value);
        if (mode != nullptr && *mode == 1) rounding = ScaleRounding::nearest_even;
      }
    }
  }

  const StoredTensor* scale = nullptr;
  const StoredTensor* offset = nullptr;
  ScaleRounding rounding = ScaleRounding::truncate;
};

/// Returns the axes of the output, which are axes of an argument.
std::span<const std::int64_t> axes_of_out(const Given& given) {
  const Shape& scale = given.scale->type.shape;
  if (given.offset == nullptr || scale.size() == 2) return scale;
  const Shape& offset = given.offset->type.shape;
  return std::span(scale.back() < offset.back() ? offset : scale).last(1);
}

DType dtype_of_out(const Target& target) { return target.mode == "eager"sv ? DType::int64 : DType::uint64; }

/// Writes to `out` the word of each scale and, where there are any, of each offset.
template <ScaleRounding rounding>
void pack(const Given& given, std::span<std::byte> out) {
  const std::size_t count = out.size() / sizeof(std::uint64_t);
  const Reals scales(*given.scale, count);
  const std::byte* const s = scales.data();
  if (given.offset == nullptr) {
    return write_words(out, [s](std::size_t i) NPU_CTS_INLINED { return packed_scale(real_at(s, i), rounding); });
  }
  const Reals offsets(*given.offset, count);
  const std::byte* const o = offsets.data();
  write_words(out, [s, o](std::size_t i) NPU_CTS_INLINED {
    return packed_scale(real_at(s, i), rounding) | packed_offset(real_at(o, i));
  });
}

}  // namespace

std::vector<OutputType> outputs(const Target& target, const Request& request) {
  const Given given(request);
  const auto axes = axes_of_out(given);
  const TensorType type{.dtype = dtype_of_out(target), .shape = {axes.begin(), axes.end()}};
  return {{.name = "out", .type = type, .alias = ""}};
}

std::vector<NamedTensor> run(const Target& target, Request& request) {
  const Given given(request);
  std::vector<NamedTensor> outputs(1);
  outputs[0].name = "out";
  Tensor& out = outputs[0].tensor;
  out.type.dtype = dtype_of_out(target);
  const auto axes = axes_of_out(given);
  out.type.shape.assign(axes.begin(), axes.end());
  out.values = std::vector<std::byte>(static_cast<std::size_t>(numel(out.type.shape)) * sizeof(std::uint64_t));
  if (given.rounding == ScaleRounding::nearest_even) {
    pack<ScaleRounding::nearest_even>(given, out.values);
  } else {
    pack<ScaleRounding::truncate>(given, out.values);
  }
  return outputs;
}

}  // namespace npu_cts::kernels::npu_trans_quant_param
