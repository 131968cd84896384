// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framework/expand/expand.h"
#include "framework/model/spec.h"
#include "reports/report.h"

namespace npu_cts {

/// Returns `report` with the arguments of the cases that its page shows one by one. Each of their targets is planned
/// again, unless `plans` remembers it.
reports::Report with_arguments(const Spec& spec, reports::Report report, expand::PlanMemory* plans);

}  // namespace npu_cts
