// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "framework/model/request.h"
#include "kernels/common/oracle_values.h"

// Apart from the kernels: what runs calls links no oracle, and what answers them no kernel.
namespace npu_cts::kernels {

/// The oracle of an operator.
struct OperatorOracle {
  std::string_view op;

  /// What it leaves to a choice.
  std::span<const ImplementationDefined> behaviours;

  /// The formula, slow and obvious: the outputs under each of `choices`, in their order.
  /// Precondition: the call is legal and has all its values.
  std::vector<std::vector<NamedTensor>> (*answer)(const Call& call, std::span<const VariantChoice> choices);
};

/// Returns every operator's oracle: the registration lines.
std::span<const OperatorOracle> all_oracles();

/// Returns the oracle of `op`, or null.
const OperatorOracle* find_oracle(std::string_view op);

}  // namespace npu_cts::kernels
