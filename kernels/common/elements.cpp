// SPDX-License-Identifier: Apache-2.0
#include "kernels/common/elements.h"

#include <cstdlib>
#include <cstring>

#include "framework/base/wide_loop.h"

namespace npu_cts::kernels {
namespace {

template <class T, class Widen>
void read_strided(const StoredTensor& tensor, std::int64_t place, std::int64_t stride, std::span<float> row,
                  Widen widen) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    row[i] = widen(element_at<T>(tensor.storage, place + static_cast<std::int64_t>(i) * stride));
  }
}

template <class T, class Widen>
void read_row(const StoredTensor& tensor, std::int64_t place, std::int64_t stride, std::span<float> row, Widen widen) {
  if (stride != 1) return read_strided<T>(tensor, place, stride, row, widen);
  run_wide([&]() NPU_CTS_INLINED {
    float* const to = row.data();
    const std::byte* const from = tensor.storage.data() + place * std::int64_t{sizeof(T)};
    for (std::size_t i = 0; i < row.size(); ++i) {
      T value;
      std::memcpy(&value, from + i * sizeof(T), sizeof(T));
      to[i] = widen(value);
    }
  });
}

}  // namespace

void read_floats(const StoredTensor& tensor, std::int64_t place, std::int64_t stride, std::span<float> row) {
  const auto as_float = [](auto value) NPU_CTS_INLINED { return static_cast<float>(value); };
  const auto of_float16 = [](std::uint16_t bits) NPU_CTS_INLINED { return float_of_float16(bits); };
  const auto of_bfloat16 = [](std::uint16_t bits) NPU_CTS_INLINED { return float_of_bfloat16(bits); };
  const DType dtype = tensor.type.dtype;
  if (dtype == DType::float32 && stride == 1) {
    std::memcpy(row.data(), tensor.storage.data() + place * std::int64_t{sizeof(float)}, row.size_bytes());
    return;
  }
  if (dtype == DType::float32) return read_strided<float>(tensor, place, stride, row, as_float);
  if (dtype == DType::float16) return read_row<std::uint16_t>(tensor, place, stride, row, of_float16);
  if (dtype == DType::bfloat16) return read_row<std::uint16_t>(tensor, place, stride, row, of_bfloat16);
  if (dtype == DType::int32) return read_row<std::int32_t>(tensor, place, stride, row, as_float);
  std::abort();  // the argument checks let no other dtype through
}

std::vector<float> gather_floats(const StoredTensor& tensor) {
  std::vector<float> values(tensor.storage.empty() ? 0 : static_cast<std::size_t>(numel(tensor.type.shape)));
  if (values.empty()) return values;
  if (tensor.type.shape.empty() || lies_in_order(tensor)) {
    read_floats(tensor, tensor.offset, 1, values);
    return values;
  }
  const auto count = static_cast<std::size_t>(tensor.type.shape.back());
  std::size_t done = 0;
  for_each_row(tensor, [&](std::int64_t place) {
    read_floats(tensor, place, tensor.strides.back(), std::span(values).subspan(done, count));
    done += count;
  });
  return values;
}

}  // namespace npu_cts::kernels
