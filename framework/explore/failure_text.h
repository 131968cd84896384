// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "framework/explore/shrink_story.h"

namespace npu_cts::explore {

/// Returns what a person reads of a failure: what went wrong, the rules that the call breaks, the call file, what ran
/// before it, and `matching_mutants`, which do the same. Ends with a newline.
std::string failure_text(const TriedStory& story, const std::vector<std::string>& matching_mutants);

}  // namespace npu_cts::explore
