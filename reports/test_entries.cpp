// SPDX-License-Identifier: Apache-2.0
#include "reports/test_entries.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "reports/evidence.h"
#include "reports/phrases.h"

namespace npu_cts {
namespace {

Ending ending_of(std::optional<Status> status) {
  if (!status) return Ending::error;  // a case that was not run must not look green
  switch (*status) {
    case Status::pass:
    case Status::weak:
    case Status::expected_fail:
      return Ending::passed;
    case Status::skip:
    case Status::contested:
      return Ending::skipped;
    case Status::unexpected_pass:
    case Status::fail:
      return Ending::failure;
    case Status::crash:
    case Status::timeout:
    case Status::error:
      return Ending::error;
  }
  std::abort();
}

std::string details_of(const PlannedCase& planned, const CaseResult* result, const RunInfo& info) {
  std::string details = fmt::format("{}: {}; ", place_of(planned.at), join(planned.covers, ", "));
  if (result != nullptr && result->attribution) details += fmt::format("{}; ", name_of(result->attribution->fault));
  if (result != nullptr && result->mismatch) details += to_text(*result->mismatch, Language::en) + "; ";
  return details + reproducer_of(info, planned);
}

TestEntry entry_of(const PlannedCase& planned, const CaseResult* result, const RunInfo& info) {
  TestEntry entry;
  entry.suite = planned.op + "/" + planned.target.product;
  entry.name = planned.id;
  entry.at = planned.at;
  entry.ending = ending_of(result == nullptr ? std::nullopt : std::optional(result->status));
  entry.type = result == nullptr ? "not_run" : std::string(name_of(result->status));
  entry.message = result == nullptr ? "the case was planned and not run" : result->reason;
  if (entry.ending != Ending::passed) entry.details = details_of(planned, result, info);
  if (result == nullptr) return entry;
  entry.printed = result->printed;
  entry.seconds = static_cast<double>(result->microseconds) / 1e6;
  return entry;
}

void add_variants(const OpReport& op, std::vector<TestEntry>& entries) {
  for (const ProductVariants& one : op.variants) {
    if (one.variants.cases == 0) continue;
    const bool mixed = !one.variants.disagreeing.empty();
    TestEntry entry;
    entry.suite = "numeric-variants";
    entry.name = op.name + "/" + one.product + "/numeric-variants";
    entry.at = {.file = op.file, .line = 0, .column = 0};
    entry.ending = mixed ? Ending::failure : Ending::passed;
    entry.type = "mixture";
    entry.message = std::string(say(Word::disagreeing, Language::en));
    entry.details = join(one.variants.disagreeing, ", ");
    entries.push_back(std::move(entry));
  }
}

TestEntry run_entry(const Report& report) {
  const bool ran = report.conclusion != Conclusion::nothing_ran && report.finished && report.tally.not_run == 0;
  TestEntry entry;
  entry.suite = "run";
  entry.name = "the run is complete";
  entry.ending = ran ? Ending::passed : Ending::error;
  entry.type = std::string(name_of(report.conclusion));
  entry.message = fmt::format("{} planned, {} not run, {}", report.tally.planned, report.tally.not_run,
                              report.finished ? "finished" : "not finished");
  return entry;
}

}  // namespace

std::vector<TestEntry> test_entries(const Report& report) {
  std::vector<TestEntry> entries;
  entries.reserve(report.journal.planned.size());
  for (const CaseLine& line : case_lines(report.journal))
    entries.push_back(entry_of(*line.planned, line.result, report.info));
  for (const OpReport& op : report.operators) add_variants(op, entries);
  entries.push_back(run_entry(report));
  if (!std::ranges::is_sorted(entries, {}, &TestEntry::suite)) std::ranges::stable_sort(entries, {}, &TestEntry::suite);
  return entries;
}

std::string time_begun(const Report& report) {
  const auto& environments = report.journal.environments;
  return environments.empty() ? "" : environments.front().started;
}

}  // namespace npu_cts
