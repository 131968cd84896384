// SPDX-License-Identifier: Apache-2.0
// npu-cts-fuzz: what `npu-cts fuzz` and `npu-cts run --calls` start. It links the suite's drivers and the matching
// mutants, which npu-cts does not.

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "framework/base/find.h"
#include "framework/base/nearest_word.h"
#include "framework/base/text.h"
#include "framework/explore/explore.h"
#include "framework/explore/failure_text.h"
#include "framework/explore/replay.h"
#include "framework/reader/read_spec.h"
#include "framework/record/rerun.h"
#include "framework/run/session/command_line.h"
#include "framework/run/session/complain.h"
#include "framework/run/session/find_spec.h"
#include "framework/run/session/options.h"
#include "suites/built_in_drivers.h"
#include "suites/kernel_oracle.h"
#include "suites/matching_mutants.h"
#include "tools/crashed_call.h"

namespace npu_cts {
namespace {

using Clock = std::chrono::steady_clock;

struct FuzzCommand {
  run::RunOptions run;
  explore::ExploreOptions explore;
  std::string time;
  std::string corpus = "npu-cts-corpus";
  std::string replay;     ///< a folder of calls to run, instead of drawing any
  bool is_quiet = false;  ///< only what became of the run is printed, and no failure
  std::string kept;  ///< what the command line says of the spec and the limits, for the command that runs a call again
};

constexpr std::string_view usual_time = "60s";

/// The signal that asked to stop: all that its handler can know.
volatile std::sig_atomic_t stopping = 0;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

void stop(int signal) { stopping = signal; }

/// From now on Ctrl-C and SIGTERM end what is drawn, and not the process. One that is to ignore Ctrl-C does.
void hold_stops() {
  struct sigaction before = {};
  struct sigaction action = {};
  action.sa_handler = stop;
  action.sa_flags = SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM}) {
    if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
}

constexpr std::int64_t most_time = 1'000'000;  ///< of seconds, minutes or hours

/// Returns the seconds of "90", "90s", "10m" or "2h".
Result<std::chrono::seconds> read_time(std::string_view text) {
  const std::string_view said = text;
  std::int64_t factor = 1;
  if (!text.empty() && std::string_view("smh").find(text.back()) != std::string_view::npos) {
    if (text.back() == 'm') factor = 60;
    if (text.back() == 'h') factor = 3600;
    text.remove_suffix(1);
  }
  const bool is_number = !text.empty() && text.front() != '0' && text.find_first_not_of("0123456789") == text.npos;
  const std::int64_t number = parse_integer(text).value_or(is_number ? most_time + 1 : 0);
  if (number >= 1 && number <= most_time) return std::chrono::seconds(number * factor);
  const bool is_too_large = number > most_time;
  return error_at(Kind::wrong_usage, {},
                  fmt::format("'{}' is {}", escape_control(said), is_too_large ? "too long a time" : "no time"),
                  fmt::format("a time is a number from 1 to {}, of seconds, or with s, m or h behind it", most_time),
                  is_too_large ? "write '--time 24h'" : "write '--time 60s'");
}

/// Returns whether `query` names `start`, an operator and its target with a '/' behind each.
bool names_target(std::string_view query, std::string_view start) {
  return expand::matches(query, start) || expand::matches(query, start.substr(0, start.size() - 1));
}

/// Returns the targets that the options name, of each operator that has one.
std::map<const OpSpec*, std::vector<Target>> targets_of(const Spec& spec, const expand::PlanOptions& options) {
  std::map<const OpSpec*, std::vector<Target>> all;
  for (const OpSpec& op : spec.operators) {
    for (const Target& target : expand::targets_of(spec, op, options.filters)) {
      const std::string start = case_id({.op = op.name, .target = target}, "");
      const auto is_named = [&](const std::string& query) { return names_target(query, start); };
      if (!options.query.empty() && std::ranges::none_of(options.query, is_named)) continue;
      const SupportCell* const support = find_support(spec, op, target);
      if (support != nullptr && support->state != SupportState::open) all[&op].push_back(target);
    }
  }
  return all;
}

/// Returns the target, or the beginning of one, that `query` begins or goes beyond; else the nearest one. Of a pattern:
/// that of all below it.
std::optional<std::string> target_near(const Spec& spec, expand::PlanOptions options, const std::string& query) {
  constexpr std::ptrdiff_t most_parts = 4;
  const bool is_pattern = expand::has_wildcard(query);
  options.query.clear();
  std::vector<std::string> known;
  for (const auto& [op, targets] : targets_of(spec, options)) {
    for (const Target& target : targets) {
      const std::string start = case_id({.op = op->name, .target = target}, "");
      if (is_pattern && names_target(query + "/*", start)) return query + "/*";
      const auto parts = split(start, '/');
      const auto count = std::min(most_parts, std::ranges::count(query, '/') + 1);
      known.push_back(join(std::vector(parts.begin(), parts.begin() + count), "/"));
      if (!is_pattern && expand::may_match(query, known.back())) return known.back();
    }
  }
  return is_pattern ? std::nullopt : nearest_word(query, known);
}

Diagnostic no_target(const Spec& spec, const expand::PlanOptions& options) {
  const std::string query = options.query.empty() ? "" : options.query.front();
  const auto near = query.empty() ? std::nullopt : target_near(spec, options, query);
  return error_at(Kind::wrong_usage, {},
                  query.empty() ? "nothing to explore: no target matches the options"
                                : fmt::format("nothing to explore: '{}' names no target", escape_control(query)),
                  "targets are explored, not cases: name OPERATOR, OPERATOR/PRODUCT, or as far as RELEASE and MODE",
                  near ? fmt::format("write '{}'", *near) : "'npu-cts list' prints ids, which begin with their target");
}

std::string replay_command(const FuzzCommand& command, const std::string& name) {
  RunInfo judged;
  judged.driver = command.run.driver;
  judged.unsupported = command.run.unsupported;
  judged.extensions = command.run.extensions;
  judged.numerics = command.run.numerics;
  const auto folder = std::filesystem::path(command.corpus) / name;
  return record::calls_command(judged, folder.string()) + command.kept;
}

std::vector<std::string> matching_mutants(const explore::TriedStory& story) {
  if (!story.tried.result.mismatch) return {};
  return matching_mutants_of(story.call.call, story.tried.seen);
}

void print_failure(const FuzzCommand& command, const explore::Failure& failure) {
  if (command.is_quiet) return;
  fmt::print("{}  again: {}\n", failure_text(failure.story, matching_mutants(failure.story)),
             replay_command(command, failure.name));
  std::fflush(stdout);
}

/// What a corpus holds.
struct Corpus {
  std::vector<explore::Saved> asked;  ///< calls at the targets that are explored
  std::size_t others = 0;
};

Result<Corpus> read_corpus(const FuzzCommand& command, const Spec& spec,
                           const std::function<bool(const Call&)>& is_asked) {
  Corpus corpus;
  if (!std::filesystem::is_directory(command.corpus)) return corpus;
  auto saved = explore::read_saved(command.corpus, spec);
  if (!saved) return saved.diagnostics();
  corpus.others = std::erase_if(*saved, [&](const explore::Saved& one) { return !is_asked(one.call); });
  corpus.asked = std::move(*saved);
  return corpus;
}

/// Returns what was done. Of the corpus, `others` calls are not what is explored.
std::string summary_of(const FuzzCommand& command, const explore::Exploration& done, std::size_t others) {
  const auto count = [&](Verdict verdict) {
    const auto it = done.expected.find(verdict);
    return it == done.expected.end() ? std::size_t{0} : it->second;
  };
  std::string text = done.coverage.to_text();
  if (done.replayed > 0) text += fmt::format("{} of the corpus replayed\n", counted(done.replayed, "call"));
  if (others > 0) text += fmt::format("{} of the corpus left out: not of what is explored\n", counted(others, "call"));
  text += fmt::format(
      "seed {}: {} in {} on '{}': {} legal, {} to be refused, {} unsupported; {} left open and not run\n",
      command.explore.seed, counted(done.calls, "call"), counted(done.sequences, "sequence"), command.run.driver,
      count(Verdict::accept), count(Verdict::reject), count(Verdict::unsupported), done.open);
  if (done.is_stopped) text += "stopped by a signal: the run is incomplete\n";
  if (done.contested > 0) text += fmt::format("{} contested\n", counted(done.contested, "call"));
  if (done.kept > 0)
    text += fmt::format("{} with a new choice kept in {}/seen\n", counted(done.kept, "call"), command.corpus);
  return text + fmt::format("{}, of {} that failed\n", counted(done.failures, "different failure"),
                            counted(done.failed, "call"));
}

/// Writes a failure into a folder of `root`: that of its call file's name, which may be no more than "call.yaml".
record::WriteError dump_failure(const std::string& root, explore::Failure failure, const judging::Oracle& oracle) {
  const std::filesystem::path file(failure.name);
  const explore::DecidedCall& call = failure.story.call;
  if (file == "call.yaml") {
    failure.name = explore::file_name_of(*call.bound, call.call);
  } else if (file.extension() == ".yaml") {
    failure.name = std::filesystem::path(file).replace_extension().string();
  }
  return explore::save_failure(root, failure, oracle);
}

/// Returns whether one of two folders is the other, or lies in it. One that is missing lies where it is named.
bool are_nested(const std::string& one, const std::string& other) {
  std::error_code ignored;
  const auto place = [&](const std::string& path) {
    const auto whole = std::filesystem::weakly_canonical(path, ignored);
    return whole.has_filename() ? whole : whole.parent_path();  // without a slash at the end
  };
  const std::filesystem::path first = place(one);
  const std::filesystem::path second = place(other);
  const auto [rest, other_rest] = std::ranges::mismatch(first, second);
  return rest == first.end() || other_rest == second.end();
}

/// Returns what is wrong with the folders that calls are read from and written to.
std::optional<Diagnostic> check_folders(const FuzzCommand& command) {
  std::error_code ignored;
  const std::string named = escape_control(command.replay);
  if (!std::filesystem::is_directory(command.replay, ignored)) {
    return error_at(Kind::wrong_usage, {}, fmt::format("'{}' is no folder", named),
                    "calls are read from the files of a folder", "name the folder that holds them");
  }
  if (!command.run.dump.empty() && are_nested(command.replay, command.run.dump)) {
    return error_at(
        Kind::wrong_usage, {},
        fmt::format("the folder of the calls, '{}', and that of --dump are one, or lie in one another", named),
        "what is written could take the place of a call, or be read as one", "give --dump another folder");
  }
  return std::nullopt;
}

/// Says that this process crashes while `call` runs, and what to do about it.
void say_crashed(const FuzzCommand& command, const std::string& call, const std::string& hint) {
  fmt::print(stderr, "npu-cts-fuzz: crashes while {} runs: the oracle and '{}' are part of it\n  {}\n", call,
             command.run.driver, hint);
}

/// Runs the calls of a folder, and draws none.
int replay_calls(const FuzzCommand& command, const Spec& spec, const explore::Bench& bench) {
  if (const auto wrong = check_folders(command)) return run::complain({*wrong}, run::exit_usage);
  const auto saved = explore::read_saved(command.replay, spec);
  if (!saved) return run::complain(saved.diagnostics(), run::exit_usage);
  BoundSpecs specs(spec);
  std::map<Status, std::size_t> ended;
  std::size_t failed = 0;
  std::string running;
  hold_crashes([&](const explore::DecidedCall&) {
    say_crashed(command, fmt::format("'{}'", running), "start npu-cts-fuzz with these words under a debugger");
  });
  for (const explore::Saved& one : *saved) {
    running = one.name;
    explore::Failure replayed{.name = one.name, .story = explore::replay(specs, bench, one)};
    const Status status = replayed.story.tried.result.status;
    ++ended[status];
    if ((status == Status::skip || status == Status::contested) && !command.is_quiet)
      fmt::print("{}: {}, {}\n", one.name, name_of(status), replayed.story.tried.result.reason);
    if (!is_failure(status)) continue;
    ++failed;
    if (!command.is_quiet)
      fmt::print("{}: {}", one.name, failure_text(replayed.story, matching_mutants(replayed.story)));
    if (command.run.dump.empty()) continue;
    if (const auto error = dump_failure(command.run.dump, std::move(replayed), bench.oracle))
      return run::complain({*error}, run::exit_usage);
  }
  std::string text = fmt::format("{} on '{}', each by itself:", counted(saved->size(), "call"), command.run.driver);
  for (const auto& [status, count] : ended) text += fmt::format(" {} {}", count, name_of(status));
  if (ended.size() == ended.count(Status::skip)) return run::say(text + ": nothing ran\n", run::exit_nothing_ran);
  return run::say(text + "\n", failed == 0 ? run::exit_conforms : run::exit_failed);
}

int explore_calls(FuzzCommand& command, const Spec& spec, const explore::Bench& bench) {
  const auto options = run::plan_options(spec, command.run);
  if (!options) return run::complain(options.diagnostics(), run::exit_usage);
  auto targets = targets_of(spec, *options);
  if (targets.empty()) return run::complain({no_target(spec, *options)}, run::exit_nothing_ran);
  const auto is_asked = [asked = targets](const Call& call) {
    return std::ranges::any_of(
        asked, [&](const auto& of) { return of.first->name == call.op && contains(of.second, call.target); });
  };
  BoundSpecs specs(spec);
  explore::Drawers drawers(specs, std::move(targets));
  command.explore.corpus = command.corpus;
  command.explore.is_stopped = [] { return stopping != 0; };
  hold_stops();
  hold_crashes([&](const explore::DecidedCall& call) {
    const explore::Saved saved{.name = "crashed/" + explore::file_name_of(*call.bound, call.call), .call = call.call};
    if (!explore::save(command.corpus, saved, spec))
      say_crashed(command, "a drawn call", "again: " + replay_command(command, saved.name));
  });
  explore::Explorer explorer(bench, drawers, command.explore,
                             [&](const explore::Failure& failure) { print_failure(command, failure); });
  const auto corpus = read_corpus(command, spec, is_asked);
  if (!corpus) return run::complain(corpus.diagnostics(), run::exit_usage);
  explorer.replay(specs, corpus->asked);
  if (const auto error = explorer.explore()) return run::complain({*error}, run::exit_usage);
  const explore::Exploration& done = explorer.so_far();
  int code = done.failed == 0 ? run::exit_conforms : run::exit_failed;
  if (done.calls + done.replayed == 0) code = run::exit_nothing_ran;
  if (done.is_stopped && done.failed == 0) code = run::exit_interrupted + stopping;
  return run::say(summary_of(command, done, corpus->others), code);
}

int fuzz(FuzzCommand& command) {
  const auto folder = run::spec_folder(command.run.spec);
  if (!folder) return run::complain_of_spec(folder.diagnostics());
  command.run.spec = *folder;
  const auto spec = reader::read_spec(command.run.spec);
  if (!spec) return run::complain_of_spec(spec.diagnostics());
  const auto judge = run::judge_options(*spec, command.run);
  if (!judge) return run::complain(judge.diagnostics(), run::exit_usage);
  const auto start = [&]() -> Result<run::OpenDriver> {
    const auto driver = find_suite_driver(command.run.driver, command.run.limits);
    if (!driver) return driver.diagnostics();
    return driver->open;
  };
  if (const auto first = start(); !first) return run::complain(first.diagnostics(), run::exit_driver);
  const explore::Bench bench{.start = start, .oracle = kernel_oracle(), .options = *judge, .on_call = now_running};
  return command.replay.empty() ? explore_calls(command, *spec, bench) : replay_calls(command, *spec, bench);
}

void add_options(CLI::App& app, FuzzCommand& command) {
  run::add_plan_options(app, command.run);
  run::add_driver_options(app, command.run);
  run::add_limit_options(app, command.run.limits);
  app.add_option("--time", command.time,
                 fmt::format("how long calls are drawn: 90s, 10m, 2h (default: {}, or no end "
                             "where --calls says one)",
                             usual_time));
  app.add_option("--calls", command.explore.most_calls, "how many calls are drawn: the same seed runs the same calls")
      ->check(run::whole_number(1, std::size_t{1} << 40U))
      ->type_name("N")
      ->default_str("");
  app.add_option("--seed", command.explore.seed, "another seed draws other calls")
      ->check(run::whole_number())
      ->capture_default_str();
  app.add_option("--corpus", command.corpus, "folder of calls that are replayed first; new ones are added")
      ->capture_default_str()
      ->type_name("DIR");
  app.add_option("--max-elements", command.explore.most_elements, "elements of a call, outputs too")
      ->check(run::whole_number(64, 1 << 26))
      ->capture_default_str();
  app.add_option("--max-failures", command.explore.most_failures, "stops after so many different failures")
      ->check(run::whole_number(1, 10000))
      ->capture_default_str();
  app.add_option("--max-tries", command.explore.most_tries, "runs that may be spent on shrinking one failure")
      ->check(run::whole_number(1, 1 << 20))
      ->capture_default_str();
  app.add_option("--replay", command.replay, "run the calls of this folder and draw none: npu-cts run --calls")
      ->type_name("DIR");
  app.add_flag("-q,--quiet", command.is_quiet, "prints what became of the calls, and no failure");
  run::add_dump_option(app, command.run);
  app.get_option("--dump")->needs("--replay");  // what is drawn and fails is written into the corpus
  app.footer(
      "Examples:\n  npu-cts fuzz --driver plugin:./libmine.so --time 10m --seed 7\n"
      "  npu-cts fuzz 'npu_quant_scatter_/atlas_a2' --calls 10000\n"
      "Exit code: 0 nothing failed, 1 something failed, 5 nothing ran,\n"
      "130 and 143 stopped by Ctrl-C and SIGTERM before anything failed.");
}

int main_of(int argc, char** argv) {
  FuzzCommand command;
  CLI::App app("Draws calls beyond the planned ones, and shrinks those that fail.", "npu-cts fuzz");
  add_options(app, command);
  if (const auto code = run::parse(app, argc, argv)) return *code;
  command.kept = record::kept_options({argv, argv + argc});
  const bool has_time = app.count("--time") > 0;
  if (!has_time && app.count("--calls") > 0) return fuzz(command);
  const auto time = read_time(has_time ? std::string_view(command.time) : usual_time);
  if (!time) return run::complain(time.diagnostics(), run::exit_usage);
  command.explore.is_over = [end = Clock::now() + *time] { return Clock::now() >= end; };
  return fuzz(command);
}

}  // namespace
}  // namespace npu_cts

int main(int argc, char** argv) {
  return npu_cts::run::exception_barrier("npu-cts-fuzz", [&] { return npu_cts::main_of(argc, argv); });
}
