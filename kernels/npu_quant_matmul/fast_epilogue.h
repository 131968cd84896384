// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "framework/model/request.h"

namespace npu_cts::kernels::npu_quant_matmul {

/// What is done with the sums, one entry per column of the result (or per row: pertoken_scale). Empty: not done.
struct Epilogue {
  DType output = DType::int8;
  std::vector<std::int32_t> integer_bias = {};  ///< added before everything, modulo 2^32; n, or n per matrix
  std::vector<float> scale = {};
  std::vector<float> offset = {};  ///< for int8 results: integers of 9 bits
  std::vector<float> pertoken_scale = {};
  std::vector<float> bias = {};  ///< as integer_bias, added last
};

/// Returns what `request` asks to be done with sums of n columns; its scale has one axis.
Epilogue epilogue_of(const Request& request, std::int64_t n);

/// Writes matrix `index` of the result to `out`; `sums` are its m·n sums, which the call uses up.
void write_matrix(std::span<std::int32_t> sums, const Epilogue& epilogue, std::size_t index, std::size_t n,
                  std::byte* out);

/// Multiplies `row` by the pertoken_scale of row `i`, adds `bias` (empty: none), and writes it to `out` as 16 bits.
void finish_row(std::span<float> row, const Epilogue& epilogue, std::size_t i, std::span<const float> bias,
                std::byte* out);

}  // namespace npu_cts::kernels::npu_quant_matmul
