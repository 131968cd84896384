// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framework/diff/diff.h"
#include "framework/diff/journals.h"
#include "reports/document/document.h"
#include "reports/words.h"

namespace npu_cts::reports {

/// Returns the page of a comparison: everything, operator by operator.
document::PageContent build_diff_page(const diff::Diff& diff, Language language);

/// Returns what a user of the operators must know, as release notes.
document::PageContent build_release_notes(const diff::Diff& diff, Language language);

/// Returns the page of a comparison of two journals, in English.
document::PageContent build_diff_page(const diff::JournalDiff& diff);

}  // namespace npu_cts::reports
