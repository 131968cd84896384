// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "framework/record/journal.h"
#include "framework/record/run_fields.h"

namespace npu_cts::diff {

/// A case that ended differently; nothing where a journal has not planned it or it did not run.
struct StatusChange {
  std::string id;
  std::optional<Status> older = {};
  std::optional<Status> newer = {};
  std::string reason;  ///< of the newer result
  std::vector<record::Cause> causes =
      {};  ///< all that may be behind it; empty: nothing that journals record has changed

  friend bool operator==(const StatusChange&, const StatusChange&) = default;
};

/// Something that two runs were told, or found, differently.
struct RunChange {
  record::Cause cause = record::Cause::scope;
  std::string what;  ///< as a journal names it: "driver_version"
  std::string older;
  std::string newer;

  friend bool operator==(const RunChange&, const RunChange&) = default;
};

/// A rule, row or data set of which no case failed before.
struct NewlyFailing {
  std::string rule;
  std::vector<std::string> cases;  ///< that fail now, by id

  friend bool operator==(const NewlyFailing&, const NewlyFailing&) = default;
};

/// What two runs do not agree on.
struct JournalDiff {
  std::string older;  ///< drivers and specs, as a person tells runs apart
  std::string newer;
  std::size_t same = 0;
  std::vector<StatusChange> worse = {};  ///< by id; also what no longer runs
  std::vector<StatusChange> better = {};
  std::vector<StatusChange> added = {};    ///< planned by the newer alone
  std::vector<StatusChange> dropped = {};  ///< planned by the older alone
  bool same_spec = true;
  std::vector<RunChange> changes = {};           ///< of the runs as a whole
  std::vector<NewlyFailing> newly_failing = {};  ///< by rule
};

/// Returns what `newer` says other than `older`, case by case, and what may be the cause.
JournalDiff diff(const record::Journal& older, const record::Journal& newer);

/// Returns whether no case ended differently.
bool is_same(const JournalDiff& diff);

/// Returns the causes of `changes`, each once, in their order.
std::vector<record::Cause> causes_of(const std::vector<RunChange>& changes);

/// Returns "backend, data", or "nothing on record changed".
std::string to_text(const std::vector<record::Cause>& causes);

}  // namespace npu_cts::diff
