// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "framework/expect/apply.h"
#include "reports/document/document.h"
#include "reports/words.h"

namespace npu_cts::reports {

/// Returns what a list of known failures makes of a run: what is waived by which entry, what is new, what is gone, and
/// what is wrong with the list.
document::Section known_failures_section(const expect::KnownFailures& known, Language language);

/// Returns the same in lines: the entries that waive something, then how many failures are new and gone.
std::string to_text(const expect::KnownFailures& known);

}  // namespace npu_cts::reports
