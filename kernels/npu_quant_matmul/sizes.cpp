// SPDX-License-Identifier: Apache-2.0
#include "kernels/npu_quant_matmul/sizes.h"

#include <algorithm>

#include "kernels/common/arguments.h"

namespace npu_cts::kernels::npu_quant_matmul {

MatrixSizes matrix_sizes(const TensorType& type) {
  const std::size_t rank = type.shape.size();
  MatrixSizes sizes{.rows = type.shape[rank - 2], .columns = type.shape[rank - 1]};
  if (type.dtype != DType::int32) return sizes;
  std::int64_t& packed = type.layout == Layout::transposed ? sizes.rows : sizes.columns;
  packed *= 8;
  return sizes;
}

std::optional<Shape> batch_of_product(const Shape& x1, const Shape& x2) {
  const std::size_t rank = std::max(x1.size(), x2.size());
  Shape batch(rank - 2);
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const std::size_t from_the_back = rank - i;
    const std::int64_t left = from_the_back <= x1.size() ? x1[x1.size() - from_the_back] : 1;
    const std::int64_t right = from_the_back <= x2.size() ? x2[x2.size() - from_the_back] : 1;
    if (left != right && left != 1 && right != 1) return std::nullopt;
    batch[i] = left == 1 ? right : left;
  }
  return batch;
}

DType output_dtype_of(const Request& request) {
  return find_value<DType>(request, "output_dtype").value_or(DType::int8);
}

}  // namespace npu_cts::kernels::npu_quant_matmul
