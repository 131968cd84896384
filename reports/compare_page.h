// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "reports/document/document.h"
#include "reports/report.h"
#include "reports/words.h"

namespace npu_cts {

/// Returns the page that sets implementations side by side, one report each: scores by operator and product, what
/// differs with the smallest case that shows it, and the numeric variants that each follows.
document::PageContent build_compare_page(const std::vector<Report>& reports, Language language);

}  // namespace npu_cts
