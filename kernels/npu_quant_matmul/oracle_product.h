// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/npu_quant_matmul/oracle_operands.h"

namespace npu_cts::kernels::npu_quant_matmul {

/// Returns all rows of the product that row_product gives one by one, from `first` on: exact.
/// It is summed block by block: the documents' own examples have 10^9 products.
std::vector<std::int64_t> matrix_product(const SmallMatrices& left, const SmallMatrices& right, const RowPlace& first);

}  // namespace npu_cts::kernels::npu_quant_matmul
