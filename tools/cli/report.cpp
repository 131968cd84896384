// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>
#include <string_view>
#include <utility>

#include "framework/record/journal.h"
#include "framework/run/session/add_word.h"
#include "framework/run/session/options.h"
#include "framework/run/shards/portion.h"
#include "reports/render.h"
#include "reports/report.h"
#include "tools/cli/call_lines.h"
#include "tools/cli/command.h"
#include "tools/cli/github.h"
#include "tools/cli/plan_conditions.h"
#include "tools/cli/stream_report.h"
#include "tools/cli/strength_record.h"
#include "tools/cli/summary.h"
#include "tools/plugin/faults/fault_table_page.h"

namespace npu_cts {
namespace {

struct ReportOptions {
  std::string spec;
  std::vector<std::string> journals;
  std::string out;
  std::string language = "en";
  bool is_reproducible = false;
  reports::ContestedPolicy contested = reports::ContestedPolicy::report;
  std::vector<std::string> with;  ///< further forms
  bool is_for_github = false;
  bool has_exit_code = false;
  std::string expectations;
};

/// Returns the report of the run. Its cases are in memory only where they cannot be read one by one.
Result<reports::Report> report_of(const Spec& spec, const ReportOptions& options, const Concluding& how) {
  const StreamOptions streaming{.folder = options.out, .is_reproducible = options.is_reproducible};
  if (auto streamed = stream_report(spec, options.journals, streaming, how)) return *std::move(streamed);
  auto journal = read_journals(options.journals);
  if (!journal) return journal.diagnostics();
  if (options.is_reproducible) *journal = record::reproducible(std::move(*journal));
  return build_checked_report(spec, std::move(*journal), how);
}

int report(const ReportOptions& options) {
  const auto loaded = load_spec_with_plans(options.spec);
  if (!loaded) return run::complain_of_spec(loaded.diagnostics());
  const Spec& spec = loaded->spec;
  auto expectations = read_expectations_option(options.expectations);
  if (!expectations) return run::complain(expectations.diagnostics(), run::exit_usage);
  const document::PageContent faults = faults::fault_table_page();
  auto checked = report_of(spec, options,
                           {.spec_folder = run::find_spec_folder(options.spec),
                            .read_digest = loaded->digest,
                            .plans = loaded->plans.get(),
                            .path = options.journals.front(),
                            .contested = options.contested,
                            .expectations = std::move(*expectations)});
  if (!checked) return run::complain(checked.diagnostics(), run::exit_usage);
  if (auto lost = options.has_exit_code ? run::check_portions(checked->journal) : std::nullopt)
    return run::complain({*std::move(lost)}, run::exit_usage);
  *checked = with_conditions(spec, std::move(*checked), loaded->plans.get());
  *checked = with_arguments(spec, std::move(*checked), loaded->plans.get());
  checked->linked_pages = {{"faults", faults.title}};
  auto strength = read_strength(*checked);
  if (!strength) return run::complain(strength.diagnostics(), run::exit_usage);
  if (!strength->empty()) checked->strength = strength->back();
  reports::PageFolder files(options.out);
  const reports::TakeText take = [&files](const std::string& page, std::string_view piece) { files.take(page, piece); };
  reports::write_forms(*checked, reports::language_of(options.language), take);
  for (const reports::Page& page : reports::render(faults, "faults")) take(page.name, page.text);
  for (const std::string& form : options.with)
    (form == "tap" ? reports::write_tap : reports::write_ctrf)(*checked, take);
  if (const int trouble = close_and_say(files); trouble != run::exit_conforms) return trouble;
  if (checked->known) {
    if (const int trouble = run::complain(checked->known->problems, run::exit_conforms); trouble != run::exit_conforms)
      return trouble;
  }
  const int code = options.has_exit_code ? exit_of(checked->conclusion) : run::exit_conforms;
  if (!options.is_for_github) return code;
  if (const auto error = append_github_summary(*checked)) return run::complain({*error}, run::exit_usage);
  return run::say(github_annotations(*checked), code);
}

}  // namespace

void add_report(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<ReportOptions>();
  CLI::App* command = app.add_subcommand("report", "Writes the compliance tables of a run from its journal.");
  command->add_option("journals", options->journals, "journals of one run (several where it was sharded)")->required();
  command->add_option("--out", options->out, "folder for the tables")->required();
  run::add_spec_option(*command, options->spec);
  add_contested_option(*command, options->contested);
  add_expectations_option(*command, options->expectations);
  run::add_one_of(*command, "--lang", options->language, {"en", "zh"}, "en or zh");
  run::add_reproducible_option(*command, options->is_reproducible);
  command->add_option("--with", options->with, "writes another form for test tools, too: report.ctrf.json, report.tap")
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"ctrf", "tap"}));
  command->add_flag("--github", options->is_for_github,
                    "prints annotations for GitHub Actions, and appends to the summary of the step");
  command->add_flag("--exit-code", options->has_exit_code, "ends as the run did: 0 conforms, 1 fails, 5 nothing ran");
  command->footer(
      "Examples:\n  npu-cts report npu-cts.journal.jsonl --out report\n  npu-cts report part1.jsonl part2.jsonl --out "
      "report --lang zh");
  command->callback([options, &chosen] { chosen = [options] { return report(*options); }; });
}

}  // namespace npu_cts
