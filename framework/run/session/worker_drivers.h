// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "framework/run/session/open_driver.h"

namespace npu_cts::run {

/// What the name of a driver in a worker begins with.
inline constexpr std::string_view plugin_prefix = "plugin:";
inline constexpr std::string_view exec_prefix = "exec:";
inline constexpr std::string_view python_prefix = "python:";

/// Returns whether `name` is "plugin:LIBRARY", "exec:PROGRAM [ARGUMENT…]" or "python:FILE [ARGUMENT…]".
bool names_worker(std::string_view name);

/// Returns the driver that `name` names: its calls run in worker processes.
/// Errors: driver_not_started, where the worker does not say hello.
Result<NamedDriver> find_worker_driver(std::string_view name, const DriverLimits& limits);

}  // namespace npu_cts::run
