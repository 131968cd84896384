// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "framework/base/result.h"
#include "framework/model/spec.h"
#include "framework/record/merge_parts.h"
#include "framework/run/session/check_plan.h"
#include "framework/run/shards/shards.h"
#include "reports/report.h"
#include "tools/cli/find_history.h"
#include "tools/cli/journal_place.h"
#include "tools/cli/summary.h"

namespace npu_cts {

/// A run whose parts have ended.
struct EndedRun {
  const run::DigestedSpec& spec;
  std::optional<run::PlanCounts> counts;   ///< of the spec, where they are known
  std::span<const run::ChosenCase> cases;  ///< that it planned, in the order of ids
  const run::ShardedRun& shards;
  record::RunOrder order = record::RunOrder::of_ids;
  const Histories& histories;
  std::vector<record::Shard> portion = {};  ///< what its journal holds of a run on many machines; empty: all
  record::Environment environment;
  bool is_reproducible = false;
};

/// Merges the parts of `run` into the journal at `place`, case by case, and removes them. Returns the report of it.
/// Errors: those of MergedParts, JournalPlace and scope_of_run.
Result<reports::Report> merge_run(const EndedRun& run, JournalPlace& place, const Concluding& how);

}  // namespace npu_cts
