// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "framework/model/spec.h"
#include "reports/document/document.h"
#include "reports/words.h"

namespace npu_cts::reports {

/// Returns what a page says of `one`; `witness` may be null.
document::Section finding_section(const Spec& spec, const OpSpec& op, const Contradiction& one, const Call* witness,
                                  Language language);

/// Returns "6.0.0 – 7.1.0", one release, or every release; then the products, where not all.
std::string finding_reach(const Spec& spec, const Applies& applies, Language language);

}  // namespace npu_cts::reports
