#pragma once

#include <span>

#include "kernels/common/gemm.h"

namespace npu_cts::kernels {

/// Returns whether this processor has AVX2.
bool has_avx2();

/// A Multiply with AVX2: pairs of k widened to int16 and summed by vpmaddwd, which cannot overflow on widened int8.
/// (vpmaddubsw, twice as dense, saturates at int16 and is therefore never exact.)
void multiply_avx2(const Int8Matrix& a, const Int8Matrix& b, std::span<std::int32_t> out);

}  // namespace npu_cts::kernels
