// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "framework/model/request.h"
#include "kernels/common/gemm.h"

namespace npu_cts::kernels::npu_quant_matmul {

/// x1 or x2 as int8 matrices: a view of the tensor's storage where it is int8, with strides or in blocks, else
/// unpacked.
class Operand {
 public:
  /// `tensor` must outlive the operand.
  explicit Operand(const StoredTensor& tensor);

  /// Returns the matrix for entry `index` of the result's batch, which may have more axes than the operand.
  [[nodiscard]] Int8Matrix matrix(const Shape& index) const;

 private:
  std::vector<std::int8_t> unpacked_;
  Int8Matrix first_;
  Shape batch_;
  std::vector<std::int64_t> batch_strides_;
};

}  // namespace npu_cts::kernels::npu_quant_matmul
