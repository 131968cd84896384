#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <thread>

#include "framework/reader/read_spec.h"
#include "framework/record/file.h"
#include "framework/record/journal.h"
#include "framework/record/run_lock.h"
#include "framework/run/session/options.h"
#include "framework/run/session/run_info.h"
#include "framework/run/session/session.h"
#include "framework/run/shards/resume.h"
#include "framework/run/shards/shards.h"
#include "reports/report.h"
#include "tools/cli/command.h"
#include "tools/cli/no_match.h"
#include "tools/cli/summary.h"

namespace npu_cts {
namespace {

constexpr std::size_t most_jobs = 256;  ///< each is a process with the spec in its memory

struct RunCommand {
  RunOptions run;
  std::size_t jobs = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, most_jobs);
  bool resume = false;
};

ShardedRun sharded(const RunCommand& command) {
  return {.suite = suite_path(), .words = to_words(command.run), .journal = command.run.journal, .count = command.jobs};
}

int conclude(const Spec& spec, const Journal& journal, const std::string& path) {
  const Report report = build_report(spec, journal);
  return say(summary_of(report, journal, path), exit_of(report.conclusion));
}

/// Runs what no part of an earlier run holds, and concludes.
int run_parts(const Spec& spec, const RunOptions& options, const ShardedRun& shards) {
  const int trouble = run_shards(shards);
  if (trouble != exit_conforms) return trouble;
  const auto journal = merge_parts(shards);
  if (!journal) return complain(journal.diagnostics(), exit_usage);
  const bool nothing_ran = journal->planned.empty();
  const auto error = nothing_ran ? std::nullopt : write_file(shards.journal, to_text(*journal));
  if (error) return complain({*error}, exit_usage);
  remove_parts(shards.journal);
  if (nothing_ran) return complain_of_no_match(spec, options, "nothing ran");
  return conclude(spec, *journal, shards.journal);
}

/// Returns how many processes share a run of `cases`: at most one a case.
std::size_t useful_jobs(std::size_t cases, std::size_t asked) { return std::clamp<std::size_t>(cases, 1, asked); }

/// Goes on with what stands of the run of `cases`.
int resume(const Spec& spec, const RunCommand& command, const RunInfo& info, const std::vector<Case>& cases) {
  ShardedRun shards = sharded(command);
  const auto earlier = find_earlier(shards, info, cases);
  if (!earlier) return complain(earlier.diagnostics(), exit_usage);
  if (*earlier == Earlier::whole) {
    const auto journal = read_journal(shards.journal);
    if (!journal) return complain(journal.diagnostics(), exit_usage);
    fmt::print("the journal is complete already: nothing is left to run\n");
    return conclude(spec, *journal, shards.journal);
  }
  shards.count = *earlier == Earlier::parts ? count_parts(shards.journal) : useful_jobs(cases.size(), shards.count);
  return run_parts(spec, command.run, shards);
}

int run(RunCommand& command) {
  command.run.spec = find_spec_folder(command.run.spec);
  const auto spec = load_spec(command.run.spec);
  if (!spec) return complain(spec.diagnostics(), exit_spec);
  const auto options = plan_options(*spec, command.run);
  if (!options) return complain(options.diagnostics(), exit_usage);
  const auto lock = RunLock::take(command.run.journal);
  if (!lock) return complain(lock.diagnostics(), exit_usage);
  auto driver = find_driver(command.run.driver, command.run.limits);
  if (!driver) return complain(driver.diagnostics(), exit_driver);
  driver->open = nullptr;  // its worker has said who it is, and ends
  const auto judge = judge_options(*spec, command.run);
  if (!judge) return complain(judge.diagnostics(), exit_usage);
  if (command.resume) {
    const auto info = info_of(*driver, command.run, *judge);
    if (!info) return complain(info.diagnostics(), exit_spec);
    return resume(*spec, command, *info, plan(*spec, *options).cases);
  }
  remove_parts(command.run.journal);
  if (command.jobs > std::thread::hardware_concurrency()) {  // the cases are counted only then: a plan costs time
    command.jobs = useful_jobs(plan_ids(*spec, *options).size(), command.jobs);
  }
  return run_parts(*spec, command.run, sharded(command));
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
