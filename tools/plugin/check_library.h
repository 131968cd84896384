// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace npu_cts::wire {

/// Loads the plugin at `path`, asks it about a call of no operator, and prints what it is or what is wrong with it.
/// Returns 0 where it can be used, 4 where not: as `npu-cts run` would end.
int check_library(const std::string& path);

}  // namespace npu_cts::wire
