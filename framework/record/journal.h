// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/base/result.h"
#include "framework/model/case.h"
#include "framework/model/result.h"
#include "framework/record/chain.h"

namespace npu_cts::record {

/// What was planned of a case: all that a report needs besides the spec. The call itself is not kept; the spec gives it
/// back.
struct PlannedCase {
  std::string id;
  std::string op;
  Target target;
  Family family = Family::rows;
  Verdict expected = Verdict::accept;
  std::vector<std::string> covers;  ///< ids of the rules, rows and data sets it is there for
  Location at;                      ///< file and line of the spec

  friend bool operator==(const PlannedCase&, const PlannedCase&) = default;
};

/// Returns the facts of `planned` that a journal keeps.
PlannedCase planned_of(const Case& planned);

/// As above, of a case that targets share: with the `id` that it has at `target`.
PlannedCase planned_of(const Case& shared, std::string id, const Target& target);

/// Returns what is wrong with `result` where a run of `info` cannot end the case `planned` so: a skipped legal call,
/// or a pass of what crashed. Returns nothing where it can.
std::optional<std::string> find_impossible(const PlannedCase& planned, const CaseResult& result, const RunInfo& info);

/// One part of a plan: the cases whose ids fall to shard `index` of `count`. Which shard is decided by the id alone.
struct Shard {
  std::size_t index = 0;
  std::size_t count = 1;

  friend bool operator==(const Shard&, const Shard&) = default;
};

/// Returns the index of the one of `count` shards that the case `id` falls to.
std::size_t part_of(std::string_view id, std::size_t count);

/// Returns whether the case `id` falls to `shard`.
bool is_part(const Shard& shard, std::string_view id);

/// Returns whether the case `id` falls to one of `shards`.
bool is_part(std::span<const Shard> shards, std::string_view id);

/// Where and when a run took place: nothing that a verdict depends on.
struct Environment {
  std::vector<std::string> arguments = {};  ///< the command line
  std::string host;
  std::string cpu;
  std::string kernel;
  std::string started;  ///< in UTC, as ISO 8601 has it
  std::string ended = {};
  std::int64_t attempt = 1;  ///< one more than that of the journal that stood at its path

  friend bool operator==(const Environment&, const Environment&) = default;
};

/// What happened in a run, as far as it came.
struct Journal {
  RunInfo info;
  std::vector<Shard> shards = {};              ///< which parts of the run it holds; empty: all
  std::vector<Environment> environments = {};  ///< of each process that wrote it whole; may be empty
  std::vector<PlannedCase> planned = {};
  std::vector<CaseResult> results = {};  ///< at most one per planned case; a planned case without one was not run
  bool finished = false;                 ///< the run said so itself
  /// The digest of the cases of a part whose process was handed them: it plans none in its journal, and `planned` has
  /// no more than the ids that began. Empty in every other journal.
  std::string plan = {};

  friend bool operator==(const Journal&, const Journal&) = default;
};

/// Returns the journal that `text` holds; `file` is used only in diagnostics.
/// A last line without its newline was being written when the run ended, and is dropped. A case that was begun and
/// not ended has crashed.
/// Errors: bad_journal, for the first line that a run cannot have written there: see Chain.
Result<Journal> parse_journal(std::string_view text, std::string_view file);

/// Returns the journal in the file `path`, compressed or not.
/// Errors: unreadable_file, and those of parse_journal.
Result<Journal> read_journal(const std::string& path);

/// As read_journal, for a part of a run, which may be without its plan.
Result<Journal> read_part(const std::string& path);

/// Returns whether the file at `path` begins as a journal does, compressed or not.
bool is_journal(const std::string& path);

/// Returns how the case `id` ended, in which its process ended.
CaseResult crashed_inside(std::string id);

/// Returns whether the last line of the journal at `path` says that its run finished. A glance: whoever needs to know
/// what the journal holds reads it.
bool ends_as_finished(const std::string& path);

/// Returns the journal of the run that `parts` are parts of, sorted by id: the same whatever the parts were. Where a
/// part is missing, `shards` of the result says which are there.
/// Errors: bad_journal, where the parts are of different runs, are not disjoint, or hold a case of another part.
Result<Journal> merge_journals(std::vector<Journal> parts);

/// Returns in words what tells the run of `earlier` from the one of `info`: "another 'driver': 'a', not 'b'".
std::optional<std::string> find_difference(const RunInfo& earlier, const RunInfo& info);

/// Returns `journal` without what may differ between two runs of the same: where and when it ran, how long its cases
/// took, and what the implementation printed.
Journal reproducible(Journal journal);
CaseResult reproducible(CaseResult result);

/// Takes some lines of a journal. Returns why it could not, if so.
using TakeLines = std::function<std::optional<Diagnostic>(std::string_view lines)>;

/// Links lines, and gives them some at a time to what takes them.
class LinesWriter {
 public:
  explicit LinesWriter(TakeLines take) : take_(std::move(take)) {}

  /// Adds `json` as the next line.
  void add(std::string json);

  /// Gives what is left. Returns why a line was not taken, if so.
  std::optional<Diagnostic> close();

 private:
  TakeLines take_;
  Chain chain_;
  std::string text_;
  std::optional<Diagnostic> error_;
};

/// Gives `take` what to_text returns, some lines at a time, until it fails. Returns why it did.
std::optional<Diagnostic> write_text(const Journal& journal, const TakeLines& take);

/// Returns `journal` as a journal's lines; parsing them gives `journal` again.
std::string to_text(const Journal& journal);

}  // namespace npu_cts::record
