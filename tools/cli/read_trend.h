// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "framework/base/result.h"
#include "framework/run/session/check_plan.h"
#include "reports/trend_page.h"

namespace npu_cts {

/// Returns the runs of the journals and certificates in `folder`, the oldest first; those of `spec` are judged. A
/// journal of one case, or of a list of cases such as the failures of a run, is left out. Errors: wrong_usage for a
/// folder without runs, those of read_kept_run and check_plan.
Result<reports::Trend> read_trend(const run::DigestedSpec& spec, const std::string& folder);

}  // namespace npu_cts
