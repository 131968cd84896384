// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reports/report.h"
#include "tools/cli/colour.h"

namespace npu_cts {

/// How much the end of a run says.
enum class Detail : std::uint8_t {
  verdict,  ///< one line (-q)
  groups,   ///< failures by diagnosis, three examples of each, and a line for each operator
  all,      ///< every failure (-v)
};

/// A case that failed.
struct Failure {
  const record::PlannedCase* planned;
  const CaseResult* result;
};

/// Failures of one cause, as far as a journal shows it.
struct FailureGroup {
  std::string diagnosis;
  std::vector<Failure> failures;
};

/// Returns the failures of `report` by diagnosis, the largest group first. They point into it.
std::vector<FailureGroup> group_failures(const reports::Report& report);

/// Returns the options of the run of `report` that a command needs to run a case of it again; with a space in front.
std::string spec_option_of(const reports::Report& report);

/// Returns the failures of `report`, whose journal is in the file `path` (empty: in none yet), grouped by diagnosis:
/// what was wrong and, where that tells them apart, the rule, the tensor and the pattern of the wrong values. The
/// largest group comes first; each case has the command that runs it again.
std::string failure_groups(const reports::Report& report, const std::string& path, Detail detail, Colour colour);

}  // namespace npu_cts
