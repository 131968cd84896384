// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "framework/model/op_spec.h"

namespace npu_cts {

/// Returns what the Chinese of `text` speaks of and the English does not: a term of the field, or a name in Latin
/// letters. Empty where there is no such thing. A text that was exchanged for another is mostly found so.
std::string find_untranslated_term(const Text& text);

}  // namespace npu_cts
