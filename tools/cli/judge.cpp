// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>
#include <utility>

#include "framework/record/journal.h"
#include "framework/run/session/environment.h"
#include "framework/run/session/options.h"
#include "framework/run/shards/child.h"
#include "tools/cli/command.h"
#include "tools/cli/journal_place.h"
#include "tools/cli/summary.h"

namespace npu_cts {
namespace {

struct JudgeCommand {
  run::RunOptions run;
  std::string bundle;
  std::string results;
  Concluding concluding;
  std::string expectations;
  bool is_reproducible = false;
};

/// The suite judges: the mutants that wrong values are compared with are linked there.
std::vector<std::string> words_of(const JudgeCommand& command) {
  std::vector<std::string> words = run::to_words(command.run);
  words.insert(words.begin(), suite_path());
  words.insert(words.end(),
               {"--journal", command.run.journal, "--bundle=" + command.bundle, "--results=" + command.results});
  return words;
}

int judge_results(JudgeCommand& command) {
  command.run.spec = run::find_spec_folder(command.run.spec);
  const auto loaded = load_spec_with_plans(command.run.spec);
  if (!loaded) return run::complain_of_spec(loaded.diagnostics());
  auto expectations = read_expectations_option(command.expectations);
  if (!expectations) return run::complain(expectations.diagnostics(), run::exit_usage);
  command.concluding.expectations = std::move(*expectations);
  command.concluding.spec_folder = command.run.spec;
  command.concluding.read_digest = loaded->digest;
  command.concluding.path = command.run.journal;
  auto place = JournalPlace::open(command.run.journal);
  if (!place) return run::complain(place.diagnostics(), run::exit_usage);
  auto environments =
      command.is_reproducible ? std::vector<record::Environment>{} : std::vector{run::begin_environment(place->work())};
  command.run.journal = place->work();
  if (const int trouble = run::run_child(words_of(command)); trouble != run::exit_conforms) return trouble;
  auto journal = record::read_journal(command.run.journal);
  if (!journal) return run::complain(journal.diagnostics(), run::exit_usage);
  journal->environments = std::move(environments);
  for (record::Environment& one : journal->environments) one.ended = run::time_now();
  if (const auto error = place->write(*journal)) return run::complain({*error}, run::exit_usage);
  return conclude(loaded->spec, build_checked_report(loaded->spec, std::move(*journal), command.concluding),
                  command.concluding);
}

}  // namespace

void add_judge(CLI::App& app, Action& chosen) {
  const auto command = std::make_shared<JudgeCommand>();
  CLI::App* sub =
      app.add_subcommand("judge", "Judges what became of a bundle on another host, and writes the journal.");
  sub->add_option("bundle", command->bundle, "folder that 'npu-cts export' wrote")->required();
  sub->add_option("results", command->results, "folder with results.json and the outputs")->required();
  command->run.journal = "npu-cts.journal.jsonl";
  sub->add_option("-o,--journal", command->run.journal,
                  "file the journal is written to, compressed if it ends in '.zst'; '-' is standard output")
      ->capture_default_str();
  run::add_reproducible_option(*sub, command->is_reproducible);
  run::add_judge_options(*sub, command->run);
  add_expectations_option(*sub, command->expectations);
  add_summary_options(*sub, command->concluding.summary);
  sub->footer(
      "Examples:\n  npu-cts judge bundle results -o run.jsonl\n  npu-cts report run.jsonl --out report\n"
      "A case without a result counts as not run. Results that do not fit their bundle are not judged at all.");
  sub->callback([command, &chosen] { chosen = [command] { return judge_results(*command); }; });
}

}  // namespace npu_cts
