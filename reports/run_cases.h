// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "framework/record/journal.h"
#include "framework/record/sorted_cases.h"

namespace npu_cts::reports {

/// Takes a planned case and how it ended; null where it was not run. Both stand until it returns.
using TakeCase = std::function<void(const record::PlannedCase& planned, const CaseResult* result)>;

/// Goes through the cases of a run in the order of their ids: as often as it is called, and each time from the first.
using RunCases = std::function<void(const TakeCase& take)>;

/// Returns `journal` without its cases.
inline record::Journal head_of(const record::Journal& journal) {
  return {.info = journal.info,
          .shards = journal.shards,
          .environments = journal.environments,
          .finished = journal.finished};
}

/// Returns the cases of `journal`, in memory.
inline RunCases cases_in_memory(record::Journal journal) {
  record::sort_by_id(journal.planned);
  record::sort_by_id(journal.results);
  return [kept = std::make_shared<const record::Journal>(std::move(journal))](const TakeCase& take) {
    record::for_each_case(*kept, take);
  };
}

}  // namespace npu_cts::reports
