// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reports/document/document.h"
#include "reports/report.h"
#include "reports/words.h"

namespace npu_cts::reports {

/// Returns every case of `report`, for the script of its page.
document::CaseIndex build_case_index(const Report& report, Language language);

}  // namespace npu_cts::reports
