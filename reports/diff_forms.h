#pragma once

#include <string>

#include "framework/diff/diff.h"
#include "framework/diff/journals.h"
#include "reports/words.h"

namespace npu_cts {

// The forms of a comparison, each in a file of its own; render_diff.h chooses.
std::string diff_text(const Diff& diff, Language language);
std::string diff_text(const JournalDiff& diff);
std::string diff_markdown(const Diff& diff, Language language);
std::string diff_markdown(const JournalDiff& diff);
std::string diff_notes(const Diff& diff, Language language);
std::string diff_json(const Diff& diff);
std::string diff_json(const JournalDiff& diff);

}  // namespace npu_cts
