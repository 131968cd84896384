// SPDX-License-Identifier: Apache-2.0
#include "framework/base/wide_loop.h"

#include <cstdlib>
#include <string_view>

namespace npu_cts {

bool uses_avx512() {
#if defined(__x86_64__)
  static const bool uses = [] {
    const char* const named = std::getenv("NPU_CTS_CPU");
    const std::string_view name = named == nullptr ? "" : named;
    return (name.empty() || name == "avx512" || name == "amx") && __builtin_cpu_supports("avx512f") != 0 &&
           __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
           __builtin_cpu_supports("avx512dq") != 0;
  }();
  return uses;
#else
  return false;
#endif
}

}  // namespace npu_cts
