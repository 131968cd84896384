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

/// Returns how much of the spec in `folder`, which is `spec`, `journal` covers, which stands at `path`.
/// Errors: those of digest_of and check_plan.
Result<CoveredScope> covered_scope(const Spec& spec, const std::string& folder, const Journal& journal,
                                   const std::string& path);

/// Returns the report of `journal`, with the parameters and errors of covered_scope.
Result<Report> build_checked_report(const Spec& spec, const std::string& folder, const Journal& journal,
                                    const std::string& path);

/// Prints what `journal`, which stands at `path` and covers `scope`, amounts to under `spec`. Returns the exit code.
int conclude(const Spec& spec, const Journal& journal, const Result<CoveredScope>& scope, const std::string& path,
             Detail detail);

/// Returns what a run prints at its end: the failures by diagnosis, then one line an operator. `path` is where
/// the journal lies.
std::string summary_of(const Report& report, const Journal& journal, const std::string& path, Detail detail);

}  // namespace npu_cts
