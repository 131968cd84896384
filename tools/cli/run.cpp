#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include "framework/base/text.h"
#include "framework/reader/read_spec.h"
#include "framework/record/journal.h"
#include "framework/record/run_lock.h"
#include "framework/run/session/environment.h"
#include "framework/run/session/options.h"
#include "framework/run/session/run_info.h"
#include "framework/run/session/selection.h"
#include "framework/run/session/shared_memory.h"
#include "framework/run/shards/resume.h"
#include "framework/run/shards/shards.h"
#include "tools/cli/command.h"
#include "tools/cli/journal_place.h"
#include "tools/cli/no_match.h"
#include "tools/cli/summary.h"

namespace npu_cts {
namespace {

constexpr std::size_t most_jobs = 256;  ///< each is a process with the spec in its memory

struct RunCommand {
  RunOptions run;
  std::size_t jobs = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, most_jobs);
  bool resume = false;
  bool is_reproducible = false;
  Concluding concluding;
  std::string expectations;
  bool dry_run = false;
  std::function<bool(const std::string&)> is_given;  ///< whether the command line has the option
};

/// Where a run of the failures of another writes its journal unless told otherwise: not over that one.
constexpr std::string_view rerun_journal = "npu-cts.rerun.jsonl";

/// A run in its place.
struct PlacedRun {
  const RunCommand& command;
  const Spec& spec;
  JournalPlace& place;

  [[nodiscard]] ShardedRun sharded() const {
    return {.suite = suite_path(), .words = to_words(command.run), .journal = place.work(), .count = command.jobs};
  }
  [[nodiscard]] int conclude(const Journal& journal) const {
    return npu_cts::conclude(spec, journal, command.concluding);
  }
};

/// Runs what no part of an earlier run holds, and concludes.
int run_parts(const PlacedRun& run, ShardedRun shards) {
  const RunCommand& command = run.command;
  const auto list = memory_file(join(command.run.selection.listed, "\n"));
  if (!list) return complain(list.diagnostics(), exit_usage);
  if (!command.run.selection.listed.empty()) shards.words.insert(shards.words.end(), {"--from", list->path()});
  const auto count = memory_file(std::string(sizeof(std::size_t), '\0'));
  if (!count) return complain(count.diagnostics(), exit_usage);
  const std::size_t most = command.run.max_failures;
  const auto limit = FailureLimit::open(count->path(), most);
  if (!limit) return complain(limit.diagnostics(), exit_usage);
  const bool is_all = command.concluding.detail == Detail::all;
  shards.words.insert(shards.words.end(), {"--print", is_all ? "failures" : "none"});
  if (most > 0) {
    shards.words.insert(shards.words.end(), {"--failure-count", count->path()});
    shards.is_stopped = [&limit] { return limit->is_reached(); };
  }
  Environment environment = begin_environment(run.place.work());
  const int trouble = run_shards(shards);
  if (trouble != exit_conforms) return trouble;
  auto journal = merge_parts(shards);
  if (!journal) return complain(journal.diagnostics(), exit_usage);
  environment.ended = time_now();
  journal->environments.push_back(std::move(environment));
  if (command.is_reproducible) journal->environments.clear();
  const bool nothing_ran = journal->planned.empty();
  const auto error = nothing_ran ? std::nullopt : run.place.write(to_text(*journal));
  if (error) return complain({*error}, exit_usage);
  remove_parts(shards.journal);
  if (nothing_ran) return complain_of_no_match(run.spec, command.run, "nothing ran", {});
  return run.conclude(*journal);
}

/// Returns how many processes share a run of `cases`: at most one a case.
std::size_t useful_jobs(std::size_t cases, std::size_t asked) { return std::clamp<std::size_t>(cases, 1, asked); }

/// Goes on with what stands of the run of `cases`.
int resume(const PlacedRun& run, const RunInfo& info, const std::vector<Case>& cases) {
  ShardedRun shards = run.sharded();
  const auto earlier = find_earlier(shards, info, cases);
  if (!earlier) return complain(earlier.diagnostics(), exit_usage);
  if (*earlier == Earlier::whole) {
    const auto journal = read_journal(shards.journal);
    if (!journal) return complain(journal.diagnostics(), exit_usage);
    fmt::print("the journal is complete already: nothing is left to run\n");
    return run.conclude(*journal);
  }
  shards.count = *earlier == Earlier::parts ? count_parts(shards.journal) : useful_jobs(cases.size(), shards.count);
  return run_parts(run, std::move(shards));
}

Diagnostic nothing_to_resume(const std::string& journal) {
  return error_at(Kind::wrong_usage, {.file = journal, .line = 0, .column = 0}, "this is no file to go on with",
                  "parts of a run stand beside the file of its journal only",
                  "leave '--resume' out, or name the file with '--journal'");
}

/// Takes what the command line leaves open from the run whose failures are run again.
WriteError take_over(RunCommand& command) {
  if (!command.run.failed) return std::nullopt;
  const auto journal = read_journal(*command.run.failed);
  if (!journal) return journal.diagnostics().front();
  const RunInfo& info = journal->info;
  if (!command.is_given("--driver")) command.run.driver = info.driver;
  if (!command.is_given("--unsupported")) command.run.unsupported = info.unsupported;
  if (!command.is_given("--extensions")) command.run.extensions = info.extensions;
  if (!command.is_given("--numerics")) command.run.numerics = info.numerics;
  if (!command.is_given("--challenge")) command.run.challenge = info.challenge;
  return std::nullopt;
}

/// Starts the run of `cases`, of which nothing is known where a plan was not needed yet.
int start(const Spec& spec, RunCommand& command, const PlanOptions& options, std::optional<std::vector<Case>> cases) {
  auto place = JournalPlace::open(command.run.journal);
  if (!place) return complain(place.diagnostics(), exit_usage);
  if (command.resume && !place->is_file()) return complain({nothing_to_resume(command.run.journal)}, exit_usage);
  const auto lock = RunLock::take(place->work());
  if (!lock) return complain(lock.diagnostics(), exit_usage);
  auto driver = find_driver(command.run.driver, command.run.limits);
  if (!driver) return complain(driver.diagnostics(), exit_driver);
  driver->open = nullptr;  // its worker has said who it is, and ends
  const auto judge = judge_options(spec, command.run);
  if (!judge) return complain(judge.diagnostics(), exit_usage);
  const PlacedRun placed{.command = command, .spec = spec, .place = *place};
  const bool has_many_jobs = command.jobs > std::thread::hardware_concurrency();
  if (!cases && (command.resume || has_many_jobs)) cases = choose(plan(spec, options).cases, command.run).cases;
  if (command.resume) {
    const auto info = info_of(*driver, command.run, *judge);
    if (!info) return complain(info.diagnostics(), exit_spec);
    return resume(placed, *info, *cases);
  }
  remove_parts(place->work());
  if (cases) command.jobs = useful_jobs(cases->size(), command.jobs);
  return run_parts(placed, placed.sharded());
}

int run(RunCommand& command) {
  command.run.spec = find_spec_folder(command.run.spec);
  const auto spec = load_spec(command.run.spec);
  if (!spec) return complain(spec.diagnostics(), exit_spec);
  if (const auto error = take_over(command)) return complain({*error}, exit_usage);
  auto expectations = read_expectations_option(command.expectations);
  if (!expectations) return complain(expectations.diagnostics(), exit_usage);
  command.concluding.expectations = std::move(*expectations);
  command.concluding.spec_folder = command.run.spec;
  command.concluding.path = command.run.journal;
  auto listed = read_listed(command.run);
  if (!listed) return complain(listed.diagnostics(), exit_usage);
  command.run.selection.listed = std::move(*listed);
  const auto options = plan_options(*spec, command.run);
  if (!options) return complain(options.diagnostics(), exit_usage);
  if (!command.dry_run && is_one_query(command.run))
    return start(*spec, command, *options, {});  // a plan costs seconds
  auto [cases, unmatched] = choose(plan(*spec, *options).cases, command.run);
  if (cases.empty() || !unmatched.empty()) return complain_of_no_match(*spec, command.run, "nothing ran", unmatched);
  if (command.dry_run) return say(ids_of(cases), exit_conforms);
  return start(*spec, command, *options, std::move(cases));
}

}  // namespace

void add_run(CLI::App& app, Action& chosen) {
  const auto command = std::make_shared<RunCommand>();
  CLI::App* sub = app.add_subcommand("run", "Runs the suite on a driver and writes the journal.");
  add_run_options(*sub, command->run);
  command->run.journal = default_journal;
  sub->add_option("--journal", command->run.journal, "file the journal is written to, or '-' for standard output")
      ->capture_default_str();
  sub->add_flag("--dry-run", command->dry_run, "print the ids of the cases that would run, and run none");
  sub->add_option("--jobs,-j", command->jobs, "processes to share the cases")
      ->check(CLI::Range(std::size_t{1}, most_jobs));
  sub->add_flag("--resume", command->resume,
                "go on with a run of this journal that was killed: what ended keeps its verdict");
  add_reproducible_option(*sub, command->is_reproducible);
  add_contested_option(*sub, command->concluding.contested);
  add_expectations_option(*sub, command->expectations);
  add_detail_options(*sub, command->concluding.detail);
  add_limit_options(*sub, command->run.limits);
  add_order_options(*sub, command->run);
  sub->footer(
      "Examples:\n  npu-cts run --driver reference\n  npu-cts run 'npu_quant_scatter_/*/negative/*' --product atlas_a2 "
      "--mode eager\n  npu-cts run --failed -x");
  command->is_given = [sub](const std::string& option) { return sub->count(option) > 0; };
  sub->callback([command, &chosen] {
    if (command->run.failed && !command->is_given("--journal")) command->run.journal = rerun_journal;
    chosen = [command] { return run(*command); };
  });
}

}  // namespace npu_cts
