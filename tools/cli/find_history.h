// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "framework/record/merge_parts.h"
#include "framework/run/session/complain.h"
#include "framework/run/session/selection.h"
#include "framework/run/shards/shards.h"

namespace npu_cts {

/// A run whose parts have ended, to be looked at for history.
struct RunToRepeat {
  const run::ShardedRun& shards;           ///< its parts
  std::span<const run::ChosenCase> cases;  ///< that it planned, in the order of ids
  record::RunOrder order = record::RunOrder::of_ids;
  std::chrono::steady_clock::duration took = {};  ///< until its parts had ended
};

/// By the id of a case that failed and passes alone: CaseResult::behind.
using Histories = std::map<std::string, std::vector<std::string>>;

/// What was found, and the exit code of the signal that ended the search.
struct HistorySearch {
  Histories found = {};
  int code = run::exit_conforms;
};

/// Runs a few failed cases of each operator again, each alone in a process of its own. Of one that passes it looks for
/// the earlier calls that it fails behind: it leaves out halves, then quarters and so on, as long as the case still
/// fails. It takes as long as the run did, but 2 seconds at least and a minute at most.
HistorySearch find_histories(const RunToRepeat& run);

}  // namespace npu_cts
