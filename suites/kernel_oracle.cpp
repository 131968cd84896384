// SPDX-License-Identifier: Apache-2.0
#include "suites/kernel_oracle.h"

#include "kernels/oracle.h"

namespace npu_cts {

Oracle kernel_oracle() {
  return [](const Call& call, const std::vector<VariantChoice>& choices) -> std::vector<std::vector<NamedTensor>> {
    const kernels::OperatorOracle* const oracle = kernels::find_oracle(call.op);
    if (oracle == nullptr) return {};
    return oracle->answer(call, choices);
  };
}

}  // namespace npu_cts
