// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace npu_cts {

/// In front of the body of a loop given to `run_wide`, and of each function of its own that the loop calls. A function
/// that is called and not inlined is right, and compiled for any processor.
#define NPU_CTS_INLINED __attribute__((always_inline))

#if defined(__x86_64__)

template <class Loop>
__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq"))) void run_for_avx512(const Loop& loop) {
  loop();
}

#else

template <class Loop>
void run_for_avx512(const Loop& loop) {
  loop();
}

#endif

/// Returns whether loops are to use AVX-512: the processor has it, and NPU_CTS_CPU does not name less.
bool uses_avx512();

/// Calls `loop`, compiled for AVX-512 where that is to be used, and else for any processor. The operations are the
/// same, one by one: only how many of them an instruction does differs. GCC 12 vectorizes inner loops of a fixed
/// length.
template <class Loop>
void run_wide(const Loop& loop) {
  uses_avx512() ? run_for_avx512(loop) : loop();
}

}  // namespace npu_cts
