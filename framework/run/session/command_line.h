// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace npu_cts::run {

/// Returns the options of `command` that have a long name: "--tier" …
std::vector<std::string> long_options(const CLI::App& command);

/// Reads the command line of a program. Returns the code with which it ends now, having said its help or what is wrong
/// with the line; nothing where it goes on.
std::optional<int> parse(CLI::App& app, int argc, char** argv);

}  // namespace npu_cts::run
