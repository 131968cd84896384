// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace npu_cts::run {

/// Returns the last lines of what a program printed, each safe to print and not too long; no more than a reader of many
/// failures can bear. Names of C++ functions in the frames of a worker's backtrace become readable.
std::vector<std::string> last_lines(std::string_view printed);

}  // namespace npu_cts::run
