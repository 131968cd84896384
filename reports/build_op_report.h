// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "reports/evidence.h"
#include "reports/report.h"

namespace npu_cts::reports {

/// What build_op_report looks at besides the cases.
struct OpScope {
  const Spec& spec;
  const RunInfo& info;
  const std::vector<Product>& products;  ///< the columns
  bool finished = false;
};

/// Makes the report of operator `name` from its cases, as they come in the order of their ids. It keeps those that the
/// report lists: what failed, what is weak and what was not run. An operator that the spec lacks has its cases counted
/// and all their reasons listed as "others".
class OpReportBuilder {
 public:
  /// `scope` and what it names outlive the builder.
  OpReportBuilder(const std::string& name, const OpScope& scope);

  void add(const CaseLine& line);

  /// Returns the report. Comes once, after the last case.
  OpReport close();

 private:
  void count(const CaseLine& line);
  void list(const CaseLine& line);
  void add_facts();
  void add_support();
  void add_variants();
  void add_contested();

  const OpScope& scope_;
  const OpSpec* op_;  ///< null: the spec has none of that name
  OpReport report_;
  EvidenceBook covers_, families_, combinations_, targets_;
  std::set<Target> seen_;
  std::vector<Agreements> agreements_;    ///< by column
  std::vector<ContestedLine> contested_;  ///< those of the operator
  Diagnosis diagnosis_;
};

/// Counts one case.
void add(Claim& claim, const CaseLine& line);

/// Returns what the tally, the claim and the variants of `report` amount to in a run that is `finished` or not.
Conclusion conclusion_of(const OpReport& report, bool finished);

/// Returns `report` with what its operators amount to together. They conclude as a run of its scope may.
Report sum_up(Report report);

/// Returns what `tally` amounts to in a run that is `finished` or not.
Conclusion conclusion_of(const Tally& tally, bool finished);

}  // namespace npu_cts::reports
