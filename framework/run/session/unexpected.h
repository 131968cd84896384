// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "framework/base/diagnostic.h"

namespace CLI {
class App;
}

namespace npu_cts {

/// Returns the diagnostic of the first word of a command line that `command` does not know, with the nearest option;
/// `said` is what the library says of it.
Diagnostic unexpected(const CLI::App& command, const std::string& said);

}  // namespace npu_cts
