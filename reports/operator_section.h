// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "reports/document/document.h"
#include "reports/report.h"
#include "reports/words.h"

namespace npu_cts::reports {

/// Returns what the page of `report` says of `op`: what is wrong first, then what is documented with what was seen,
/// then what is open. Long lists are cut, with the number that was left out.
document::Section build_operator_section(const Report& report, const OpReport& op, Language language);

/// Returns the place of the section of `op` with this title: the same in every language.
std::string section_anchor(const OpReport& op, Word title);

}  // namespace npu_cts::reports
