// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reports/document/document.h"
#include "reports/report.h"
#include "reports/words.h"

namespace npu_cts::reports {

/// Returns the page that people read of `report`: the run and its totals, then each operator, what is wrong first.
document::PageContent build_report_page(const Report& report, Language language);

}  // namespace npu_cts::reports
