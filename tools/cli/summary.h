// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "framework/base/result.h"
#include "framework/expand/expand.h"
#include "framework/expect/expectations.h"
#include "framework/model/spec.h"
#include "framework/record/journal.h"
#include "reports/contested.h"
#include "reports/report.h"
#include "tools/cli/colour.h"
#include "tools/cli/failure_groups.h"

namespace CLI {
class App;
class Validator;
}  // namespace CLI

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
int exit_of(reports::Conclusion conclusion);

/// How what a journal amounts to is found and said.
struct Concluding {
  std::string spec_folder = {};
  std::string read_digest = {};  ///< see DigestedSpec, as the next
  expand::PlanMemory* plans = nullptr;
  std::string path = {};  ///< where the journal stands
  SummaryOptions summary = {};
  reports::ContestedPolicy contested = reports::ContestedPolicy::report;
  std::optional<expect::Expectations> expectations = {};  ///< the known failures, where they are given
  std::string day = {};                                   ///< on which these must hold; empty: today
};

/// Returns the journal of the run whose parts are in the files `paths`.
/// Errors: those of read_run, of every file, and of merge_journals.
Result<record::Journal> read_journals(const std::vector<std::string>& paths);

/// Adds `--expectations` to `app`, which sets the path of a list of known failures.
void add_expectations_option(CLI::App& app, std::string& path);

/// Returns the list at `path`; none where that is empty. Errors: those of read_expectations_file.
Result<std::optional<expect::Expectations>> read_expectations_option(const std::string& path);

/// Returns the check of an option that is a day.
CLI::Validator day_check();

/// Returns the report of `journal` under `spec`.
/// Errors: those of digest_of and check_plan.
Result<reports::Report> build_checked_report(const Spec& spec, record::Journal journal, const Concluding& how);

/// Returns the report of `journal`, of which `scope` is known, under `spec`.
reports::Report build_report_of(const Spec& spec, record::Journal journal, const record::CoveredScope& scope,
                                const Concluding& how);

/// Prints what `report`, under `spec`, amounts to. Returns the exit code.
int conclude(const Spec& spec, Result<reports::Report> report, const Concluding& how);

/// Returns what a run prints at its end: the failures by diagnosis, the slowest cases, then one line an operator.
/// `path` is where the journal lies.
std::string summary_of(const reports::Report& report, const std::string& path, const SummaryOptions& options);

}  // namespace npu_cts
