// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/read_trend.h"

#include <algorithm>
#include <compare>
#include <filesystem>
#include <map>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/run/session/environment.h"
#include "tools/cli/history.h"
#include "tools/cli/summary.h"

namespace npu_cts {
namespace {

namespace fs = std::filesystem;

/// A file of the history, and when its run ended.
struct DatedFile {
  std::string ended;
  fs::path path;

  friend auto operator<=>(const DatedFile&, const DatedFile&) = default;
};

std::string end_of(const record::Journal& journal) {
  return journal.environments.empty() ? "" : journal.environments.back().ended;
}

bool is_of_a_run(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.ends_with(".jsonl") || name.ends_with(".jsonl.zst") || name.ends_with(".tar.zst");
}

/// What a folder holds.
struct FoundRuns {
  std::vector<DatedFile> files = {};       ///< the oldest first
  std::vector<std::string> left_out = {};  ///< see Trend
};

/// Returns what the journal holds where that is no run of its own: a look at one case, or a list run again; else "".
std::string part_in(const record::Journal& journal) {
  if (!journal.info.selection.listed.empty()) return journal.info.query;
  return journal.planned.size() == 1 ? "one case" : "";
}

/// Returns the journals and certificates of `folder`. No run is kept in memory: there may be many.
Result<FoundRuns> find_runs(const std::string& folder) {
  FoundRuns found;
  Diagnostics errors;
  std::error_code failed;
  for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
    if (!is_of_a_run(it->path())) continue;
    const auto run = read_kept_run(it->path().string());
    if (!run) {
      errors.insert(errors.end(), run.diagnostics().begin(), run.diagnostics().end());
    } else if (const std::string part = part_in(run->contents.journal); !part.empty()) {
      found.left_out.push_back(fmt::format("{} ({})", escape_control(it->path().filename().string()), part));
    } else {
      found.files.push_back({.ended = end_of(run->contents.journal), .path = it->path()});
    }
  }
  if (failed || (found.files.empty() && errors.empty())) {
    const std::string what = failed ? "cannot be read: " + failed.message() : "holds no runs";
    errors.push_back(
        error_at(Kind::wrong_usage, {}, fmt::format("'{}' {}", escape_control(folder), what),
                 "a trend is of a folder of journals (.jsonl) and certificates (.tar.zst), of more than one case",
                 "name the folder that holds them"));
  }
  if (!errors.empty()) return errors;
  std::ranges::sort(found.files);
  std::ranges::sort(found.left_out);
  return found;
}

/// Judges runs one after the other, and remembers the last of each driver.
class History {
 public:
  explicit History(const run::DigestedSpec& spec) : spec_(spec) {}

  Result<reports::TrendRun> take(const DatedFile& file) {
    auto kept = read_kept_run(file.path.string());
    if (!kept) return kept.diagnostics();
    record::Journal& journal = kept->contents.journal;
    reports::TrendRun run{.file = file.path.filename().string(),
                          .level = std::string(kept->level),
                          .info = journal.info,
                          .ended = file.ended,
                          .tally = reports::tally_of(journal),
                          .conclusion = {},
                          .since = {}};
    const auto before = last_.find(run.info.driver);
    if (before != last_.end() && journal.finished) run.since = diff::diff(before->second, journal);
    if (const auto error = judge(*kept, run)) return *error;
    if (journal.finished) last_[run.info.driver] = std::move(journal);
    return run;
  }

 private:
  /// Adds to `run` what its report says, where it is of this spec.
  std::optional<Diagnostics> judge(const KeptRun& kept, reports::TrendRun& run) {
    const record::Journal& journal = kept.contents.journal;
    if (journal.info.spec_digest != spec_.digest) return std::nullopt;
    std::vector<expand::TargetPlan>& everything = everything_[std::max(journal.info.filters.tier, Tier::fast)];
    if (everything.empty()) everything = run::plan_everything(spec_.spec, journal.info.filters.tier);
    const auto scope = run::check_plan(spec_, everything, journal, run.file);
    if (!scope) return scope.diagnostics();
    const reports::Report report =
        build_report_of(spec_.spec, journal, *scope,
                        {.expectations = kept.contents.expectations, .day = evidence::day_of(journal, run::today())});
    run.scope = *scope;
    run.tally = report.tally;
    run.conclusion = report.conclusion;
    return std::nullopt;
  }

  run::DigestedSpec spec_;
  std::map<Tier, std::vector<expand::TargetPlan>> everything_;  ///< what the tiers of the runs plan
  std::map<std::string, record::Journal> last_;
};

}  // namespace

Result<reports::Trend> read_trend(const run::DigestedSpec& spec, const std::string& folder) {
  auto found = find_runs(folder);
  if (!found) return found.diagnostics();
  History history(spec);
  reports::Trend trend{.runs = {}, .left_out = std::move(found->left_out)};
  for (const DatedFile& file : found->files) {
    auto run = history.take(file);
    if (!run) return run.diagnostics();
    trend.runs.push_back(std::move(*run));
  }
  return trend;
}

}  // namespace npu_cts
