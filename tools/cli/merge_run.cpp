// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/merge_run.h"

#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "framework/record/journal_line.h"
#include "tools/cli/case_reader.h"

namespace npu_cts {
namespace {

using Problem = std::optional<Diagnostics>;

/// Takes the lines of a run in the order of its journal: writes them, and shows them to what reads the cases.
class Merging {
 public:
  Merging(const EndedRun& run, record::MergedParts parts, record::LinesWriter lines)
      : run_(run), parts_(std::move(parts)), lines_(std::move(lines)), head_(parts_.head()) {
    head_.shards = run.portion;
    head_.environments.push_back(run.environment);
    if (run.is_reproducible) head_.environments.clear();
    lines_.add(record::to_text(record::JournalLine(
        record::RunLine{.info = head_.info, .shards = head_.shards, .environments = head_.environments})));
  }
  Merging(const Merging&) = delete;
  Merging& operator=(const Merging&) = delete;
  ~Merging() = default;

  [[nodiscard]] const record::Journal& head() const { return head_; }

  /// Writes what was planned, which the parts leave to this process.
  void write_planned() {
    for (const run::ChosenCase& chosen : run_.cases) lines_.add(record::to_text(run::planned_of(chosen)));
  }

  Problem write_results(CaseReader& reader) {
    auto one = parts_.next();
    for (const run::ChosenCase& chosen : run_.cases) {
      const record::PlannedCase planned = run::planned_of(chosen);
      std::optional<CaseResult> result;
      if (one && *one && (*one)->result.id == planned.id) {
        result = write(**std::move(one));
        one = parts_.next();
      }
      reader.take(planned, std::move(result));
    }
    if (!one) return one.diagnostics();
    if (*one)
      return Diagnostics{record::bad_journal({.file = run_.shards.journal},
                                             fmt::format("'{}' ends and was not planned", (*one)->result.id))};
    head_.finished = parts_.head().finished;
    return std::nullopt;
  }

  /// Ends the journal.
  record::WriteError close() {
    if (head_.finished) lines_.add(record::to_text(record::JournalLine(record::DoneLine{run_.cases.size(), ended_})));
    return lines_.close();
  }

 private:
  CaseResult write(record::MergedResult ended) {
    ++ended_;
    lines_.add(record::to_text(record::JournalLine(record::BeginLine{ended.result.id})));
    const auto history = run_.histories.find(ended.result.id);
    if (!run_.is_reproducible && history == run_.histories.end()) {
      lines_.add(std::move(ended.json));
      return std::move(ended.result);
    }
    CaseResult result = run_.is_reproducible ? record::reproducible(std::move(ended.result)) : std::move(ended.result);
    if (history != run_.histories.end()) result.behind = history->second;
    lines_.add(record::to_text(result));
    return result;
  }

  const EndedRun& run_;
  record::MergedParts parts_;
  record::LinesWriter lines_;
  record::Journal head_;
  std::size_t ended_ = 0;
};

Diagnostic no_room(const std::string& folder) { return record::cannot_write(folder, "keep the cases of a run", errno); }

}  // namespace

Result<reports::Report> merge_run(const EndedRun& run, JournalPlace& place, const Concluding& how) {
  auto parts = record::MergedParts::open(run::part_paths(run.shards), run.order);
  if (!parts) return parts.diagnostics();
  const std::filesystem::path parent = std::filesystem::path(place.work()).parent_path();
  const std::string folder = parent.empty() ? "." : parent.string();
  auto reader = CaseReader::make(folder, how);
  if (!reader) return no_room(folder);
  auto output = place.begin();
  if (!output) return output.diagnostics();
  Merging merging(run, *std::move(parts),
                  record::LinesWriter([&output](std::string_view lines) { return output->write(lines); }));
  const record::Journal& head = merging.head();
  const run::PlanCounts counts = run.counts ? *run.counts : run::remember_counts(run.spec, head.info.filters.tier);
  const auto scope = run::scope_of_run(run.spec, head, how.path, run.cases, counts);
  if (!scope) return scope.diagnostics();
  merging.write_planned();
  if (auto problem = merging.write_results(*reader)) return *std::move(problem);
  if (auto error = merging.close()) return *std::move(error);
  if (auto error = output->close()) return *std::move(error);
  run::remove_parts(run.shards.journal);
  auto report = reader->close(run.spec.spec, head, *scope);
  if (!report) return no_room(folder);
  return *std::move(report);
}

}  // namespace npu_cts
