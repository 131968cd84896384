// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "framework/base/result.h"
#include "framework/record/file.h"
#include "framework/record/journal.h"
#include "framework/run/session/session.h"
#include "framework/run/shards/child.h"

namespace npu_cts::run {

/// A run that is shared out over processes of `npu-cts-suite`; each writes a journal of its part beside the run's.
struct ShardedRun {
  std::string suite;                    ///< the program
  std::vector<std::string> words = {};  ///< what every process is told
  std::string journal;
  std::size_t count = 1;        ///< of the parts
  std::size_t jobs = SIZE_MAX;  ///< how many of them run at a time
  /// Returns a file with the cases of a part, which is open as long as its process runs. Without one it plans itself.
  std::function<Result<record::OutputFile>(std::size_t part)> plan_of = {};
  std::function<bool()> is_stopped = {};  ///< whether it is to end early; may be empty
  std::function<void()> on_tick = {};     ///< called some times a second while it runs; may be empty
  /// Starts a process; -1 where the system has none.
  std::function<pid_t(const std::vector<std::string>& words)> start = start_child;
};

/// Shares `cases` out: over at most one process a case, and over so many parts that what each keeps is bounded.
void share_out(ShardedRun& run, std::size_t cases);

/// Returns the path of the journal of one part of `journal`.
std::string part_path(const std::string& journal, const record::Shard& shard);

/// Returns the paths of the journals of all parts of `run`.
std::vector<std::string> part_paths(const ShardedRun& run);

/// Returns how many parts an earlier run of `journal` was shared out over; 0 where none of it stands.
std::size_t count_parts(const std::string& journal);

/// Returns that the last run of `journal` has not ended, where its parts stand beside: the file, if any, is of an
/// earlier one. Errors: bad_journal, unreadable_file.
record::WriteError check_ended(const std::string& journal);

/// Returns the journal in the file `path`.
/// Errors: those of check_ended and read_journal.
Result<record::Journal> read_run(const std::string& path);

/// Removes the parts of `journal`, of whatever run.
void remove_parts(const std::string& journal);

/// Runs every shard that is not finished to its end. A process that died inside a case is started again after that
/// case, as long as each start gets at least one case further. Parts of a run that was itself killed are gone on with;
/// the case that such a run was in is run again.
/// A wish to end, see is_stopping, ends all processes at once; what ended stays in the parts.
/// Returns the worst exit code that is no verdict on cases; exit_interrupted and the signal, where one ended it;
/// exit_driver, with words on standard error, where a process could not be started; exit_bug, with words, where a
/// signal ended one before its first case.
int run_shards(const ShardedRun& run);

}  // namespace npu_cts::run
