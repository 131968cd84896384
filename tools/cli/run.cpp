// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include "framework/base/text.h"
#include "framework/reader/read_spec.h"
#include "framework/record/journal.h"
#include "framework/record/rerun.h"
#include "framework/record/run_lock.h"
#include "framework/run/session/check_plan.h"
#include "framework/run/session/environment.h"
#include "framework/run/session/options.h"
#include "framework/run/session/plan_counts.h"
#include "framework/run/session/plan_file.h"
#include "framework/run/session/run_info.h"
#include "framework/run/session/selection.h"
#include "framework/run/session/shared_memory.h"
#include "framework/run/shards/portion.h"
#include "framework/run/shards/progress.h"
#include "framework/run/shards/resume.h"
#include "framework/run/shards/shards.h"
#include "tools/cli/command.h"
#include "tools/cli/debugger.h"
#include "tools/cli/find_history.h"
#include "tools/cli/journal_place.h"
#include "tools/cli/merge_run.h"
#include "tools/cli/no_match.h"
#include "tools/cli/progress_view.h"
#include "tools/cli/stopped_run.h"
#include "tools/cli/summary.h"

namespace npu_cts {
namespace {

constexpr std::size_t most_jobs = 256;  ///< each is a process with the spec in its memory

struct RunCommand {
  run::RunOptions run;
  std::size_t jobs = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, most_jobs);
  bool resume = false;
  bool is_reproducible = false;
  Concluding concluding;
  std::string expectations;
  bool dry_run = false;
  ShowProgress progress = ShowProgress::on_a_terminal;
  std::string debugger;                              ///< empty: none
  std::optional<run::Portion> portion;               ///< of a run on many machines
  std::vector<record::Shard> shards;                 ///< of the portion; empty: all
  std::optional<run::PlanCounts> counts;             ///< of the spec, where only an operator of it was read
  std::string calls;                                 ///< a folder of call files that runs instead of the plan
  std::function<bool(const std::string&)> is_given;  ///< whether the command line has the option
};

/// Where a run of the failures of another writes its journal unless told otherwise: not over that one.
constexpr std::string_view rerun_journal = "npu-cts.rerun.jsonl";
/// And that of one case: not over that of failures either, which '--resume' may go on with.
constexpr std::string_view case_journal = "npu-cts.case.jsonl";

/// A run in its place.
struct PlacedRun {
  const RunCommand& command;
  const Spec& spec;
  std::span<const run::ChosenCase> cases;
  JournalPlace& place;

  /// Its parts, which write no values yet.
  [[nodiscard]] run::ShardedRun sharded() const {
    run::RunOptions options = command.run;
    options.dump.clear();
    return {.suite = suite_path(), .words = run::to_words(options), .journal = place.work(), .jobs = command.jobs};
  }
  [[nodiscard]] Concluding concluding() const {
    Concluding how = command.concluding;
    how.path = command.run.journal;
    return how;
  }
};

/// Returns the command that goes on with `run`.
std::string command_to_go_on(const PlacedRun& run) {
  std::vector<std::string> words;
  for (const std::string& word : run::begin_environment(run.place.work()).arguments)
    words.push_back(record::shell_word(word));
  if (!run.command.resume) words.emplace_back("--resume");
  return join(words, " ");
}

/// Says how far a run came that a signal ended, and how to go on with it. Returns `code`.
int say_interrupted(const PlacedRun& run, const run::ShardedRun& shards, int code) {
  const std::string text = stopped_text({.parts = run::part_paths(shards),
                                         .cases = run.cases,
                                         .environment = run::begin_environment(run.place.work()),
                                         .summary = run.command.concluding.summary});
  if (!run.place.is_file()) return run::say(text + "nothing is kept: the journal is no file\n", code);
  return run::say(text + fmt::format("what ended is kept; to go on: {}\n", command_to_go_on(run)), code);
}

/// Runs the shards, and shows meanwhile how far they are. What the implementation prints comes from their journals:
/// only this process writes, and no line is torn.
int run_watched(const PlacedRun& run, run::ShardedRun& shards) {
  ProgressView view(run.command.progress);
  const auto print = [&view](const CaseResult& result) {
    view.clear();
    std::string text = result.id + "\n";
    for (const std::string& line : result.printed) text += fmt::format("  | {}\n", line);
    run::say(text, run::exit_conforms);
  };
  const bool shows_output = run.command.run.shows_output;
  run::ProgressReader reader(run::part_paths(shards), run.cases.size(),
                             shows_output ? print : std::function<void(const CaseResult&)>{});
  if (view.is_shown() || shows_output) {
    shards.on_tick = [&] {
      const run::Progress& progress = reader.read();
      view.show(progress);
    };
  }
  const int code = run::run_shards(shards);
  view.clear();
  const bool is_interrupted = code > run::exit_interrupted;
  if (shows_output) reader.read();
  return is_interrupted ? say_interrupted(run, shards, code) : code;
}

/// Puts the parts of a run together, and concludes.
int conclude_parts(const PlacedRun& run, const RunToRepeat& parts, record::Environment environment) {
  const RunCommand& command = run.command;
  environment.ended = run::time_now();
  auto digest = reader::digest_of(command.run.spec);
  if (!digest) return run::complain(digest.diagnostics(), run::exit_usage);
  const run::DigestedSpec digested{
      .spec = run.spec, .digest = *std::move(digest), .read_digest = command.concluding.read_digest};
  const Concluding how = run.concluding();
  const auto held = record::hold_open(run::part_paths(parts.shards));  // failed cases run again before they are merged
  const HistorySearch history = find_histories(parts);
  if (history.code != run::exit_conforms) return say_interrupted(run, parts.shards, history.code);
  const EndedRun ended{.spec = digested,
                       .counts = command.counts,
                       .cases = run.cases,
                       .shards = parts.shards,
                       .order = parts.order,
                       .histories = history.found,
                       .portion = command.shards,
                       .environment = std::move(environment),
                       .is_reproducible = command.is_reproducible};
  return conclude(run.spec, merge_run(ended, run.place, how), how);
}

/// Runs what no part of an earlier run holds, whose verdicts have the order `earlier`, and concludes.
int run_parts(const PlacedRun& run, run::ShardedRun shards, record::RunOrder earlier) {
  const RunCommand& command = run.command;
  const auto list = run::memory_file(join(command.run.selection.listed, "\n"));
  if (!list) return run::complain(list.diagnostics(), run::exit_usage);
  if (!command.run.selection.listed.empty()) shards.words.insert(shards.words.end(), {"--from", list->path()});
  const run::PlanParts parts(run.cases, shards.count);
  shards.plan_of = [&parts](std::size_t part) { return parts.file_of(part); };
  const auto count = run::memory_file(std::string(sizeof(std::size_t), '\0'));
  if (!count) return run::complain(count.diagnostics(), run::exit_usage);
  const std::size_t most = command.run.max_failures;
  const auto limit = run::FailureLimit::open(count->path(), most);
  if (!limit) return run::complain(limit.diagnostics(), run::exit_usage);
  shards.words.insert(shards.words.end(), {"--print", "none"});  // what they have to say stands in their journals
  const run::ShardedRun repeatable = shards;  // a repeat writes over no values, and counts no failures
  if (!command.run.dump.empty()) shards.words.insert(shards.words.end(), {"--dump", command.run.dump});
  if (most > 0) {
    shards.words.insert(shards.words.end(), {"--failure-count", count->path()});
    shards.is_stopped = [&limit] { return limit->is_reached(); };
  }
  record::Environment environment = run::begin_environment(run.place.work());
  const auto begun = std::chrono::steady_clock::now();
  const int trouble = run_watched(run, shards);
  if (trouble != run::exit_conforms) return trouble;
  const record::RunOrder order = command.run.shuffle ? record::RunOrder::shuffled : earlier;
  const RunToRepeat ended{
      .shards = repeatable, .cases = run.cases, .order = order, .took = std::chrono::steady_clock::now() - begun};
  const int code = conclude_parts(run, ended, std::move(environment));
  const bool is_told = run.concluding().summary.detail != Detail::verdict && run.place.is_file();
  if (most == 0 || !limit->is_reached() || !is_told) return code;
  return run::say(fmt::format("stopped after {}; to go on: {}\n", counted(most, "failure"), command_to_go_on(run)),
                  code);
}

/// Goes on with what stands of the run of `cases`.
int resume(const PlacedRun& run, const RunInfo& info) {
  run::ShardedRun shards = run.sharded();
  const auto earlier = run::find_earlier(shards, info, run.cases);
  if (!earlier) return run::complain(earlier.diagnostics(), run::exit_usage);
  if (earlier->stands == run::Earlier::Stands::whole) {
    auto journal = record::read_journal(shards.journal);
    if (!journal) return run::complain(journal.diagnostics(), run::exit_usage);
    fmt::print("the journal is complete already: nothing is left to run\n");
    const Concluding how = run.concluding();
    return conclude(run.spec, build_checked_report(run.spec, *std::move(journal), how), how);
  }
  if (earlier->stands == run::Earlier::Stands::nothing)
    fmt::print("there is no journal '{}' and no part of it: the run starts from the beginning\n",
               run.command.run.journal);
  run::share_out(shards, run.cases.size());
  if (earlier->stands == run::Earlier::Stands::parts) shards.count = run::count_parts(shards.journal);
  return run_parts(run, std::move(shards), earlier->order);
}

Diagnostic nothing_to_resume(const std::string& journal) {
  return error_at(Kind::wrong_usage, {.file = journal}, "this is no file to go on with",
                  "parts of a run stand beside the file of its journal only",
                  "leave '--resume' out, or name the file with '--journal'");
}

/// Takes what the command line leaves open from the run whose failures are run again.
record::WriteError take_over(RunCommand& command) {
  if (!command.run.failed) return std::nullopt;
  const auto journal = command.resume ? record::read_journal(*command.run.failed) : run::read_run(*command.run.failed);
  if (!journal) return journal.diagnostics().front();
  const RunInfo& info = journal->info;
  if (!command.is_given("--driver")) command.run.driver = info.driver;
  if (!command.is_given("--unsupported")) command.run.unsupported = info.unsupported;
  if (!command.is_given("--extensions")) command.run.extensions = info.extensions;
  if (!command.is_given("--numerics")) command.run.numerics = info.numerics;
  if (!command.is_given("--tier")) command.run.filters.tier = info.filters.tier;
  if (!command.is_given("--challenge")) command.run.challenge = info.challenge;
  return std::nullopt;
}

/// Keeps the cases of the one run of this process to its end: the system frees their memory faster than they do.
std::span<const run::ChosenCase> kept(run::Chosen chosen) {
  static const run::Chosen* const all = new run::Chosen(std::move(chosen));
  return all->cases;
}

/// Starts the run of what is `chosen`, which is planned here where a plan was not needed yet.
int start(const Spec& spec, RunCommand& command, const expand::PlanOptions& options,
          std::optional<run::Chosen> chosen) {
  auto place = JournalPlace::open(command.run.journal);
  if (!place) return run::complain(place.diagnostics(), run::exit_usage);
  if (command.resume && !place->is_file())
    return run::complain({nothing_to_resume(command.run.journal)}, run::exit_usage);
  const auto lock = record::RunLock::take(place->work());
  if (!lock) return run::complain(lock.diagnostics(), run::exit_usage);
  const auto held = hold_files(command.run.spec);  // a backend runs from here on
  auto driver = run::find_driver(command.run.driver, command.run.limits);
  if (!driver) return run::complain(driver.diagnostics(), run::exit_driver);
  driver->open = nullptr;  // its worker has said who it is, and ends
  const auto judge = run::judge_options(spec, command.run);
  if (!judge) return run::complain(judge.diagnostics(), run::exit_usage);
  if (!chosen) chosen = run::choose(expand::plan_targets(spec, options), command.run);
  if (chosen->cases.empty()) return complain_of_no_match(spec, command.run, "nothing ran", chosen->unmatched);
  const PlacedRun placed{.command = command, .spec = spec, .cases = kept(*std::move(chosen)), .place = *place};
  if (command.resume) {
    const auto info = info_of(*driver, command.run, *judge, suite_path());
    if (!info) return run::complain(info.diagnostics(), run::exit_driver);
    return resume(placed, *info);
  }
  run::remove_parts(place->work());
  run::ShardedRun shards = placed.sharded();
  run::share_out(shards, placed.cases.size());
  return run_parts(placed, std::move(shards), record::RunOrder::of_ids);
}

/// Returns whether the query looks like the id of a case: such a run is a look at one case, and its journal must not
/// take the place of the one that the case was found in.
bool may_be_one_case(const RunCommand& command) {
  const auto& queries = command.run.selection.queries;
  if (!run::is_one_query(command.run) || queries.empty()) return false;
  const std::string& query = queries.front();
  return !expand::has_wildcard(query) && std::ranges::count(query, '/') > 4 && !query.ends_with('/');
}

/// Returns the spec; of one that this program has counted before, and so found right, only the operator of a run of one
/// case.
Result<run::SpecWithPlans> read_spec_of(RunCommand& command) {
  const std::string& folder = command.run.spec;
  const bool is_of_one_operator = command.run.numerics.empty() && command.run.filters.ops.empty();
  if (!may_be_one_case(command) || !is_of_one_operator) return load_spec_with_plans(folder);
  const auto digest = reader::digest_of(folder);
  command.counts = digest ? run::recall_counts(*digest, command.run.filters.tier) : std::nullopt;
  if (command.counts) {
    auto spec = reader::read_operators(folder, {split(command.run.selection.queries.front(), '/').front()});
    if (spec && !spec->operators.empty()) return run::SpecWithPlans{.spec = *std::move(spec), .digest = *digest};
  }
  command.counts.reset();
  return load_spec_with_plans(folder);
}

/// Leaves in `cases` those of the portion that the command names.
record::WriteError keep_portion(RunCommand& command, std::vector<run::ChosenCase>& cases) {
  if (!command.portion) return std::nullopt;
  command.shards = run::shards_of(*command.portion, cases);
  std::erase_if(cases, [&](const run::ChosenCase& one) { return !record::is_part(command.shards, id_of(one)); });
  if (!cases.empty()) return std::nullopt;
  return error_at(Kind::wrong_usage, {},
                  fmt::format("no case falls to shard {}/{}", command.portion->index, command.portion->count),
                  "a shard without a case would prove nothing", "share the run out over fewer machines");
}

Diagnostic not_beside_calls(const std::string& option) {
  return error_at(Kind::wrong_usage, {}, fmt::format("'{}' and '--calls' do not go together", option),
                  "call files are no cases of a plan: all of the folder run, and there is no journal",
                  fmt::format("leave '{}' out", option));
}

/// Runs the calls of a folder, judged as the command line says.
int run_calls(const RunCommand& command) {
  for (const char* option : {"query",          "--from",         "--failed",    "--family",
                             "--rule",         "--exclude",      "--journal",   "--resume",
                             "--debugger",     "--shuffle",      "--dry-run",   "--max-failures",
                             "--challenge",    "--expectations", "--op",        "--product",
                             "--release",      "--mode",         "-x",          "--repeat",
                             "--jobs",         "--show-output",  "--contested", "--durations",
                             "--reproducible", "--shard",        "--tier"}) {
    if (command.is_given(option)) return run::complain({not_beside_calls(option)}, run::exit_usage);
  }
  std::vector<std::string> words = run::to_words(command.run);  // what selects or orders cases was not given
  words.insert(words.end(), {"--replay", command.calls});
  if (command.is_given("--quiet")) words.emplace_back("--quiet");
  return run_beside("npu-cts-fuzz", std::move(words));
}

int run_cases(RunCommand& command) {
  command.run.spec = run::find_spec_folder(command.run.spec);
  if (!command.calls.empty()) return run_calls(command);
  const auto loaded = read_spec_of(command);
  if (!loaded) return run::complain_of_spec(loaded.diagnostics());
  const Spec& spec = loaded->spec;
  if (const auto error = take_over(command)) return run::complain({*error}, run::exit_usage);
  auto expectations = read_expectations_option(command.expectations);
  if (!expectations) return run::complain(expectations.diagnostics(), run::exit_usage);
  command.concluding.expectations = std::move(*expectations);
  command.concluding.spec_folder = command.run.spec;
  command.concluding.read_digest = loaded->digest;
  auto listed = run::read_listed(command.run);
  if (!listed) return run::complain(listed.diagnostics(), run::exit_usage);
  command.run.selection.listed = std::move(*listed);
  const auto options = run::plan_options(spec, command.run);  // planned afresh: what runs may write what is remembered
  if (!options) return run::complain(options.diagnostics(), run::exit_usage);
  const bool is_planned_first =
      command.portion || command.dry_run || !command.debugger.empty() || may_be_one_case(command);
  if (!is_planned_first && run::is_one_query(command.run))
    return start(spec, command, *options, {});  // whether it can start is known before it is planned
  run::Chosen chosen = run::choose(expand::plan_targets(spec, *options), command.run);
  auto& cases = chosen.cases;
  if (cases.empty() || !chosen.unmatched.empty())
    return complain_of_no_match(spec, command.run, "nothing ran", chosen.unmatched);
  if (const auto error = keep_portion(command, cases)) return run::complain({*error}, run::exit_nothing_ran);
  if (command.dry_run) return run::say(ids_of(cases), run::exit_conforms);
  if (!command.debugger.empty()) return debug_case(command.run, command.debugger, cases);
  const bool is_again = cases.size() == 1 && may_be_one_case(command);
  if (is_again && !command.is_given("--journal")) command.run.journal = case_journal;
  return start(spec, command, *options, std::move(chosen));
}

}  // namespace

void add_run(CLI::App& app, Action& chosen) {
  const auto command = std::make_shared<RunCommand>();
  CLI::App* sub = app.add_subcommand("run", "Runs the suite on a driver and writes the journal.");
  run::add_run_options(*sub, command->run);
  command->run.journal = run::default_journal;
  sub->add_option("--journal", command->run.journal,
                  "file the journal is written to, compressed if it ends in '.zst'; '-' is standard output")
      ->capture_default_str();
  sub->add_flag("--dry-run", command->dry_run, "print the ids of the cases that would run, and run none");
  sub->add_option("--calls", command->calls, "run the call files of this folder instead, without a journal")
      ->type_name("DIR");
  sub->add_option("--jobs,-j", command->jobs, "processes to share the cases")->check(run::whole_number(1, most_jobs));
  sub->add_option_function<std::string>(
         "--shard", [command](const std::string& text) { command->portion = run::read_portion(text); },
         "runs the Ith of N parts, which cost about the same; 'npu-cts report' puts the journals together")
      ->check([](const std::string& text) { return run::read_portion(text) ? "" : "write I/N, 1/1 to 256/256"; })
      ->type_name("I/N");
  sub->add_flag("--resume", command->resume,
                "go on with a run of this journal that was killed: what ended keeps its verdict");
  run::add_reproducible_option(*sub, command->is_reproducible);
  add_contested_option(*sub, command->concluding.contested);
  add_expectations_option(*sub, command->expectations);
  add_debugger_option(*sub, command->debugger);
  add_summary_options(*sub, command->concluding.summary);
  add_progress_option(*sub, command->progress);
  sub->add_option("--durations", command->concluding.summary.durations, "names the N slowest cases")
      ->check(run::whole_number(1, 1 << 24))
      ->type_name("N");
  run::add_limit_options(*sub, command->run.limits);
  run::add_order_options(*sub, command->run);
  sub->footer(
      "Examples:\n  npu-cts run --driver reference\n  npu-cts run 'npu_quant_scatter_/*/negative/*' --product atlas_a2 "
      "--mode eager\n  npu-cts run --failed -x");
  command->is_given = [sub](const std::string& option) { return sub->count(option) > 0; };
  sub->callback([command, &chosen] {
    if (command->run.failed && !command->is_given("--journal")) command->run.journal = rerun_journal;
    chosen = [command] { return run_cases(*command); };
  });
}

}  // namespace npu_cts
