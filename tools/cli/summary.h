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

/// Returns the report of `journal`, which stands at `path`, under the spec in `folder`, which is `spec`.
/// Errors: those of digest_of and check_plan.
Result<Report> build_checked_report(const Spec& spec, const std::string& folder, const Journal& journal,
                                    const std::string& path);

/// Prints what `journal`, which stands at `path`, amounts to under the spec in `folder`. Returns the exit code.
int conclude(const Spec& spec, const std::string& folder, const Journal& journal, const std::string& path,
             Detail detail);

/// Returns what a run prints at its end: the failures by diagnosis, then one line an operator. `path` is where
/// the journal lies.
std::string summary_of(const Report& report, const Journal& journal, const std::string& path, Detail detail);

}  // namespace npu_cts
