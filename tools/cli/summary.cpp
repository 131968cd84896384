#include "tools/cli/summary.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "framework/base/text.h"
#include "framework/reader/read_spec.h"
#include "framework/run/session/check_plan.h"
#include "framework/run/session/exit_code.h"
#include "reports/phrases.h"
#include "tools/cli/command.h"

namespace npu_cts {

void add_summary_options(CLI::App& app, SummaryOptions& options) {
  Detail& detail = options.detail;
  CLI::Option* all = app.add_flag_callback(
      "-v,--verbose", [&detail] { detail = Detail::all; }, "prints every failure; without it three of each diagnosis");
  app.add_flag_callback(
         "-q,--quiet", [&detail] { detail = Detail::verdict; }, "prints the verdict only")
      ->excludes(all);
  add_colour_option(app, options.colour);
}

int exit_of(Conclusion conclusion) {
  switch (conclusion) {
    case Conclusion::conforms:
    case Conclusion::conforms_in_its_scope:
    case Conclusion::conforms_in_part:
      return exit_conforms;
    case Conclusion::fails:
    case Conclusion::incomplete:
      return exit_failed;
    case Conclusion::nothing_ran:
      return exit_nothing_ran;
  }
  std::abort();
}

namespace {

std::string_view verdict_of(Conclusion conclusion) {
  const bool is_limited = conclusion == Conclusion::conforms_in_its_scope;
  return is_limited ? say(conclusion, Language::en) : name_of(conclusion);
}

Meaning meaning_of(Conclusion conclusion) {
  return exit_of(conclusion) == exit_conforms ? Meaning::good : Meaning::bad;
}

/// Returns the slowest cases of `journal`, `most` of them; nothing where it does not say how long they took.
std::string slowest_cases(const Journal& journal, std::size_t most) {
  std::vector<const CaseResult*> timed;
  for (const CaseResult& result : journal.results) {
    if (result.microseconds > 0) timed.push_back(&result);
  }
  if (most == 0 || timed.empty()) return "";
  std::ranges::stable_sort(timed, std::ranges::greater{}, &CaseResult::microseconds);
  std::string text = fmt::format("slowest of {}:\n", counted(timed.size(), "case"));
  timed.resize(std::min(timed.size(), most));
  for (const CaseResult* result : timed)
    text += fmt::format("  {:>9.3f} s  {}\n", static_cast<double>(result->microseconds) / 1e6, result->id);
  return text;
}

}  // namespace

Result<CoveredScope> covered_scope(const Spec& spec, const std::string& folder, const Journal& journal,
                                   const std::string& path) {
  const auto digest = digest_of(folder);
  if (!digest) return digest.diagnostics();
  return check_plan({spec, *digest}, journal, path);
}

Result<Report> build_checked_report(const Spec& spec, const std::string& folder, const Journal& journal,
                                    const std::string& path) {
  const auto scope = covered_scope(spec, folder, journal, path);
  if (!scope) return scope.diagnostics();
  return build_report(spec, journal, *scope);
}

int conclude(const Spec& spec, const Journal& journal, const Result<CoveredScope>& scope, const std::string& path,
             const SummaryOptions& options) {
  if (!scope) return complain(scope.diagnostics(), exit_usage);
  const Report report = build_report(spec, journal, *scope);
  return say(summary_of(report, journal, path, options), exit_of(report.conclusion));
}

std::string summary_of(const Report& report, const Journal& journal, const std::string& path,
                       const SummaryOptions& options) {
  const auto verdict_text = [&](Conclusion conclusion) {
    return coloured(verdict_of(conclusion), meaning_of(conclusion), options.colour);
  };
  std::string text = scope_text(report, Language::en) + "\n";
  const std::string verdict = fmt::format("{} cases on '{}': {}; journal: {}\n", report.tally.planned,
                                          journal.info.driver, verdict_text(report.conclusion), path);
  if (options.detail == Detail::verdict) return text + verdict;
  text += failure_groups(journal, path, options.detail, options.colour);
  text += slowest_cases(journal, options.durations);
  for (const OpReport& op : report.operators) {
    text += fmt::format(
        "{:<24} {:>7} cases  {:>7} pass  {:>5} weak  {:>5} skip  {:>5} contested  {:>5} failed  {:>5} not run  {}\n",
        op.name, op.tally.planned, op.tally.count(Status::pass), op.tally.count(Status::weak),
        op.tally.count(Status::skip), op.tally.count(Status::contested), failures(op.tally), op.tally.not_run,
        verdict_text(op.conclusion));
    if (const std::string part = part_claimed(op.claim); !part.empty())
      text += fmt::format("  claims {} documented calls\n", part);
    for (const Suspicion& one : op.suspicions) {
      text +=
          fmt::format("  {} wrong {}: {}\n", one.cases, one.cases == 1 ? "case" : "cases", to_text(one, Language::en));
    }
  }
  return text + verdict;
}

}  // namespace npu_cts
