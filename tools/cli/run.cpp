#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <thread>

#include "framework/record/file.h"
#include "framework/record/journal.h"
#include "framework/record/run_lock.h"
#include "reports/phrases.h"
#include "reports/report.h"
#include "suites/options.h"
#include "tools/cli/command.h"
#include "tools/cli/shards.h"

namespace npu_cts {
namespace {

struct RunCommand {
  RunOptions run;
  std::size_t jobs = std::max(1U, std::thread::hardware_concurrency());
  bool resume = false;
};

std::string suite_path() { return (std::filesystem::path(program_path()).parent_path() / "npu-cts-suite").string(); }

ShardedRun sharded(const RunCommand& command) {
  return {.suite = suite_path(), .words = to_words(command.run), .journal = command.run.journal, .count = command.jobs};
}

int exit_of(Conclusion conclusion) {
  switch (conclusion) {
    case Conclusion::conforms:
      return exit_conforms;
    case Conclusion::fails:
    case Conclusion::incomplete:
      return exit_failed;
    case Conclusion::nothing_ran:
      return exit_nothing_ran;
  }
  std::abort();
}

/// One line an operator, after the first few cases that failed.
std::string summary_of(const Report& report, const Journal& journal, const std::string& path) {
  constexpr std::size_t most_shown = 20;
  std::string text;
  std::size_t shown = 0;
  for (const CaseResult& result : journal.results) {
    if (!is_failure(result.status)) continue;
    if (++shown <= most_shown) text += fmt::format("{}: {}: {}\n", name_of(result.status), result.id, result.reason);
  }
  if (shown > most_shown) text += fmt::format("and {} more: see the report\n", shown - most_shown);
  for (const OpReport& op : report.operators) {
    text += fmt::format("{:<24} {:>7} cases  {:>7} pass  {:>5} weak  {:>5} skip  {:>5} failed  {:>5} not run  {}\n",
                        op.name, op.tally.planned, op.tally.count(Status::pass), op.tally.count(Status::weak),
                        op.tally.count(Status::skip), failures(op.tally), op.tally.not_run, name_of(op.conclusion));
    for (const Suspicion& one : op.suspicions) {
      text +=
          fmt::format("  {} wrong {}: {}\n", one.cases, one.cases == 1 ? "case" : "cases", to_text(one, Language::en));
    }
  }
  return text + fmt::format("{} cases on '{}': {}; journal: {}\n", report.tally.planned, journal.info.driver,
                            name_of(report.conclusion), path);
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
  if (journal->planned.empty()) {
    fmt::print(stderr, "npu-cts: nothing ran: no case matches\n");
    return exit_nothing_ran;
  }
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
  sub->add_option("--jobs,-j", command->jobs, "processes to share the cases")->check(CLI::PositiveNumber);
  sub->add_flag("--resume", command->resume,
                "go on with a run of this journal that was killed: what ended keeps its verdict");
  add_limit_options(*sub, command->run.limits);
  sub->footer(
      "Examples:\n  npu-cts run --driver reference\n  npu-cts run 'npu_quant_scatter_/*/negative/*' --product atlas_a2 "
      "--mode eager");
  sub->callback([command, &chosen] { chosen = [command] { return run(*command); }; });
}

}  // namespace npu_cts
