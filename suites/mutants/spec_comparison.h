// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "framework/model/spec.h"

namespace npu_cts::mutants {

/// Returns on what `changed` and the reference differ, where it says something else of calls than `spec`: a planned
/// case, a call near a legal one, a drawn call, or a variant that shows where it may not. Empty where nothing does.
std::string first_difference(const Spec& spec, const Spec& changed);

}  // namespace npu_cts::mutants
