// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "reports/document/document.h"
#include "reports/report.h"
#include "reports/words.h"

namespace npu_cts::reports {

/// What is written beside the page.
struct BesideComparePage {
  std::vector<std::string> badges = {};    ///< files, one a report
  std::vector<std::string> journals = {};  ///< files, one a report: what tells implementations of one name apart
  std::vector<LinkedPage> pages = {};
  std::string command = {};  ///< that writes the page again
};

/// Returns the page that sets implementations side by side, one report each: scores by operator and product, what
/// differs with the smallest case that shows it, the numeric variants that each follows, and what is `beside` the page.
document::PageContent build_compare_page(const std::vector<Report>& reports, Language language,
                                         const BesideComparePage& beside = {});

}  // namespace npu_cts::reports
