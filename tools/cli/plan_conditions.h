// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framework/expand/expand.h"
#include "framework/model/spec.h"
#include "reports/report.h"

namespace npu_cts {

/// Returns `report` in which failures say what their calls share, where few right ones do. The calls of operators with
/// failures are planned again, unless `plans` remembers them.
reports::Report with_conditions(const Spec& spec, reports::Report report, expand::PlanMemory* plans);

}  // namespace npu_cts
