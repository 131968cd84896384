// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "framework/diff/diff.h"
#include "framework/diff/journals.h"
#include "reports/words.h"

namespace npu_cts::reports {

// The forms of a comparison that are no pages (diff_page.h); render_diff.h chooses.
std::string diff_text(const diff::Diff& diff, Language language);
std::string diff_text(const diff::JournalDiff& diff);
std::string diff_json(const diff::Diff& diff);
std::string diff_json(const diff::JournalDiff& diff);

}  // namespace npu_cts::reports
