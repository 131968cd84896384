#pragma once

#include "framework/model/spec.h"
#include "reports/document/document.h"
#include "reports/words.h"

namespace npu_cts {

/// Returns what a page says of `one`; `witness` may be null.
document::Section finding_section(const Spec& spec, const OpSpec& op, const Contradiction& one, const Call* witness,
                                  Language language);

}  // namespace npu_cts
