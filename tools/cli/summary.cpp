// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/summary.h"

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "framework/base/find.h"
#include "framework/base/text.h"
#include "framework/expect/apply.h"
#include "framework/reader/read_spec.h"
#include "framework/run/session/check_plan.h"
#include "framework/run/session/complain.h"
#include "framework/run/session/environment.h"
#include "framework/run/shards/portion.h"
#include "framework/run/shards/shards.h"
#include "reports/known_failures.h"
#include "reports/phrases.h"
#include "reports/words.h"
#include "tools/cli/command.h"
#include "tools/cli/plan_conditions.h"

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

int exit_of(reports::Conclusion conclusion) {
  switch (conclusion) {
    case reports::Conclusion::conforms:
    case reports::Conclusion::conforms_in_its_scope:
    case reports::Conclusion::conforms_in_part:
    case reports::Conclusion::passes_with_waivers:
      return run::exit_conforms;
    case reports::Conclusion::fails:
    case reports::Conclusion::incomplete:
      return run::exit_failed;
    case reports::Conclusion::nothing_ran:
      return run::exit_nothing_ran;
  }
  std::abort();
}

namespace {

/// Returns the conclusion in words: its name, which files hold too, where that is one.
std::string_view verdict_of(reports::Conclusion conclusion) {
  const std::string_view name = name_of(conclusion);
  return name.find('_') == std::string_view::npos ? name : reports::say(conclusion, Language::en);
}

Meaning meaning_of(reports::Conclusion conclusion) {
  return exit_of(conclusion) == run::exit_conforms ? Meaning::good : Meaning::bad;
}

/// Returns the slowest of `cases`, `most` of them; nothing where it is not known how long they took.
std::string slowest_cases(const reports::RunCases& cases, std::size_t most) {
  if (most == 0) return "";
  std::size_t timed = 0;
  std::multimap<std::int64_t, std::string, std::greater<>> slowest;  // ids by microseconds
  cases([&](const record::PlannedCase& /*planned*/, const CaseResult* result) {
    if (result == nullptr || result->microseconds <= 0) return;
    ++timed;
    slowest.emplace(result->microseconds, result->id);
    if (slowest.size() > most) slowest.erase(std::prev(slowest.end()));
  });
  if (timed == 0) return "";
  std::string text = fmt::format("slowest of {}:\n", counted(timed, "case"));
  for (const auto& [microseconds, id] : slowest)
    text += fmt::format("  {:>9.3f} s  {}\n", static_cast<double>(microseconds) / 1e6, id);
  return text;
}

/// Returns the command that shows that results of `op` depend on earlier calls: all of them, where those are not known.
/// Empty where no case passes alone.
std::string again_behind(const reports::OpReport& op, const reports::Report& report) {
  const auto* shown = find_where(op.failing, [](const auto& one) { return one.result.is_behind_known(); });
  if (shown == nullptr) shown = find_where(op.failing, [](const auto& one) { return !one.result.behind.empty(); });
  return shown == nullptr ? "" : fmt::format("    again: {}{}\n", shown->reproducer, spec_option_of(report));
}

}  // namespace

void add_expectations_option(CLI::App& app, std::string& path) {
  app.add_option("--expectations", path, "list of known failures: they pass, and everything else about them fails")
      ->type_name("FILE");
}

Result<std::optional<expect::Expectations>> read_expectations_option(const std::string& path) {
  if (path.empty()) return std::optional<expect::Expectations>();
  auto list = expect::read_expectations_file(path);
  if (!list) return list.diagnostics();
  return std::optional(std::move(*list));
}

CLI::Validator day_check() {
  return {[](const std::string& day) { return expect::is_day(day) ? "" : "'" + day + "' is no day as 2026-07-27"; },
          ""};
}

Result<record::Journal> read_journals(const std::vector<std::string>& paths) {
  std::vector<record::Journal> parts;
  Diagnostics errors;
  for (const std::string& path : paths) {
    auto part = run::read_run(path);
    if (part) {
      parts.push_back(std::move(*part));
    } else {
      errors.insert(errors.end(), part.diagnostics().begin(), part.diagnostics().end());
    }
  }
  if (!errors.empty()) return errors;
  auto whole = record::merge_journals(std::move(parts));
  if (!whole) {
    Diagnostic apart = whole.diagnostics().front();
    apart.at.file = join(paths, " ");
    return apart;
  }
  if (paths.size() == 1) return whole;
  if (auto lost = run::check_portions(*whole)) return *std::move(lost);
  return whole;
}

Result<reports::Report> build_checked_report(const Spec& spec, record::Journal journal, const Concluding& how) {
  const auto digest = reader::digest_of(how.spec_folder);
  if (!digest) return digest.diagnostics();
  const run::DigestedSpec digested{.spec = spec, .digest = *digest, .read_digest = how.read_digest, .plans = how.plans};
  const auto scope = run::check_plan(digested, journal, how.path);
  if (!scope) return scope.diagnostics();
  return build_report_of(spec, std::move(journal), *scope, how);
}

reports::Report build_report_of(const Spec& spec, record::Journal journal, const record::CoveredScope& scope,
                                const Concluding& how) {
  journal = reports::with_contested(std::move(journal), how.contested);
  if (!how.expectations) return reports::build_report(spec, std::move(journal), scope);
  return reports::build_report(
      spec, expect::expect(std::move(journal), *how.expectations, how.day.empty() ? run::today() : how.day), scope);
}

int conclude(const Spec& spec, Result<reports::Report> report, const Concluding& how) {
  if (!report) return run::complain(report.diagnostics(), run::exit_usage);
  if (how.summary.detail != Detail::verdict) *report = with_conditions(spec, std::move(*report), how.plans);
  const int code = exit_of(report->conclusion);
  if (const int said = run::say(summary_of(*report, how.path, how.summary), code); said != code) return said;
  return report->known ? run::complain(report->known->problems, code) : code;
}

std::string summary_of(const reports::Report& report, const std::string& path, const SummaryOptions& options) {
  const auto verdict_text = [&](reports::Conclusion conclusion) {
    return coloured(verdict_of(conclusion), meaning_of(conclusion), options.colour);
  };
  std::string text = reports::scope_text(report, Language::en) + "\n";
  const std::string verdict =
      fmt::format("{} on '{}': {}; journal: {}\n", counted(report.tally.planned, "case"),
                  escape_control(report.info.driver), verdict_text(report.conclusion), escape_control(path));
  if (report.known) text += reports::to_text(*report.known);
  if (options.detail == Detail::verdict) return text + verdict;
  text += failure_groups(report, path, options.detail, options.colour);
  text += slowest_cases(report.cases, options.durations);
  for (const reports::OpReport& op : report.operators) {
    const std::size_t waived = op.tally.count(Status::expected_fail);
    text += fmt::format(
        "{:<24} {:>7} cases  {:>7} pass  {:>5} weak  {:>5} skip  {:>5} contested  {:>5} failed{}  {:>5} not run  {}\n",
        op.name, op.tally.planned, op.tally.count(Status::pass), op.tally.count(Status::weak),
        op.tally.count(Status::skip), op.tally.count(Status::contested), reports::failures(op.tally),
        waived > 0 ? fmt::format("  {:>5} waived", waived) : "", op.tally.not_run, verdict_text(op.conclusion));
    if (const std::string part = reports::part_claimed(op.claim, Language::en); !part.empty())
      text += fmt::format("  claims {} documented calls\n", part);
    for (const std::string& condition : reports::conditions_of(op, Language::en))
      text += fmt::format("  {}\n", condition);
    text += again_behind(op, report);
    for (const reports::Suspicion& one : op.suspicions) {
      text +=
          fmt::format("  {} wrong {}: {}\n", one.cases, one.cases == 1 ? "case" : "cases", to_text(one, Language::en));
    }
    for (const reports::ProductVariants& one : op.variants) {
      if (one.variants.disagreeing.empty()) continue;
      text += fmt::format("  {}: {}: {}\n", one.product, reports::say(reports::Word::disagreeing, Language::en),
                          join(one.variants.disagreeing, ", "));
    }
  }
  return text + verdict;
}

}  // namespace npu_cts
