// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "framework/base/diagnostic.h"

namespace npu_cts::run {

/// Prints `diagnostics` with their lines on standard error and returns `code`.
int complain(const Diagnostics& diagnostics, int code);

/// Prints why a spec is not read. Returns exit_usage where what it should be read from is not there or cannot be read,
/// exit_spec where it has errors.
int complain_of_spec(const Diagnostics& diagnostics);

/// Prints `text` on standard output. Returns `code`, or exit_usage where it cannot be written.
int say(const std::string& text, int code);

}  // namespace npu_cts::run
