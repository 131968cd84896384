// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "framework/diff/diff.h"
#include "framework/diff/journals.h"
#include "reports/words.h"

namespace npu_cts::reports {

/// How a comparison is printed.
enum class DiffForm : std::uint8_t {
  text,      ///< for a terminal
  markdown,  ///< everything, as a page
  notes,     ///< what a user of the operators must know, as release notes
  json,      ///< everything, for programs
};

/// Returns `diff` in `form`. JSON has both languages and ignores `language`.
std::string to_text(const diff::Diff& diff, DiffForm form, Language language);

/// Returns `diff`, of two journals, in `form`; notes are the same as Markdown.
std::string to_text(const diff::JournalDiff& diff, DiffForm form);

}  // namespace npu_cts::reports
