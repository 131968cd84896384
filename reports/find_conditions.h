// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "framework/model/case.h"
#include "reports/report.h"

namespace npu_cts::reports {

/// Returns the case of the plan with that id; null where there is none.
using FindCase = std::function<const Case*(const std::string& id)>;

/// Returns whether the failures of `op` are enough, and its cases ended: what was not run may contradict a condition.
/// Where results depend on earlier calls, no call has what makes it fail.
bool may_have_conditions(const OpReport& op);

/// Gives the failures of `op_report`, which is of `op`, their conditions: those of one kind together, and those that
/// one mistake explains. Reads the cases of the run three times.
void add_conditions(const OpSpec& op, const RunCases& cases, const FindCase& find_case, OpReport& op_report);

}  // namespace npu_cts::reports
