// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/expect/apply.h"
#include "reports/report.h"

namespace npu_cts::reports {

/// Counts the cases of a run, as they come, to the report that build_report returns of them all: with its sums, its
/// conclusions and what known failures make of it, and without any list. No case is kept.
class ReportCounter {
 public:
  /// Without a list, `day` counts for nothing. All but `day` outlive the counter.
  ReportCounter(const Spec& spec, const std::optional<expect::Expectations>& list, std::string_view day);

  /// Takes the next case in the order of ids; `result` is null where it was not run.
  void take(const record::PlannedCase& planned, const CaseResult* result);

  /// Returns the report of the run of `head`, a journal whose cases are not looked at.
  Report close(const record::Journal& head, const record::CoveredScope& scope);

 private:
  struct Counts {
    Tally tally;
    Claim claim;
    std::map<std::string, Agreements> agreements;  ///< by product
  };

  void count(const record::PlannedCase& planned, const CaseResult* result);
  [[nodiscard]] OpReport report_of(const std::string& name, const Counts& counts) const;

  const Spec& spec_;
  std::optional<expect::KnownFailureSearch> known_;
  std::map<std::string, Counts> operators_;
};

}  // namespace npu_cts::reports
