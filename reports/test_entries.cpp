// SPDX-License-Identifier: Apache-2.0
#include "reports/test_entries.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/record/rerun.h"
#include "reports/phrases.h"

namespace npu_cts::reports {
namespace {

Ending ending_of(std::optional<Status> status) {
  if (!status) return Ending::error;  // a case that was not run must not look green
  switch (*status) {
    case Status::pass:
    case Status::weak:
      return Ending::passed;
    case Status::skip:
    case Status::contested:
    case Status::expected_fail:  // a failure that is waived must not look green either
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

/// Returns where a failure stands, what is wrong with its values (what they are like, how many, and the first with
/// their inputs), and how to run it again.
std::vector<std::string> details_of(const record::PlannedCase& planned, const CaseResult* result, const RunInfo& info) {
  std::vector<std::string> details{fmt::format("{}: {}", place_of(planned.at), join(planned.covers, ", "))};
  if (result != nullptr && result->attribution) details.emplace_back(name_of(result->attribution->fault));
  if (result != nullptr && result->mismatch) {
    details.push_back(to_text(*result->mismatch, Language::en));
    if (!result->matching_mutants.empty())
      details.push_back("like an implementation that " + join(result->matching_mutants, ", or that "));
    details.insert(details.end(), result->mismatch->details.begin(), result->mismatch->details.end());
  }
  details.push_back(record::rerun_command(info, planned, result));
  return details;
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
      if (!one.variants.disagreeing.empty()) entry.details = {join(one.variants.disagreeing, ", ")};
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

/// A suite that is not of cases.
struct ToldSuite {
  std::string_view name;
  void (*tell)(const Report& report, std::string_view suite, const TakeTest& take);
};
constexpr std::array told_suites{ToldSuite{"numeric-variants", tell_variants}, ToldSuite{"run", tell_run}};

}  // namespace

void for_each_test(const Report& report, const TakeTest& take) {
  std::string suite;
  auto told = told_suites.begin();
  report.cases([&](const record::PlannedCase& planned, const CaseResult* result) {
    suite.assign(planned.op).append("/").append(planned.target.product);
    for (; told != told_suites.end() && told->name < suite; ++told) told->tell(report, told->name, take);
    TestEntry entry = entry_of(planned, result, report.info);
    entry.suite = suite;
    take(entry);
  });
  for (; told != told_suites.end(); ++told) told->tell(report, told->name, take);
}

std::size_t count_tests(const Report& report) {
  std::size_t count = report.tally.planned + 1;
  for (const OpReport& op : report.operators)
    count += static_cast<std::size_t>(std::ranges::count_if(op.variants, is_test));
  return count;
}

std::string time_begun(const Report& report) {
  const auto& environments = report.journal.environments;
  return environments.empty() ? "" : environments.front().started;
}

}  // namespace npu_cts::reports
