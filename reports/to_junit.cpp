#include <cstdlib>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/model/spec.h"
#include "reports/document/escape.h"
#include "reports/phrases.h"
#include "reports/render.h"

namespace npu_cts {
namespace {

/// One suite as it grows.
struct Suite {
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;
  std::string cases;
};

enum class Ending : std::uint8_t { passed, failure, error, skipped };

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

/// What one test case says.
struct Entry {
  std::string class_name;
  std::string name;
  Location at;
  Ending ending = Ending::passed;
  std::string type;  ///< the status
  std::string message;
  std::string details;
};

void add(Suite& suite, const Entry& entry) {
  ++suite.tests;
  suite.cases +=
      fmt::format(R"(    <testcase classname="{}" name="{}")", xml_escaped(entry.class_name), xml_escaped(entry.name));
  if (!entry.at.file.empty()) {
    suite.cases += fmt::format(R"( file="{}" line="{}")", xml_escaped(spec_path(entry.at.file)), entry.at.line);
  }
  const auto element = [&](std::string_view name) {
    suite.cases += fmt::format("><{0} type=\"{1}\" message=\"{2}\">{3}</{0}></testcase>\n", name,
                               xml_escaped(entry.type), xml_escaped(entry.message), xml_escaped(entry.details));
  };
  switch (entry.ending) {
    case Ending::passed:
      suite.cases += "/>\n";
      return;
    case Ending::failure:
      ++suite.failures;
      return element("failure");
    case Ending::error:
      ++suite.errors;
      return element("error");
    case Ending::skipped:
      ++suite.skipped;
      suite.cases += fmt::format("><skipped message=\"{}\"/></testcase>\n", xml_escaped(entry.message));
      return;
  }
  std::abort();
}

Entry entry_of(const PlannedCase& planned, const CaseResult* result, const RunInfo& info) {
  Entry entry;
  entry.class_name = planned.op + "." + planned.target.product;
  entry.name = planned.id;
  entry.at = planned.at;
  entry.ending = ending_of(result == nullptr ? std::nullopt : std::optional(result->status));
  entry.type = result == nullptr ? "not_run" : std::string(name_of(result->status));
  entry.message = result == nullptr ? "the case was planned and not run" : result->reason;
  entry.details = fmt::format("{}: {}; ", place_of(planned.at), join(planned.covers, ", "));
  if (result != nullptr && result->attribution)
    entry.details += fmt::format("{}; ", name_of(result->attribution->fault));
  if (result != nullptr && result->mismatch) entry.details += to_text(*result->mismatch, Language::en) + "; ";
  entry.details += reproducer_of(info, planned);
  return entry;
}

void add_variants(const OpReport& op, std::map<std::string, Suite>& suites) {
  for (const ProductVariants& one : op.variants) {
    if (one.variants.cases == 0) continue;
    const bool mixed = !one.variants.disagreeing.empty();
    Entry entry;
    entry.class_name = op.name + "." + one.product;
    entry.name = op.name + "/" + one.product + "/numeric-variants";
    entry.at = {.file = op.file, .line = 0, .column = 0};
    entry.ending = mixed ? Ending::failure : Ending::passed;
    entry.type = "mixture";
    entry.message = std::string(say(Word::disagreeing, Language::en));
    entry.details = join(one.variants.disagreeing, ", ");
    add(suites["numeric-variants"], entry);
  }
}

Entry run_entry(const Report& report) {
  const bool ran = report.conclusion != Conclusion::nothing_ran && report.finished && report.tally.not_run == 0;
  Entry entry;
  entry.class_name = "run";
  entry.name = "the run is complete";
  entry.ending = ran ? Ending::passed : Ending::error;
  entry.type = std::string(name_of(report.conclusion));
  entry.message = fmt::format("{} planned, {} not run, {}", report.tally.planned, report.tally.not_run,
                              report.finished ? "finished" : "not finished");
  return entry;
}

std::string suite_text(const std::string& name, const Suite& suite) {
  return fmt::format(
      "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n{}  </testsuite>\n",
      xml_escaped(name), suite.tests, suite.failures, suite.errors, suite.skipped, suite.cases);
}

}  // namespace

std::string to_junit(const Report& report) {
  std::map<std::string_view, const CaseResult*> results;
  for (const CaseResult& result : report.journal.results) results[result.id] = &result;
  std::map<std::string, Suite> suites;
  for (const PlannedCase& planned : report.journal.planned) {
    const auto it = results.find(planned.id);
    add(suites[planned.op + "/" + planned.target.product],
        entry_of(planned, it == results.end() ? nullptr : it->second, report.info));
  }
  for (const OpReport& op : report.operators) add_variants(op, suites);
  add(suites["run"], run_entry(report));

  Suite all;
  for (const auto& [name, suite] : suites) {
    all.tests += suite.tests;
    all.failures += suite.failures;
    all.errors += suite.errors;
    all.skipped += suite.skipped;
    all.cases += suite_text(name, suite);
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"npu-cts: {}\" tests=\"{}\" "
      "failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n{}</testsuites>\n",
      xml_escaped(scope_text(report, Language::en)), all.tests, all.failures, all.errors, all.skipped, all.cases);
}

}  // namespace npu_cts
