#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/result.h"
#include "framework/model/case.h"
#include "framework/model/result.h"

namespace npu_cts {

/// What was planned of a case: all that a report needs besides the spec. The call itself is not kept; the spec gives it
/// back.
struct PlannedCase {
  std::string id;
  std::string op;
  Target target;
  std::string family;
  Verdict expected = Verdict::accept;
  std::vector<std::string> covers;  ///< ids of the rules, rows and data sets it is there for
  Location at;                      ///< file and line of the spec

  friend bool operator==(const PlannedCase&, const PlannedCase&) = default;
};

/// Returns the facts of `planned` that a journal keeps.
PlannedCase planned_of(const Case& planned);

/// What happened in a run, as far as it came.
struct Journal {
  RunInfo info;
  std::vector<PlannedCase> planned;
  std::vector<CaseResult> results;  ///< at most one per planned case; a planned case without one was not run
  bool finished = false;            ///< the run said so itself

  friend bool operator==(const Journal&, const Journal&) = default;
};

/// Returns the journal that `text` holds; `file` is used only in diagnostics.
/// A last line without its newline was being written when the run ended, and is dropped. A case that was begun and
/// not ended has crashed.
/// Errors: bad_journal, for the first line that a run cannot have written there.
Result<Journal> parse_journal(std::string_view text, std::string_view file);

/// Returns the journal in the file `path`.
/// Errors: unreadable_file, and those of parse_journal.
Result<Journal> read_journal(const std::string& path);

/// Returns the journal of the whole run that `shards` are parts of, sorted by id: the same whatever the parts were.
/// A planned case may stand in several shards, a result only in one (or be the same in each).
/// Errors: bad_journal, where the parts are of different runs or contradict each other.
Result<Journal> merge_journals(std::span<const Journal> shards);

/// Returns `journal` as a journal's lines; parsing them gives `journal` again.
std::string to_text(const Journal& journal);

}  // namespace npu_cts
