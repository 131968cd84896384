// SPDX-License-Identifier: Apache-2.0
#include "kernels/oracle.h"

#include <algorithm>

namespace npu_cts::kernels {

const OperatorOracle* find_oracle(std::string_view op) {
  const auto oracles = all_oracles();
  const auto oracle = std::ranges::find(oracles, op, &OperatorOracle::op);
  return oracle == oracles.end() ? nullptr : &*oracle;
}

}  // namespace npu_cts::kernels
