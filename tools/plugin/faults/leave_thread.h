// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "tools/plugin/faults/misbehave.h"

namespace npu_cts::faults {

/// Leaves a thread behind where `fault` is to; lets it do in the call `toy` what `fault` says it does late.
void leave_thread(std::string_view fault, const Toy& toy);

}  // namespace npu_cts::faults
