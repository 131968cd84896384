// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "framework/model/request.h"
#include "kernels/npu_quant_matmul/mutants_fault.h"

namespace npu_cts::mutants::npu_quant_matmul {

/// What is done with a sum: the vectors of a call, read as `fault` reads them.
struct Epilogue {
  Fault fault = Fault::none;
  DType out = DType::int8;
  std::vector<float> scales = {};          ///< one, or one a column
  std::vector<std::int64_t> offsets = {};  ///< none, one, or one a column
  std::vector<float> pertoken = {};        ///< none, or one a row
  std::vector<std::int64_t> bias = {};     ///< an int32 bias; none, one a column, or that for each batch
  std::vector<float> float_bias = {};      ///< a floating bias, likewise
};

/// Where a sum stands.
struct Place {
  std::int64_t batch = 0;
  std::int64_t row = 0;
  std::int64_t column = 0;
  std::int64_t columns = 0;  ///< how many there are
};

/// Returns what the call `request` does with its sums.
Epilogue read_epilogue(const Request& request, Fault fault);

/// Returns the result for `sum`, as bits of the result's dtype or as an integer.
std::int64_t result_of(const Epilogue& epilogue, std::int64_t sum, const Place& at);

}  // namespace npu_cts::mutants::npu_quant_matmul
