// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framework/run/session/open_driver.h"

namespace npu_cts {

/// Returns what find_driver returns, with built-in drivers ready to be opened.
/// Errors: those of find_driver; NPU_CTS_CPU names what the reference kernels cannot use here.
Result<run::NamedDriver> find_suite_driver(std::string_view name, const run::DriverLimits& limits = {});

}  // namespace npu_cts
