// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace npu_cts::faults {

/// Leaves the process changed, where `fault` names a way to do so.
void leave_changed(std::string_view fault);

}  // namespace npu_cts::faults
