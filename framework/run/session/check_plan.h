// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "framework/base/result.h"
#include "framework/model/case.h"
#include "framework/record/journal.h"
#include "framework/record/scope.h"
#include "framework/run/session/plan_counts.h"

namespace npu_cts {

/// Plans again what `journal`, which was read from `file`, says that it planned. Returns how much of the spec that is,
/// which has as many cases as `counts` says.
/// Errors: bad_journal, where the journal is of another spec, or lacks a case of its plan, has another one or says
/// other things of one.
Result<CoveredScope> check_plan(const DigestedSpec& spec, const Journal& journal, const std::string& file,
                                const PlanCounts& counts);

/// As above, where `everything`, what plan_everything plans at the tier of the journal, is known already.
Result<CoveredScope> check_plan(const DigestedSpec& spec, const std::vector<TargetPlan>& everything,
                                const Journal& journal, const std::string& file);

/// As the first, for the run of `cases` that this process planned itself: they are not planned again.
Result<CoveredScope> check_run(const DigestedSpec& spec, const Journal& journal, const std::string& file,
                               std::span<const Case> cases, const PlanCounts& counts);

}  // namespace npu_cts
