// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "framework/base/diagnostic.h"

namespace npu_cts::run {

/// Returns the last lines of what a program printed, each safe to print and not too long; no more than a reader of many
/// failures can bear. Names of C++ functions in the frames of a worker's backtrace become readable.
std::vector<std::string> last_lines(std::string_view printed);

/// Returns what `diagnostic` says is wrong, and its last notes, in one line: as the reason of a case.
std::string one_line(const Diagnostic& diagnostic);

}  // namespace npu_cts::run
