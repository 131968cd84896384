#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/record/journal.h"

namespace npu_cts {

/// A case that ended differently; nothing where a journal has not planned it or it did not run.
struct StatusChange {
  std::string id;
  std::optional<Status> older;
  std::optional<Status> newer;
  std::string reason;  ///< of the newer result

  friend bool operator==(const StatusChange&, const StatusChange&) = default;
};

/// What two runs do not agree on.
struct JournalDiff {
  std::string older;  ///< drivers and specs, as a person tells runs apart
  std::string newer;
  std::size_t same = 0;
  std::vector<StatusChange> worse;  ///< by id; also what no longer runs
  std::vector<StatusChange> better;
  std::vector<StatusChange> added;    ///< planned by the newer alone
  std::vector<StatusChange> dropped;  ///< planned by the older alone
  bool same_spec = true;
};

/// Returns what `newer` says other than `older`, case by case.
JournalDiff diff(const Journal& older, const Journal& newer);

/// Returns whether no case ended differently.
bool is_same(const JournalDiff& diff);

}  // namespace npu_cts
