// SPDX-License-Identifier: Apache-2.0
#include "kernels/kernel.h"

#include "framework/base/find.h"

namespace npu_cts::kernels {

const Kernel* find_kernel(std::string_view op) { return find_by(all_kernels(), op, &Kernel::op); }

}  // namespace npu_cts::kernels
