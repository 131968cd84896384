// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "framework/model/expression.h"

namespace npu_cts {

/// Returns the text of `expression` in the language's own notation; parsing it again gives an equal tree
/// (a derived `and` or `or` of one part prints as that part).
std::string to_text(const Expression& expression);

enum class Language : std::uint8_t { en, zh };

/// Returns a sentence that says `expression` in `language`: "the rank of updates equals the rank of input".
std::string to_sentence(const Expression& expression, Language language);

}  // namespace npu_cts
