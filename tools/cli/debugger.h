// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "framework/run/session/options.h"
#include "framework/run/session/selection.h"

namespace CLI {
class App;
}

namespace npu_cts {

/// Adds `--debugger`.
void add_debugger_option(CLI::App& app, std::string& debugger);

/// Becomes `debugger`, which holds the suite with the one case of `cases`: a plugin is loaded into that process, and
/// nothing limits it. Returns only where it cannot: the exit code.
int debug_case(const run::RunOptions& run, const std::string& debugger, std::span<const run::ChosenCase> cases);

}  // namespace npu_cts
