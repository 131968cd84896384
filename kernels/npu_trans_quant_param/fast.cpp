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

/// The elements of a float32 tensor, where they lie if they lie in order. A single one stands for as many as are asked
/// for.
class Reals {
 public:
  explicit Reals(const StoredTensor& tensor)
      : gathered_(lies_in_order(tensor) ? std::vector<float>{} : gather<float>(tensor)),
        data_(gathered_.empty() ? tensor.storage.data() + tensor.offset * std::int64_t{sizeof(float)}
                                : std::as_bytes(std::span(gathered_)).data()),
        step_(numel(tensor.type.shape) == 1 ? 0 : sizeof(float)) {}

  [[nodiscard]] [[gnu::always_inline]] float at(std::size_t i) const {
    float value = 0.0F;
    std::memcpy(&value, data_ + i * step_, sizeof(value));
    return value;
  }

 private:
  std::vector<float> gathered_;
  const std::byte* data_;
  std::size_t step_;
};

/// Writes `word(i)` to each of the words at `out`.
template <class Word>
void write_words(std::span<std::byte> out, Word word) {
  vectorized([&]() NPU_CTS_INLINED {
    std::byte* to = out.data();
    for (std::size_t i = 0; i < out.size() / 8; ++i) {
      const std::uint64_t value = word(i);
      std::memcpy(to + 8 * i, &value, 8);
    }
  });
}
TensorType type_of_out(const Target& target, const StoredTensor& scale, const StoredTensor* offset) {
  return {.dtype = target.mode == Mode::eager ? DType::int64 : DType::uint64, .shape = shape_of_out(scale, offset)};
}

void pack(const Reals& scale, ScaleRounding rounding, std::span<std::byte> out) {
  if (rounding == ScaleRounding::truncate) {
    write_words(out, [&](std::size_t i) NPU_CTS_INLINED { return packed_scale(scale.at(i), ScaleRounding::truncate); });
  } else {
    write_words(out,
                [&](std::size_t i) NPU_CTS_INLINED { return packed_scale(scale.at(i), ScaleRounding::nearest_even); });
  }
}

void pack(const Reals& scale, const Reals& offset, ScaleRounding rounding, std::span<std::byte> out) {
  write_words(out, [&](std::size_t i)
                       NPU_CTS_INLINED { return packed_scale(scale.at(i), rounding) | packed_offset(offset.at(i)); });
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
  const ScaleRounding rounding = nearest ? ScaleRounding::nearest_even : ScaleRounding::truncate;
  Tensor out{.type = type_of_out(target, scale, offset), .values = {}};
  out.values.resize(static_cast<std::size_t>(numel(out.type.shape)) * sizeof(std::uint64_t));
  if (offset == nullptr) {
    pack(Reals(scale), rounding, out.values);
  } else {
    pack(Reals(scale), Reals(*offset), rounding, out.values);
  }
  return only_output(std::move(out));
}

}  // namespace npu_cts::kernels::npu_trans_quant_param
