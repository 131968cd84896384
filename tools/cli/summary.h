#pragma once

#include <string>

#include "framework/record/journal.h"
#include "reports/report.h"

namespace npu_cts {

/// Returns the exit code that a run with this conclusion ends with.
int exit_of(Conclusion conclusion);

/// Returns the report of `journal`, which stands at `path`, under the spec in `folder`, which is `spec`.
/// Errors: those of digest_of and check_plan.
Result<Report> build_checked_report(const Spec& spec, const std::string& folder, const Journal& journal,
                                    const std::string& path);

/// Prints what `journal`, which stands at `path`, amounts to under the spec in `folder`. Returns the exit code.
int conclude(const Spec& spec, const std::string& folder, const Journal& journal, const std::string& path);

/// Returns what a run prints at its end: the first few cases that failed, then one line an operator. `path` is where
/// the journal lies.
std::string summary_of(const Report& report, const Journal& journal, const std::string& path);

}  // namespace npu_cts
