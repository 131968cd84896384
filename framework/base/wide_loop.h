// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace npu_cts {

/// In front of the body of a loop given to `run_wide`, and of each function that the loop calls.
#define NPU_CTS_INLINED __attribute__((always_inline))

#if defined(__x86_64__)

template <class Loop>
__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq"))) void run_for_avx512(const Loop& loop) {
  loop();
}

inline bool has_avx512() {
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
         __builtin_cpu_supports("avx512vl") != 0 && __builtin_cpu_supports("avx512dq") != 0;
}

#else

template <class Loop>
void run_for_avx512(const Loop& loop) {
  loop();
}

inline bool has_avx512() { return false; }

#endif

/// Calls `loop`, compiled for AVX-512 where the processor has it, and else for any processor. The operations are the
/// same, one by one: only how many of them an instruction does differs. GCC 12 vectorizes inner loops of a fixed
/// length.
template <class Loop>
void run_wide(const Loop& loop) {
  has_avx512() ? run_for_avx512(loop) : loop();
}

}  // namespace npu_cts
