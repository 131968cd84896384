#pragma once

#include <string>

#include "framework/model/spec.h"
#include "reports/document/document.h"
#include "reports/words.h"

namespace npu_cts {

/// Returns what the documents of `release` say of the operator's signature, dtypes, parameters and outputs, with the
/// products and modes of which they say the same together. Empty tables are left out.
document::Blocks matrix_section(const Spec& spec, const OpSpec& op, const std::string& release, Language language);

}  // namespace npu_cts
