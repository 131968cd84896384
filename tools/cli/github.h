// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "framework/record/file.h"
#include "reports/report.h"

namespace npu_cts {

/// Returns the annotations of `report` as lines that GitHub Actions reads from the output of a step: the largest groups
/// of failures, and no more than GitHub shows of one step.
std::string github_annotations(const reports::Report& report);

/// Returns `report` as the summary of a step in Markdown, no longer than GitHub takes.
std::string github_summary(const reports::Report& report);

/// Appends the summary to the file that GitHub Actions names in GITHUB_STEP_SUMMARY, where it does.
/// Errors: unwritable_file.
record::WriteError append_github_summary(const reports::Report& report);

}  // namespace npu_cts
