// SPDX-License-Identifier: Apache-2.0
#include "reports/test_entries.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/record/sorted_cases.h"
#include "reports/evidence.h"
#include "reports/phrases.h"

namespace npu_cts::reports {
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

std::string details_of(const record::PlannedCase& planned, const CaseResult* result, const RunInfo& info) {
  std::string details = fmt::format("{}: {}; ", place_of(planned.at), join(planned.covers, ", "));
  if (result != nullptr && result->attribution) details += fmt::format("{}; ", name_of(result->attribution->fault));
  if (result != nullptr && result->mismatch) details += to_text(*result->mismatch, Language::en) + "; ";
  return details + reproducer_of(info, planned);
}

/// Returns the test of a case, without its suite.
TestEntry entry_of(const record::PlannedCase& planned, const CaseResult* result, const RunInfo& info) {
  TestEntry entry;
  entry.name = planned.id;
  entry.file = planned.at.file;
  entry.line = planned.at.line;
  entry.ending = ending_of(result == nullptr ? std::nullopt : std::optional(result->status));
  entry.type = result == nullptr ? "not_run" : name_of(result->status);
  entry.message = result == nullptr ? "the case was planned and not run" : std::string_view(result->reason);
  if (entry.ending != Ending::passed) entry.details = details_of(planned, result, info);
  if (result == nullptr) return entry;
  entry.printed = result->printed;
  entry.seconds = static_cast<double>(result->microseconds) / 1e6;
  return entry;
}

bool is_test(const ProductVariants& one) { return one.variants.cases > 0; }

/// Calls `take` with a test for the numeric variants of each product.
void tell_variants(const Report& report, std::string_view suite, const TakeTest& take) {
  for (const OpReport& op : report.operators) {
    for (const ProductVariants& one : op.variants) {
      if (!is_test(one)) continue;
      const std::string name = op.name + "/" + one.product + "/numeric-variants";
      TestEntry entry;
      entry.suite = suite;
      entry.name = name;
      entry.file = op.file;
      entry.ending = one.variants.disagreeing.empty() ? Ending::passed : Ending::failure;
      entry.type = "mixture";
      entry.message = say(Word::disagreeing, Language::en);
      entry.details = join(one.variants.disagreeing, ", ");
      take(entry);
    }
  }
}

void tell_run(const Report& report, std::string_view suite, const TakeTest& take) {
  const bool ran = report.conclusion != Conclusion::nothing_ran && report.finished && report.tally.not_run == 0;
  const std::string message = fmt::format("{} planned, {} not run, {}", report.tally.planned, report.tally.not_run,
                                          report.finished ? "finished" : "not finished");
  TestEntry entry;
  entry.suite = suite;
  entry.name = "the run is complete";
  entry.ending = ran ? Ending::passed : Ending::error;
  entry.type = name_of(report.conclusion);
  entry.message = message;
  take(entry);
}

/// Tests of one suite that stand together: cases, or what a function tells.
struct Suite {
  std::string name;
  std::vector<CaseLine> cases = {};
  void (*tell)(const Report& report, std::string_view suite, const TakeTest& take) = nullptr;
};

std::vector<Suite> suites_of(const Report& report) {
  std::vector<Suite> suites;
  const record::PlannedCase* last = nullptr;
  record::for_each_case(report.journal, [&](const record::PlannedCase& planned, const CaseResult* result) {
    if (last == nullptr || last->op != planned.op || last->target.product != planned.target.product)
      suites.push_back({.name = planned.op + "/" + planned.target.product});
    last = &planned;
    suites.back().cases.push_back({.planned = &planned, .result = result});
  });
  suites.push_back({.name = "numeric-variants", .tell = tell_variants});
  suites.push_back({.name = "run", .tell = tell_run});
  std::ranges::stable_sort(suites, {}, &Suite::name);
  return suites;
}

}  // namespace

void for_each_test(const Report& report, const TakeTest& take) {
  for (const Suite& suite : suites_of(report)) {
    if (suite.tell != nullptr) suite.tell(report, suite.name, take);
    for (const CaseLine& line : suite.cases) {
      TestEntry entry = entry_of(*line.planned, line.result, report.info);
      entry.suite = suite.name;
      take(entry);
    }
  }
}

std::size_t count_tests(const Report& report) {
  std::size_t count = report.journal.planned.size() + 1;
  for (const OpReport& op : report.operators)
    count += static_cast<std::size_t>(std::ranges::count_if(op.variants, is_test));
  return count;
}

std::string time_begun(const Report& report) {
  const auto& environments = report.journal.environments;
  return environments.empty() ? "" : environments.front().started;
}

}  // namespace npu_cts::reports
