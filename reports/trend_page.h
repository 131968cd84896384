// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "framework/diff/journals.h"
#include "framework/record/scope.h"
#include "reports/document/document.h"
#include "reports/report.h"
#include "reports/words.h"

namespace npu_cts::reports {

/// One run of a history.
struct TrendRun {
  std::string file;
  std::string level;  ///< as evidence: "self-declared", "challenged"
  RunInfo info;
  std::string ended = {};                          ///< in UTC, as ISO 8601 has it; empty where the journal does not say
  Tally tally;                                     ///< of all its cases
  std::optional<record::CoveredScope> scope = {};  ///< nothing: the run was of another spec, and is not judged again
  std::optional<Conclusion> conclusion;            ///< the same
  std::optional<diff::JournalDiff> since;          ///< against the run before of this driver
};

/// What a trend is made of.
struct Trend {
  std::vector<TrendRun> runs;              ///< the oldest first
  std::vector<std::string> left_out = {};  ///< journals that are no runs of their own, each with why
};

/// Returns the tally of `journal` as it stands, without a report.
Tally tally_of(const record::Journal& journal);

/// Returns the page of `trend`: by driver how its runs ended, and what changed from one to the next.
document::PageContent build_trend_page(const Trend& trend, Language language);

/// Returns a badge of `run`, an SVG. A run that left cases out is not said to conform: its badge counts.
std::string badge_of(const TrendRun& run);

}  // namespace npu_cts::reports
