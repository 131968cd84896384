// SPDX-License-Identifier: Apache-2.0
#pragma once

#if defined(__x86_64__)

#include <cpuid.h>

namespace npu_cts::kernels {

/// Bits of the processor's leaf 7 of features, which the compilers' own question does not know yet.
struct Features {
  unsigned eax = 0;
  unsigned ebx = 0;
  unsigned ecx = 0;
  unsigned edx = 0;

  explicit Features(unsigned part) { __get_cpuid_count(7, part, &eax, &ebx, &ecx, &edx); }
};

}  // namespace npu_cts::kernels

#endif
