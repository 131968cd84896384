// SPDX-License-Identifier: Apache-2.0
#include "kernels/oracle.h"

#include "framework/base/find.h"

namespace npu_cts::kernels {

const OperatorOracle* find_oracle(std::string_view op) { return find_by(all_oracles(), op, &OperatorOracle::op); }

}  // namespace npu_cts::kernels
