// SPDX-License-Identifier: Apache-2.0
#include "kernels/kernel.h"

#include <algorithm>

namespace npu_cts::kernels {

const Kernel* find_kernel(std::string_view op) {
  const auto kernels = all_kernels();
  const auto kernel = std::ranges::find(kernels, op, &Kernel::op);
  return kernel == kernels.end() ? nullptr : &*kernel;
}

}  // namespace npu_cts::kernels
