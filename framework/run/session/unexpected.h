// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "framework/base/diagnostic.h"

namespace CLI {
class App;
}

namespace npu_cts::run {

/// Returns the diagnostic of the first word of a command line that `command` does not know, with the nearest option;
/// `said` is what the library says of it.
Diagnostic unexpected(const CLI::App& command, const std::string& said);

/// Reads the command line of a program without commands. Returns the code with which the program ends now, having said
/// its help or what is wrong; nothing where it goes on.
std::optional<int> parse(CLI::App& app, int argc, char** argv);

}  // namespace npu_cts::run
