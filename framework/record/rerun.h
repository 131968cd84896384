#pragma once

#include <string>
#include <string_view>

#include "framework/model/call.h"

namespace npu_cts {

/// Returns `text` as one word of a POSIX shell; plain words stay as they are.
std::string shell_word(std::string_view text);

/// Returns the command that runs one case again: what a report and a failing test both print.
std::string rerun_command(std::string_view case_id, std::string_view driver, const Target& target);

}  // namespace npu_cts
