#include "tools/cli/summary.h"

#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "framework/expect/apply.h"
#include "framework/reader/read_spec.h"
#include "framework/run/session/check_plan.h"
#include "framework/run/session/environment.h"
#include "framework/run/session/exit_code.h"
#include "framework/run/shards/shards.h"
#include "reports/known_failures.h"
#include "reports/phrases.h"
#include "tools/cli/command.h"

namespace npu_cts {

void add_detail_options(CLI::App& app, Detail& detail) {
  CLI::Option* all = app.add_flag_callback(
      "-v,--verbose", [&detail] { detail = Detail::all; }, "prints every failure; without it three of each diagnosis");
  app.add_flag_callback(
         "-q,--quiet", [&detail] { detail = Detail::verdict; }, "prints the verdict only")
      ->excludes(all);
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

}  // namespace

std::string today() { return time_now().substr(0, std::string_view("2026-07-27").size()); }

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
  return merge_journals(parts);
}

Result<Report> build_checked_report(const Spec& spec, Journal journal, const Concluding& how) {
  const auto digest = digest_of(how.spec_folder);
  if (!digest) return digest.diagnostics();
  const auto scope = check_plan({spec, *digest}, journal, how.path);
  if (!scope) return scope.diagnostics();
  journal = with_contested(std::move(journal), how.contested);
  if (!how.expectations) return build_report(spec, journal, *scope);
  return build_report(spec, expect(std::move(journal), *how.expectations, how.day.empty() ? today() : how.day), *scope);
}

int conclude(const Spec& spec, Journal journal, const Concluding& how) {
  const auto report = build_checked_report(spec, std::move(journal), how);
  if (!report) return complain(report.diagnostics(), exit_usage);
  const int code = exit_of(report->conclusion);
  if (const int said = say(summary_of(*report, how.path, how.detail), code); said != code) return said;
  return report->known ? complain(report->known->problems, code) : code;
}

std::string summary_of(const Report& report, const std::string& path, Detail detail) {
  std::string text = scope_text(report, Language::en) + "\n";
  const std::string verdict = fmt::format("{} cases on '{}': {}; journal: {}\n", report.tally.planned,
                                          report.info.driver, verdict_of(report.conclusion), path);
  if (report.known) text += to_text(*report.known);
  if (detail == Detail::verdict) return text + verdict;
  text += failure_groups(report.journal, path, detail);
  for (const OpReport& op : report.operators) {
    text += fmt::format(
        "{:<24} {:>7} cases  {:>7} pass  {:>5} weak  {:>5} skip  {:>5} contested  {:>5} failed  {:>5} not run  {}\n",
        op.name, op.tally.planned, op.tally.count(Status::pass), op.tally.count(Status::weak),
        op.tally.count(Status::skip), op.tally.count(Status::contested), failures(op.tally), op.tally.not_run,
        verdict_of(op.conclusion));
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
