// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
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

/// Returns the report of operator `name` from its cases, which are sorted by id. An operator that the spec lacks has
/// its cases counted and all their reasons listed as "others".
OpReport build_op_report(const std::string& name, const std::vector<CaseLine>& cases, const OpScope& scope);

/// Counts one case.
void add(Claim& claim, const CaseLine& line);

/// Returns what the tally, the claim and the variants of `report` amount to in a run that is `finished` or not.
Conclusion conclusion_of(const OpReport& report, bool finished);

/// Returns `report` with what its operators amount to together. They conclude as a run of its scope may.
Report sum_up(Report report);

/// Returns what `tally` amounts to in a run that is `finished` or not.
Conclusion conclusion_of(const Tally& tally, bool finished);

}  // namespace npu_cts::reports
