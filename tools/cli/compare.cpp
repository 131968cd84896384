// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "framework/base/find.h"
#include "framework/reader/read_spec.h"
#include "framework/record/compressed.h"
#include "framework/record/rerun.h"
#include "framework/run/session/add_word.h"
#include "framework/run/shards/shards.h"
#include "reports/compare_page.h"
#include "reports/document/escape.h"
#include "reports/trend_page.h"
#include "tools/cli/command.h"
#include "tools/cli/plan_conditions.h"
#include "tools/cli/read_trend.h"
#include "tools/cli/summary.h"

namespace npu_cts {
namespace {

struct CompareOptions {
  std::string spec;
  std::vector<std::string> journals;
  std::string out;
  std::string history;
  std::string language = "en";
};

/// Returns the badge of `report`, a run out of the journal `path`.
reports::Page badge_page(const reports::Report& report, const std::string& path) {
  const reports::TrendRun run{.file = path,
                              .level = "self-declared",
                              .info = report.info,
                              .tally = report.tally,
                              .scope = report.scope,
                              .conclusion = report.conclusion,
                              .since = {}};
  std::filesystem::path name = std::filesystem::path(path).filename();
  if (name.extension() == record::compressed_ending) name = name.stem();
  return {.name = fmt::format("badge-{}.svg", document::anchor_of(name.stem().string())),
          .text = reports::badge_of(run)};
}

/// Returns the page of the runs in the folder `history`.
Result<std::vector<reports::Page>> trend_pages(const Spec& spec, const CompareOptions& options) {
  const auto digest = reader::digest_of(run::find_spec_folder(options.spec));
  if (!digest) return digest.diagnostics();
  const auto runs = read_trend({.spec = spec, .digest = *digest}, options.history);
  if (!runs) return runs.diagnostics();
  return reports::render(reports::build_trend_page(*runs, reports::language_of(options.language)), "trend");
}

/// Returns the command that writes the page again.
std::string command_of(const CompareOptions& options) {
  std::string command = "npu-cts compare";
  for (const std::string& path : options.journals) command += " " + record::shell_word(path);
  if (!options.history.empty()) command += " --history " + record::shell_word(options.history);
  return command + " --out DIR";
}

/// Returns what is wrong where `paths` name a journal twice: compared with itself, a run shows no difference.
std::optional<Diagnostic> find_twice(std::span<const std::string> paths) {
  std::error_code ignored;
  for (std::size_t i = 1; i < paths.size(); ++i) {
    for (const std::string& earlier : paths.first(i)) {
      if (!std::filesystem::equivalent(paths[i], earlier, ignored)) continue;
      return error_at(Kind::wrong_usage, {.file = paths[i]}, "the journal is given twice",
                      "a run that is compared with itself shows no difference", "give the journals of different runs");
    }
  }
  return std::nullopt;
}

int compare(const CompareOptions& options) {
  if (const auto twice = find_twice(options.journals)) return run::complain({*twice}, run::exit_usage);
  const auto loaded = load_spec_with_plans(options.spec);
  if (!loaded) return run::complain_of_spec(loaded.diagnostics());
  const Spec& spec = loaded->spec;
  std::vector<reports::Report> reports;
  Diagnostics errors;
  for (const std::string& path : options.journals) {
    const auto journal = run::read_run(path);
    auto report = journal ? build_checked_report(spec, *journal,
                                                 {.spec_folder = run::find_spec_folder(options.spec),
                                                  .read_digest = loaded->digest,
                                                  .plans = loaded->plans.get(),
                                                  .path = path})
                          : Result<reports::Report>(journal.diagnostics());
    if (report) {
      reports.push_back(with_conditions(spec, std::move(*report), loaded->plans.get()));
    } else {
      errors.insert(errors.end(), report.diagnostics().begin(), report.diagnostics().end());
    }
  }
  if (!errors.empty()) return run::complain(errors, run::exit_usage);
  const Language language = reports::language_of(options.language);
  std::vector<reports::Page> pages;
  reports::BesideComparePage beside{.badges = {}, .journals = options.journals, .command = command_of(options)};
  if (!options.history.empty()) {
    auto trend = trend_pages(spec, options);
    if (!trend) return run::complain(trend.diagnostics(), run::exit_usage);
    pages = std::move(*trend);
    beside.pages = {{"trend", std::string(reports::pick(language, "Runs over time", "历次运行"))}};
  }
  for (std::size_t i = 0; i < reports.size(); ++i) {
    pages.push_back(badge_page(reports[i], options.journals[i]));
    while (contains(beside.badges, pages.back().name))
      pages.back().name.insert(0, "other-");  // journals of one name in several folders
    beside.badges.push_back(pages.back().name);
  }
  for (reports::Page& page : reports::render(reports::build_compare_page(reports, language, beside), "compare"))
    pages.push_back(std::move(page));
  return write_and_say(pages, options.out);
}

}  // namespace

void add_compare(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<CompareOptions>();
  CLI::App* command = app.add_subcommand(
      "compare",
      "Sets implementations side by side: scores, differences with their smallest case, numeric variants; with a badge "
      "of each.");
  command->add_option("journals", options->journals, "journals, one of each implementation")->required();
  command->add_option("--out", options->out, "folder for the page")->required();
  command
      ->add_option("--history", options->history,
                   "folder of journals and certificates: writes their trend, too, as 'npu-cts trend' does")
      ->type_name("DIR");
  run::add_spec_option(*command, options->spec);
  run::add_one_of(*command, "--lang", options->language, {"en", "zh"}, "en or zh");
  command->footer("Example:\n  npu-cts compare onednn.jsonl xnnpack.jsonl --out compare");
  command->callback([options, &chosen] { chosen = [options] { return compare(*options); }; });
}

}  // namespace npu_cts
