// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "framework/base/diagnostic.h"

namespace npu_cts::run {

/// Prints `diagnostics` with their lines on standard error and returns `code`.
int complain(const Diagnostics& diagnostics, int code);

/// Returns the exit code of a spec with the errors of `diagnostics`: exit_usage where each is of a file that is not
/// there or cannot be read, else exit_spec.
int exit_of_spec(const Diagnostics& diagnostics);

/// Prints why a spec is not read. Returns its exit code.
int complain_of_spec(const Diagnostics& diagnostics);

/// Prints `text` on standard output. Returns `code`, or exit_usage where it cannot be written.
int say(const std::string& text, int code);

}  // namespace npu_cts::run
