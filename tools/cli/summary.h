#pragma once

#include <string>

#include "framework/record/journal.h"
#include "reports/report.h"
#include "tools/cli/failure_groups.h"

namespace CLI {
class App;
}

namespace npu_cts {

/// Adds -v and -q to `app`, which set `detail`.
void add_detail_options(CLI::App& app, Detail& detail);

/// Returns the exit code that a run with this conclusion ends with.
int exit_of(Conclusion conclusion);

/// Returns what a run prints at its end: the failures by diagnosis, then one line an operator. `path` is where
/// the journal lies.
std::string summary_of(const Report& report, const Journal& journal, const std::string& path, Detail detail);

}  // namespace npu_cts
