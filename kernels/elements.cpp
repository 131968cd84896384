#include "kernels/elements.h"

#include <cstdlib>

namespace npu_cts::kernels {
namespace {

template <class T, class Widen>
void read_row(const StoredTensor& tensor, std::int64_t place, std::int64_t stride, std::span<float> row, Widen widen) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    row[i] = widen(element_at<T>(tensor.storage, place + static_cast<std::int64_t>(i) * stride));
  }
}

}  // namespace

void read_floats(const StoredTensor& tensor, std::int64_t place, std::int64_t stride, std::span<float> row) {
  const auto as_float = [](auto value) { return static_cast<float>(value); };
  const DType dtype = tensor.type.dtype;
  if (dtype == DType::float32) return read_row<float>(tensor, place, stride, row, as_float);
  if (dtype == DType::float16) return read_row<std::uint16_t>(tensor, place, stride, row, float_of_float16);
  if (dtype == DType::bfloat16) return read_row<std::uint16_t>(tensor, place, stride, row, float_of_bfloat16);
  if (dtype == DType::int32) return read_row<std::int32_t>(tensor, place, stride, row, as_float);
  std::abort();  // the argument checks let no other dtype through
}

std::vector<float> gather_floats(const StoredTensor& tensor) {
  std::vector<float> values(tensor.storage.empty() ? 0 : static_cast<std::size_t>(numel(tensor.type.shape)));
  if (values.empty()) return values;
  if (tensor.type.shape.empty()) {
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
