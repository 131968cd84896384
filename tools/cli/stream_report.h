// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/base/result.h"
#include "framework/model/spec.h"
#include "reports/report.h"
#include "tools/cli/summary.h"

namespace npu_cts {

/// How the cases of a report are read.
struct StreamOptions {
  std::string folder;  ///< where its forms are written: its disk keeps the cases meanwhile
  bool is_reproducible = false;
};

/// Returns the report of the run whose journals are in the files `paths`. Its cases are read one by one, and none is
/// kept in memory that the report does not list. Nothing where they cannot be read so: a journal is not in
/// the order of ids, of a run that was killed, or none, or they are not of one run.
/// Errors: those of build_checked_report.
std::optional<Result<reports::Report>> stream_report(const Spec& spec, const std::vector<std::string>& paths,
                                                     const StreamOptions& options, const Concluding& how);

}  // namespace npu_cts
