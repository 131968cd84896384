// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framework/base/wide_loop.h"
#include "kernels/common/gemm_choice.h"

namespace npu_cts::kernels {

/// Calls `loop` as run_wide does, compiled for AVX-512 only where the product is chosen to use it, after its check. A
/// third copy, for AVX2, gained nothing measurable.
template <class Loop>
void vectorized(const Loop& loop) {
#if defined(__x86_64__)
  if (&chosen_gemm() == &gemm_avx512) return run_for_avx512(loop);
#endif
  loop();
}

}  // namespace npu_cts::kernels
