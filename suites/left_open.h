// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "framework/model/case.h"
#include "framework/rule/bound_spec.h"

namespace npu_cts {

/// Returns in which questions and words the spec and the kernel's own `left_open` differ about `call`: "the spec leaves
/// open empty, the kernel nothing". Empty where they agree, where several rules are broken and one refuses, and where a
/// rule is not decided but for its data.
std::string differ_in_open(const BoundSpec& bound, const Call& call);

/// Returns the first legal one of `cases`, planned for the target of `bound`, with other values put in by which spec
/// and kernel differ, and how: for an operator with rules on values. Empty where there is none.
std::string differ_in_open_values(const BoundSpec& bound, std::span<const Case> cases);

}  // namespace npu_cts
