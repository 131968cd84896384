// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/common/gemm_choice.h"

namespace npu_cts::kernels {

/// In front of the body of a loop given to `vectorized`, and of each function that the loop calls.
#define NPU_CTS_INLINED __attribute__((always_inline))

#if defined(__x86_64__)

template <class Loop>
__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq"))) void run_for_avx512(const Loop& loop) {
  loop();
}

/// Calls `loop`, compiled for AVX-512 where the product is chosen to use it, and else for any processor. The operations
/// are the same, one by one: only how many of them an instruction does differs. A third copy, for AVX2, gained nothing
/// measurable.
template <class Loop>
void vectorized(const Loop& loop) {
  if (&chosen_gemm() == &gemm_avx512) return run_for_avx512(loop);
  loop();
}

#else

template <class Loop>
void vectorized(const Loop& loop) {
  loop();
}

#endif

}  // namespace npu_cts::kernels
