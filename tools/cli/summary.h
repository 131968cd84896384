#pragma once

#include <cstddef>
#include <string>

#include "framework/record/journal.h"
#include "reports/report.h"
#include "tools/cli/colour.h"
#include "tools/cli/failure_groups.h"

namespace CLI {
class App;
}

namespace npu_cts {

/// What is printed at the end of a run.
struct SummaryOptions {
  Detail detail = Detail::groups;
  Colour colour = Colour::when_a_terminal;
  std::size_t durations = 0;  ///< how many of the slowest cases are named
};

/// Adds -v, -q and --color to `app`.
void add_summary_options(CLI::App& app, SummaryOptions& options);

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
             const SummaryOptions& options);

/// Returns what a run prints at its end: the failures by diagnosis, the slowest cases, then one line an operator.
/// `path` is where the journal lies.
std::string summary_of(const Report& report, const Journal& journal, const std::string& path,
                       const SummaryOptions& options);

}  // namespace npu_cts
