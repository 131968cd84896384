// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace npu_cts::ascend {

/// Returns `text` without Markdown and HTML decoration: emphasis, backquotes, `$`, backslashes, tags and anchors go,
/// links leave their words, pictures leave their file's name.
std::string strip_markup(std::string_view text);

/// Returns `text` with full-width punctuation and blanks as ASCII, everything else as it is.
std::string fold_width(std::string_view text);

/// Returns the form in which two releases' printings of one sentence are equal: no markup, punctuation folded, blanks
/// only between two ASCII letters or digits, no period at the end.
std::string normalize_prose(std::string_view text);

/// Returns program text or printed output with every run of blanks and line ends as one blank.
std::string normalize_code(std::string_view text);

/// Returns the sentences of a paragraph: cut after `。`, `；`, `;` and after a period that ends a word before a blank.
/// The pieces keep their text; empty ones are left out.
std::vector<std::string> split_sentences(std::string_view text);

}  // namespace npu_cts::ascend
