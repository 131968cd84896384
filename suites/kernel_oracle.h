// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "framework/judge/judge_case.h"
#include "framework/model/op_spec.h"

namespace npu_cts {

/// Returns the oracles of the kernels' registry.
judging::Oracle kernel_oracle();

/// Returns how the implementation-defined behaviours of `op` differ from the choices that its oracle makes:
/// "scale_bits: the spec has [fp19], the oracle [fp19, full]". Empty where they are the same, in their order, or it has
/// no oracle.
std::string differing_choices(const OpSpec& op);

}  // namespace npu_cts
