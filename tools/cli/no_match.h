// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "framework/model/spec.h"
#include "framework/run/session/options.h"

namespace npu_cts {

/// Returns up to three ids, or the query with its words corrected, that are nearest to `query`; empty where none is
/// near.
std::vector<std::string> nearest_ids(const Spec& spec, const std::string& query);

/// Says on standard error that each of `unmatched` (where it is empty: the whole selection of `options`) selects no
/// case, and what would select some. Returns exit_nothing_ran; exit_usage, where that is for a journal of another spec
/// or of a run that did not end.
int complain_of_no_match(const Spec& spec, const run::RunOptions& options, std::string_view outcome,
                         const std::vector<std::string>& unmatched);

}  // namespace npu_cts
