// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/result.h"
#include "framework/expand/expand.h"
#include "framework/model/case.h"
#include "framework/model/result.h"
#include "framework/record/journal.h"
#include "framework/run/session/options.h"

namespace npu_cts::run {

/// Returns the queries that `options` take from a file or from the failures of a journal, for the list of
/// `options.selection`. Errors: unreadable_file, and those of read_journal.
Result<std::vector<std::string>> read_listed(const RunOptions& options);

/// A case of a plan at one of the targets that share it. A run has as many as cases: it keeps no id.
struct ChosenCase {
  const expand::TargetPlan* plan;
  const Case* shared;  ///< one of the plan's; its own id and target may be those of another
};

/// Returns the id that the case has at its target.
std::string id_of(const ChosenCase& chosen);

/// Returns the case at its target.
Case case_of(const ChosenCase& chosen);

/// Returns what a journal keeps of the case at its target.
record::PlannedCase planned_of(const ChosenCase& chosen);

/// What a selection takes of plans, in the order of ids. It is moved and not copied: its cases point into its plans.
struct Chosen {
  std::unique_ptr<const std::vector<expand::TargetPlan>> plans;  ///< that the cases belong to
  std::vector<ChosenCase> cases = {};
  std::vector<std::string> unmatched = {};  ///< each query, family, rule and exclusion that matches no planned case
};

/// Returns the cases of `plans` that `options` select: those of any query and of any line listed, of any family and for
/// any rule where these are named, and of no excluded query.
Chosen choose(std::vector<expand::TargetPlan> plans, const RunOptions& options);

/// Tells whether a case that is `planned`, at whatever target, is selected under `id`.
using Selects = std::function<bool(std::string_view id, const Case& planned)>;

/// Returns what tells which cases `options`, which must outlive it, select.
Selects selector_of(const RunOptions& options);

/// Returns whether `options` select by one query at most, and by nothing else.
bool is_one_query(const RunOptions& options);

/// Returns the lists that `options` select by; none where one query says it all.
Selection selection_of(const RunOptions& options);

/// Returns the selection of `options` as a journal names it: the query where there is only one, else all the words.
std::string query_text(const RunOptions& options);

}  // namespace npu_cts::run
