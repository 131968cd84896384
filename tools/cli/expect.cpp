// SPDX-License-Identifier: Apache-2.0
#include "framework/expect/apply.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "framework/base/read_file.h"
#include "framework/base/text.h"
#include "framework/expect/update.h"
#include "framework/record/file.h"
#include "framework/run/session/add_word.h"
#include "framework/run/session/environment.h"
#include "reports/known_failures.h"
#include "tools/cli/command.h"
#include "tools/cli/summary.h"

namespace npu_cts {
namespace {

constexpr std::size_t most_list_bytes = std::size_t{4} * 1024 * 1024;
constexpr std::string_view empty_list = "expectations: []\n";

struct ExpectOptions {
  std::string spec;
  std::string list;
  std::vector<std::string> journals;
  reports::ContestedPolicy contested = reports::ContestedPolicy::report;
  bool is_update = false;
  expect::Grounds grounds;
};

std::string lines_of(std::string_view title, const std::vector<std::string>& ids) {
  std::string text;
  for (const std::string& id : ids) text += fmt::format("  {}: {}\n", title, id);
  return text;
}

/// Brings the list up to date. Returns whether it changed.
Result<bool> update(const ExpectOptions& options, const record::Journal& journal) {
  std::error_code ignored;
  auto text = std::filesystem::exists(options.list, ignored) ? read_file(options.list, most_list_bytes)
                                                             : Result<std::string>(std::string(empty_list));
  if (!text) return text.diagnostics();
  const expect::PlacedText before{.text = *text, .at = {.file = options.list}};
  const auto after = expect::update_expectations(before, journal, run::today(), options.grounds);
  if (!after) return after.diagnostics();
  if (*after == *text) return false;
  if (const auto error = record::write_file(options.list, *after)) return *error;
  return true;
}

int expect_run(const ExpectOptions& options) {
  const auto loaded = load_spec_with_plans(options.spec);
  if (!loaded) return run::complain_of_spec(loaded.diagnostics());
  const Spec& spec = loaded->spec;
  auto journal = read_journals(options.journals);
  if (!journal) return run::complain(journal.diagnostics(), run::exit_usage);
  Concluding how{.spec_folder = run::find_spec_folder(options.spec),
                 .read_digest = loaded->digest,
                 .plans = loaded->plans.get(),
                 .path = options.journals.front()};
  how.contested = options.contested;
  std::string said;
  if (options.is_update) {
    const auto checked = build_checked_report(spec, *journal, how);  // nothing is written for a journal that is refused
    if (!checked) return run::complain(checked.diagnostics(), run::exit_usage);
    const auto changed = update(options, reports::with_contested(*journal, how.contested));
    if (!changed) return run::complain(changed.diagnostics(), run::exit_usage);
    said = fmt::format("{}: {}\n", options.list, *changed ? "updated" : "unchanged");
  }
  auto list = expect::read_expectations_file(options.list);
  if (!list) return run::complain(list.diagnostics(), run::exit_usage);
  how.expectations = std::move(*list);
  const auto report = build_checked_report(spec, std::move(*journal), how);
  if (!report) return run::complain(report.diagnostics(), run::exit_usage);
  const expect::KnownFailures& known = *report->known;
  const bool is_met = known.problems.empty() && known.new_ones.empty() && known.gone.empty();
  const int code = is_met ? run::exit_conforms : run::exit_failed;
  said += reports::to_text(known) + lines_of("new", known.new_ones) + lines_of("gone", known.gone);
  if (const int trouble = run::say(said, code); trouble != code) return trouble;
  return run::complain(known.problems, code);
}

}  // namespace

void add_expect(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<ExpectOptions>();
  CLI::App* command =
      app.add_subcommand("expect", "Holds a list of known failures against a run, and brings it up to date.");
  command->add_option("list", options->list, "list of known failures, YAML")->required();
  command->add_option("journals", options->journals, "journals of one run (several where it was sharded)")->required();
  command->add_flag("--update", options->is_update,
                    "change the list to what the run shows: as few lines as possible, and comments stay");
  command->add_option("--reason", options->grounds.reason, "with --update: why the new failures may stay");
  command->add_option("--link", options->grounds.link, "with --update: where the new failures are tracked");
  command->add_option("--owner", options->grounds.owner, "with --update: who owns the new failures");
  command->add_option("--expires", options->grounds.expires, "with --update: the last day of the new entries")
      ->check(day_check())
      ->type_name("YYYY-MM-DD");
  add_contested_option(*command, options->contested);
  run::add_spec_option(*command, options->spec);
  command->footer(
      "Examples:\n  npu-cts expect known.yaml npu-cts.journal.jsonl\n  npu-cts expect known.yaml run.jsonl --update "
      "--reason 'scale is rounded twice' --link https://example.org/7 --owner kernels --expires 2027-01-31\n"
      "Exit code: 0 the list says what the run shows, 1 it does not, 2 the spec has errors, 3 wrong usage or "
      "unreadable "
      "input.");
  command->callback([options, &chosen] { chosen = [options] { return expect_run(*options); }; });
}

}  // namespace npu_cts
