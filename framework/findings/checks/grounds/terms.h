// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "framework/model/op_spec.h"

namespace npu_cts::findings {

/// Returns the longest runs in `text` of characters of names and of `inside`, which stand within a word and not at its
/// end: the dots of "7.1.0".
std::vector<std::string_view> words_in(std::string_view text, std::string_view inside = "");

/// Returns whether `word` is digits alone.
bool is_number(std::string_view word);

/// Returns whether one of `words`, with blanks between them, is a word of `text`. Names are read by their words:
/// "test_add.py" has "test", and "latest" has not.
bool has_word(std::string_view text, std::string_view words);

/// Returns what the Chinese of `text` speaks of and the English does not: a term of the field, or a name in Latin
/// letters. Empty where there is no such thing. A text that was exchanged for another is mostly found so.
std::string find_untranslated_term(const Text& text);

}  // namespace npu_cts::findings
