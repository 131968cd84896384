// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "framework/run/session/open_driver.h"

namespace npu_cts {

/// Returns a driver that runs the plugin `name` ("plugin:LIBRARY") in this process, where a debugger finds it. Nothing
/// is contained: what the plugin breaks is broken. Errors: driver_not_started.
Result<run::NamedDriver> load_in_process(const std::string& name);

}  // namespace npu_cts
