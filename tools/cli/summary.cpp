// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/summary.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "framework/base/text.h"
#include "framework/expect/apply.h"
#include "framework/reader/read_spec.h"
#include "framework/run/session/check_plan.h"
#include "framework/run/session/environment.h"
#include "framework/run/session/exit_code.h"
#include "framework/run/shards/portion.h"
#include "framework/run/shards/shards.h"
#include "reports/known_failures.h"
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
    case Conclusion::passes_with_waivers:
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
  const bool is_phrase =
      conclusion == Conclusion::conforms_in_its_scope || conclusion == Conclusion::passes_with_waivers;
  return is_phrase ? say(conclusion, Language::en) : name_of(conclusion);
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

void add_expectations_option(CLI::App& app, std::string& path) {
  app.add_option("--expectations", path, "list of known failures: they pass, and everything else about them fails")
      ->type_name("FILE");
}

Result<std::optional<Expectations>> read_expectations_option(const std::string& path) {
  if (path.empty()) return std::optional<Expectations>();
  auto list = read_expectations_file(path);
  if (!list) return list.diagnostics();
  return std::optional(std::move(*list));
}

Result<Journal> read_journals(const std::vector<std::string>& paths) {
  std::vector<Journal> parts;
  Diagnostics errors;
  for (const std::string& path : paths) {
    auto part = read_run(path);
    if (part) {
      parts.push_back(std::move(*part));
    } else {
      errors.insert(errors.end(), part.diagnostics().begin(), part.diagnostics().end());
    }
  }
  if (!errors.empty()) return errors;
  auto whole = merge_journals(std::move(parts));
  if (!whole || paths.size() == 1) return whole;
  if (auto lost = check_portions(*whole)) return *std::move(lost);
  return whole;
}

Result<Report> build_checked_report(const Spec& spec, Journal journal, const Concluding& how) {
  const auto digest = digest_of(how.spec_folder);
  if (!digest) return digest.diagnostics();
  const DigestedSpec digested{.spec = spec, .digest = *digest, .read_digest = how.read_digest, .plans = how.plans};
  const PlanCounts counts = remember_counts(digested, journal.info.tier);
  const auto scope = check_plan(digested, journal, how.path, counts);
  if (!scope) return scope.diagnostics();
  return build_report_of(spec, std::move(journal), *scope, how);
}

Report build_report_of(const Spec& spec, Journal journal, const CoveredScope& scope, const Concluding& how) {
  journal = with_contested(std::move(journal), how.contested);
  if (!how.expectations) return build_report(spec, std::move(journal), scope);
  return build_report(spec, expect(std::move(journal), *how.expectations, how.day.empty() ? today() : how.day), scope);
}

int conclude(const Result<Report>& report, const Concluding& how) {
  if (!report) return complain(report.diagnostics(), exit_usage);
  const int code = exit_of(report->conclusion);
  if (const int said = say(summary_of(*report, how.path, how.summary), code); said != code) return said;
  return report->known ? complain(report->known->problems, code) : code;
}

std::string summary_of(const Report& report, const std::string& path, const SummaryOptions& options) {
  const auto verdict_text = [&](Conclusion conclusion) {
    return coloured(verdict_of(conclusion), meaning_of(conclusion), options.colour);
  };
  std::string text = scope_text(report, Language::en) + "\n";
  const std::string verdict = fmt::format("{} cases on '{}': {}; journal: {}\n", report.tally.planned,
                                          report.info.driver, verdict_text(report.conclusion), path);
  if (report.known) text += to_text(*report.known);
  if (options.detail == Detail::verdict) return text + verdict;
  text += failure_groups(report.journal, path, options.detail, options.colour);
  text += slowest_cases(report.journal, options.durations);
  for (const OpReport& op : report.operators) {
    text += fmt::format(
        "{:<24} {:>7} cases  {:>7} pass  {:>5} weak  {:>5} skip  {:>5} contested  {:>5} failed  {:>5} not run  {}\n",
        op.name, op.tally.planned, op.tally.count(Status::pass), op.tally.count(Status::weak),
        op.tally.count(Status::skip), op.tally.count(Status::contested), failures(op.tally), op.tally.not_run,
        verdict_text(op.conclusion));
    if (const std::string part = part_claimed(op.claim, Language::en); !part.empty())
      text += fmt::format("  claims {} documented calls\n", part);
    for (const Suspicion& one : op.suspicions) {
      text +=
          fmt::format("  {} wrong {}: {}\n", one.cases, one.cases == 1 ? "case" : "cases", to_text(one, Language::en));
    }
  }
  return text + verdict;
}

}  // namespace npu_cts
