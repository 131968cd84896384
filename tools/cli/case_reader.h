// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>

#include "framework/expect/apply.h"
#include "framework/model/spec.h"
#include "framework/record/journal.h"
#include "framework/record/scope.h"
#include "reports/case_file.h"
#include "reports/report.h"
#include "tools/cli/summary.h"

namespace npu_cts {

/// Takes the cases of a run one by one, in the order of their ids, and judges them as the reader of a report asks. It
/// keeps them on disk until the report has no more use for them.
class CaseReader {
 public:
  /// Returns a reader that keeps them in `folder`, which is made where it is not there; nothing where that cannot be.
  /// `how` outlives it.
  static std::optional<CaseReader> make(const std::string& folder, const Concluding& how);

  /// Takes the next case; `result` is nothing where it was not run.
  void take(const record::PlannedCase& planned, std::optional<CaseResult> result);

  /// Returns the report of the run of `head`, which covers `scope`; nothing where the disk did not take its cases.
  std::optional<reports::Report> close(const Spec& spec, const record::Journal& head,
                                       const record::CoveredScope& scope);

 private:
  CaseReader(reports::CaseFile file, const Concluding& how);

  reports::CaseFile file_;
  reports::ContestedPolicy policy_;
  std::set<std::string> products_;
  std::unique_ptr<expect::KnownFailureSearch> known_;  ///< null: no list of them is given
};

}  // namespace npu_cts
