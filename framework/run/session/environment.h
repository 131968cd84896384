// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "framework/record/journal.h"

namespace npu_cts::run {

/// Returns where a run that this process begins takes place: its command line, this machine, the time as `started`,
/// and one attempt more than the journal says that stands at `path`.
record::Environment begin_environment(const std::string& path);

/// Returns the time in UTC, as ISO 8601 has it: "2026-07-27T08:15:00Z".
std::string time_now();

/// Returns the day in UTC: "2026-07-27".
std::string today();

}  // namespace npu_cts::run
