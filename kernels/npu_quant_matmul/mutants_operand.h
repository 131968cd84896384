// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "framework/model/request.h"
#include "kernels/npu_quant_matmul/mutants_fault.h"

namespace npu_cts::mutants::npu_quant_matmul {

/// One side of a product: int4 unpacked, in whatever way it lay in memory.
struct Operand {
  Shape batch;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<std::int64_t> values = {};  ///< row-major
};

/// The sizes of a product, int4 unpacked.
struct Sizes {
  std::int64_t batches = 0;  ///< matrices of the result
  std::int64_t m = 0;
  std::int64_t n = 0;
  std::int64_t k = 0;
};

/// Returns the sizes of a legal call with operands of these types.
Sizes sizes_of(const TensorType& x1, const TensorType& x2);

/// Returns `stored` as its type says, but for `fault`.
Operand read_operand(const StoredTensor& stored, Fault fault);

/// Returns which matrix of an operand with the batch axes `own` belongs to matrix `flat` of the result's axes `all`.
std::int64_t batch_of(std::int64_t flat, const Shape& all, const Shape& own);

/// Returns the axes that two shapes broadcast to.
Shape broadcast(const Shape& left, const Shape& right);

}  // namespace npu_cts::mutants::npu_quant_matmul
