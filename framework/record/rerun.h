// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "framework/model/call.h"
#include "framework/model/result.h"
#include "framework/record/journal.h"

namespace npu_cts::record {

/// Returns `text` as one word of a POSIX shell; plain words stay as they are.
std::string shell_word(std::string_view text);

/// Returns the options that a run of `info` was judged by, where they are not the defaults: "--unsupported allow".
std::string policies_of(const RunInfo& info);

/// Returns the command that runs one case of `info` again: what a report and a failing test both print.
std::string rerun_command(const RunInfo& info, std::string_view case_id, const Target& target);

/// Returns `info` with the challenge that gives the values of `result`, if it failed with others than the planned ones.
RunInfo with_values_of(RunInfo info, const CaseResult& result);

/// Returns the command that runs the case `planned` again, with the values that it failed with, behind the earlier ones
/// that it takes to fail. `result` is what became of it: null where it was not run.
std::string rerun_command(const RunInfo& info, const PlannedCase& planned, const CaseResult* result);

/// Returns the command that runs the call files of `folder` again, judged as in a run of `info`.
std::string calls_command(const RunInfo& info, std::string_view folder);

/// Returns the command that runs all of `info` again, with the spec and the limits of whoever types it. A list of
/// cases, as of `--from`, is named FILE.
std::string run_command(const RunInfo& info);

/// Returns the values that the command line `arguments` gives `option`, behind it or joined to it by '='.
std::vector<std::string> values_of_option(const std::vector<std::string>& arguments, std::string_view option);

/// Returns the options of the command line `arguments` that decide how a case ends and are no part of what a run is of:
/// the spec, the limits of a worker, how often each case runs and in which order. Each has a space before it.
std::string kept_options(const std::vector<std::string>& arguments);

}  // namespace npu_cts::record
