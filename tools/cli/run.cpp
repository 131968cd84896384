#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <thread>

#include "framework/record/file.h"
#include "framework/record/journal.h"
#include "framework/record/run_lock.h"
#include "reports/report.h"
#include "suites/options.h"
#include "tools/cli/command.h"
#include "tools/cli/nothing.h"
#include "tools/cli/shards.h"
#include "tools/cli/summary.h"

namespace npu_cts {
namespace {

constexpr std::size_t most_jobs = 256;  ///< each is a process with the law in its memory

struct RunCommand {
  RunOptions run;
  std::size_t jobs = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, most_jobs);
  bool resume = false;
};

std::string suite_path() { return (std::filesystem::path(program_path()).parent_path() / "npu-cts-suite").string(); }

ShardedRun sharded(const RunCommand& command) {
  return {.suite = suite_path(), .words = to_words(command.run), .journal = command.run.journal, .count = command.jobs};
}

int run(RunCommand& command) {
  command.run.spec = find_spec_folder(command.run.spec);
  const auto spec = load_spec(command.run.spec);
  if (!spec) return complain(spec.diagnostics(), exit_spec);
  const auto options = plan_options(*spec, command.run);
  if (!options) return complain(options.diagnostics(), exit_usage);
  if (const auto driver = find_driver(command.run.driver, command.run.limits); !driver)
    return complain(driver.diagnostics(), exit_driver);
  const auto lock = RunLock::take(command.run.journal);
  if (!lock) return complain(lock.diagnostics(), exit_usage);
  if (!command.resume) remove_parts(command.run.journal);
  if (const std::size_t parts = count_parts(command.run.journal); parts > 0) command.jobs = parts;
  const ShardedRun shards = sharded(command);
  const int trouble = run_shards(shards);
  if (trouble != exit_conforms) return trouble;
  const auto journal = merge_parts(shards);
  if (!journal) return complain(journal.diagnostics(), exit_usage);
  if (journal->planned.empty()) return complain_of_nothing(*spec, command.run, "nothing ran");
  if (const auto error = write_file(command.run.journal, to_text(*journal))) return complain({*error}, exit_usage);
  remove_parts(command.run.journal);
  const Report report = build_report(*spec, *journal);
  return say(summary_of(report, *journal, command.run.journal), exit_of(report.conclusion));
}

}  // namespace

void add_run(CLI::App& app, Action& chosen) {
  const auto command = std::make_shared<RunCommand>();
  CLI::App* sub = app.add_subcommand("run", "Runs the suite on a driver and writes the journal.");
  add_run_options(*sub, command->run);
  command->run.journal = "npu-cts.journal.jsonl";
  sub->add_option("--journal", command->run.journal, "file the journal is written to")->capture_default_str();
  sub->add_option("--jobs,-j", command->jobs, "processes to share the cases")
      ->check(CLI::Range(std::size_t{1}, most_jobs));
  sub->add_flag("--resume", command->resume,
                "go on with a run of this journal that was killed: what ended keeps its verdict");
  add_limit_options(*sub, command->run.limits);
  sub->footer(
      "Examples:\n  npu-cts run --driver reference\n  npu-cts run 'npu_quant_scatter_/*/negative/*' --product atlas_a2 "
      "--mode eager");
  sub->callback([command, &chosen] { chosen = [command] { return run(*command); }; });
}

}  // namespace npu_cts
