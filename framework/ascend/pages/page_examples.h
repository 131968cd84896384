// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "framework/ascend/reading/read_page.h"
#include "framework/findings/finding.h"

namespace npu_cts::ascend {

/// Returns where an example of `op` and what stands for it on `page`, whose statements are `said`, do not agree
/// (misplaced_citation):
///   modes     a program shows: a compiled call, of any sizes or of one, or a call beside those that are compiled
///   products  that the words name which stand for the example; where they name none, it may hold for any
findings::Findings check_page_examples(const Spec& spec, const OpSpec& op, const Document& page,
                                       const std::vector<PageStatement>& said);

}  // namespace npu_cts::ascend
