// SPDX-License-Identifier: Apache-2.0
// The conformance suite: expands the spec, registers a GoogleTest test a case, runs them and writes the journal.
// `npu-cts run` starts one of these a shard; CTest gates go through `npu-cts run`, which sees to it that every planned
// case ended. `npu-cts judge` starts one for a bundle: mutants and oracles are here.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <CLI/CLI.hpp>

#include "framework/base/large_pages.h"
#include "framework/base/sha256.h"
#include "framework/base/text.h"
#include "framework/reader/read_spec.h"
#include "framework/record/file.h"
#include "framework/record/journal.h"
#include "framework/record/journal_writer.h"
#include "framework/run/bundle/judge_bundle.h"
#include "framework/run/session/add_word.h"
#include "framework/run/session/backend_files.h"
#include "framework/run/session/command_line.h"
#include "framework/run/session/complain.h"
#include "framework/run/session/find_spec.h"
#include "framework/run/session/further_calls.h"
#include "framework/run/session/options.h"
#include "framework/run/session/plan_cache.h"
#include "framework/run/session/plan_file.h"
#include "framework/run/session/run_info.h"
#include "framework/run/session/selection.h"
#include "framework/run/session/session.h"
#include "framework/run/session/shared_memory.h"
#include "suites/built_in_drivers.h"
#include "suites/gtest_bridge.h"
#include "suites/kernel_oracle.h"
#include "suites/matching_mutants.h"
#include "tools/plugin/in_process.h"

namespace npu_cts {
namespace {

/// Leaves out what an earlier process of the same run has ended or was killed in.
void leave_out_begun(const std::string& journal, run::CaseList& cases) {
  const auto earlier = record::read_part(journal);
  if (!earlier) return;
  std::set<std::string, std::less<>> begun;
  for (const CaseResult& result : earlier->results) begun.insert(result.id);
  cases.keep([&](std::string_view id) { return !begun.contains(id); });
}

struct SuiteArguments {
  run::RunOptions run;
  std::string bundle;
  std::string results;
  record::Shard shard;
  std::string plan;
  bool resume = false;
  bool again = false;
  std::string failure_count;
  std::string print = "all";
  bool is_in_process = false;
};

std::int64_t microseconds_now() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::microseconds>(now).count();
}

run::Judging judging_of(const judging::JudgeOptions& options, const run::RunOptions& run) {
  run::Judging judging{.options = options, .oracle = kernel_oracle(), .matching_mutants = matching_mutants_of};
  judging.repeat = run.repeat;
  judging.keeps_printed = run.shows_output;
  judging.challenge = run.challenge;
  if (run.dump.empty()) return judging;
  judging.on_failure = [folder = run.dump, oracle = judging.oracle,
                        is_over = false](const run::EndedCase& ended) mutable {
    if (is_over) return;
    auto error = run::dump(folder, ended, oracle);
    if (!error) return;
    is_over = true;  // a full disk would say the same of every case
    error->notes.push_back({.text = "the values of later cases are not written"});
    run::complain({std::move(*error)}, run::exit_usage);
  };
  return judging;
}

/// Puts `cases` into the order that `seed` gives, the same on every machine.
void shuffle(run::CaseList& cases, std::uint64_t seed) {
  cases.sort_by([&](std::string_view id) { return stable_hash(fmt::format("{}|{}", seed, id)); });
}

/// Judges what ran elsewhere: a session like any other, on what was recorded.
int judge_bundle(const SuiteArguments& arguments) {
  const auto spec = reader::read_spec(arguments.run.spec);
  if (!spec) return run::complain(spec.diagnostics(), run::exit_spec);
  const auto digest = reader::digest_of(arguments.run.spec);
  if (!digest) return run::complain(digest.diagnostics(), run::exit_spec);
  const auto options = run::judge_options(*spec, arguments.run);
  if (!options) return run::complain(options.diagnostics(), run::exit_usage);
  const auto submission = run::read_submission(arguments.bundle, arguments.results);
  if (!submission) return run::complain(submission.diagnostics(), run::exit_usage);
  const auto cases = cases_of(*spec, submission->manifest.info.covers);
  if (!cases) return run::complain(cases.diagnostics(), run::exit_usage);
  if (const auto found = run::check_submission(*spec, *digest, *cases, *submission); !found.empty()) {
    return run::complain(found, run::exit_usage);
  }
  auto journal = run::judge_submission(*spec, *cases, *submission, judging_of(*options, {}));
  if (!journal) return run::complain(journal.diagnostics(), run::exit_usage);
  const auto program = run::backend_files({run::program_path()});
  if (!program) return run::complain(program.diagnostics(), run::exit_usage);
  journal->info.tool_digest = program->front().sha256;
  if (const auto error = record::write_file(arguments.run.journal, to_text(*journal)))
    return run::complain({*error}, run::exit_usage);
  return run::exit_conforms;
}

/// Keeps the journal at `path` open until this process ends. The worker ends behind it, and may not change what its
/// runner has open. A pipe is not read so: writing to it must fail once its reader is gone.
void keep_open(const std::string& path) {
  static const record::OutputFile kept(::open(path.c_str(), O_PATH | O_CLOEXEC), path);
}

/// Runs the tests that are registered, and ends the journal unless the run stopped early.
int run_tests(record::JournalWriter& journal, const RunInfo& info, const run::FailureLimit& limit,
              const SuiteArguments& arguments) {
  keep_open(arguments.run.journal);
  const int failed = RUN_ALL_TESTS();
  if (const auto changed = run::find_changed(info.backend)) return run::complain({*changed}, run::exit_usage);
  if (limit.is_reached()) {
    if (const auto error = journal.flush()) return run::complain({*error}, run::exit_unwritable);
    return run::exit_failed;
  }
  if (const auto error = journal.finish()) return run::complain({*error}, run::exit_unwritable);
  const bool ran = testing::UnitTest::GetInstance()->test_to_run_count() > 0;
  if (!ran && !arguments.resume && arguments.shard.count == 1) {
    fmt::print(
        stderr,
        "npu-cts-suite: nothing ran: no case matches '{}'\n  hint: 'npu-cts list' shows the ids that are planned\n",
        escape_control(run::query_text(arguments.run)));
    return run::exit_nothing_ran;
  }
  return failed == 0 ? run::exit_conforms : run::exit_failed;
}

/// Begins the journal of a run, or goes on with it and leaves out of `cases` what it holds already.
Result<record::JournalWriter> open_journal(const SuiteArguments& arguments, const RunInfo& info, run::CaseList& cases) {
  const std::string& path = arguments.run.journal;
  const std::string plan = arguments.plan.empty() ? "" : run::digest_of(cases.ids());
  if (!arguments.resume) return record::JournalWriter::create(path, info, arguments.shard, plan);
  const auto earlier = record::read_part(path);
  if (!earlier) return earlier.diagnostics();
  if (const auto other = run::find_other_run(*earlier, info, cases.ids())) return run::other_run(path, *other);
  auto journal =
      record::JournalWriter::resume(path, arguments.again ? record::Unended::runs_again : record::Unended::crashed);
  if (journal) leave_out_begun(path, cases);
  return journal;
}

/// Records the plan, some cases with one write.
record::WriteError plan_in(record::JournalWriter& journal, const run::CaseList& cases) {
  constexpr std::size_t some = 128;
  std::vector<Case> part;
  for (std::size_t place = 0; place < cases.size(); ++place) {
    part.push_back(cases.head(place));
    if (part.size() < some && place + 1 < cases.size()) continue;
    if (auto error = journal.plan(part)) return error;
    part.clear();
  }
  return std::nullopt;
}

/// Returns a nonce that depends on the files of the backend: a table that stands in one of them cannot have its values.
/// Nothing where the run has a challenge, or no such file.
std::string nonce_of(const RunInfo& info) {
  Sha256 hash;
  for (const BackendFile& file : info.backend) hash.add(file.sha256);
  return info.backend.empty() || !info.challenge.empty() ? "" : hash.take();
}

/// Runs `cases` on `driver`.
int run_cases(const Spec& spec, run::CaseList cases, const run::NamedDriver& driver, const SuiteArguments& arguments) {
  const auto judge = run::judge_options(spec, arguments.run);
  if (!judge) return run::complain(judge.diagnostics(), run::exit_usage);
  const auto info = info_of(driver, arguments.run, *judge, run::program_path());
  if (!info) return run::complain(info.diagnostics(), run::exit_driver);
  const std::size_t most = arguments.run.max_failures == 0 ? SIZE_MAX : arguments.run.max_failures;
  auto limit = run::FailureLimit::open(arguments.failure_count, most);
  if (!limit) return run::complain(limit.diagnostics(), run::exit_usage);
  auto journal = open_journal(arguments, *info, cases);
  if (!journal) return run::complain(journal.diagnostics(), run::exit_usage);
  const bool is_planned = arguments.resume || !arguments.plan.empty();
  if (const auto error = is_planned ? std::nullopt : plan_in(*journal, cases))
    return run::complain({*error}, run::exit_unwritable);
  if (arguments.run.shuffle) shuffle(cases, *arguments.run.shuffle);
  run::Judging judging = judging_of(*judge, arguments.run);
  judging.clock = microseconds_now;
  if (!info->backend.empty()) judging.further_calls = run::further_calls_of_few(nonce_of(*info));
  run::Session session(spec, run::one_driver_a_target(driver.open), std::move(judging), *journal);
  register_cases(cases, session, *info, *limit);
  return run_tests(*journal, *info, *limit, arguments);
}

/// Plans no more than GoogleTest's filter can match, where no query says what to plan. A test is named as its case,
/// but for one '.', which '?' matches as well.
void narrow_to_filter(Selection& selection) {
  std::string filter = GTEST_FLAG_GET(filter);
  filter.resize(std::min(filter.find('-'), filter.size()));  // what follows is left out, by GoogleTest
  if (filter.empty() || filter == "*" || !selection.queries.empty()) return;
  std::ranges::replace(filter, '.', '?');
  selection.queries = split(filter, ':');
}

/// Returns the cases of this part of the run, planned here.
Result<run::CaseList> plan_part(const run::SpecWithPlans& loaded, SuiteArguments& arguments) {
  narrow_to_filter(arguments.run.selection);
  auto options = run::plan_options(loaded.spec, arguments.run);
  if (!options) return options.diagnostics();
  options->memory = loaded.plans.get();
  return run::CaseList::parse(
      run::to_bytes(run::choose(expand::plan_targets(loaded.spec, *options), arguments.run).cases), "",
      arguments.shard);
}

/// Reads the spec as far as `handed` needs it, cases of a process that has read the whole. A list of tests, which runs
/// none, may use plans that were made before.
Result<run::SpecWithPlans> read_spec_of(const SuiteArguments& arguments, const run::CaseList& handed) {
  const std::string& folder = arguments.run.spec;
  if (GTEST_FLAG_GET(list_tests)) return run::read_spec_with_plans(folder);
  const bool is_pinned = !arguments.run.numerics.empty();  // to variants of any operator
  const bool needs_all = arguments.plan.empty() || is_pinned;
  auto spec = needs_all ? reader::read_spec(folder) : reader::read_operators(folder, handed.operators());
  if (!spec) return spec.diagnostics();
  return run::SpecWithPlans{.spec = *std::move(spec)};
}

int run_suite(SuiteArguments& arguments) {
  const bool is_handed = !arguments.plan.empty();
  auto handed = is_handed ? run::CaseList::read(arguments.plan, arguments.shard) : run::CaseList();
  if (!handed) return run::complain(handed.diagnostics(), run::exit_usage);
  const auto loaded = read_spec_of(arguments, *handed);
  if (!loaded) return run::complain(loaded.diagnostics(), run::exit_spec);
  auto listed = run::read_listed(arguments.run);
  if (!listed) return run::complain(listed.diagnostics(), run::exit_usage);
  arguments.run.selection.listed = std::move(*listed);
  auto cases = is_handed ? std::move(handed) : plan_part(*loaded, arguments);
  if (!cases) return run::complain(cases.diagnostics(), run::exit_usage);
  arguments.run.limits.part = arguments.shard;
  const auto driver = arguments.is_in_process ? load_in_process(arguments.run.driver)
                                              : find_suite_driver(arguments.run.driver, arguments.run.limits);
  if (!driver) return run::complain(driver.diagnostics(), run::exit_driver);
  return run_cases(loaded->spec, *std::move(cases), *driver, arguments);
}

/// GoogleTest ends a program whose folder is gone. Only paths from the root lead anywhere then.
void leave_folder_that_is_gone() {
  std::error_code failed;
  if (std::filesystem::current_path(failed).empty()) std::filesystem::current_path("/");
}

int main_of(int argc, char** argv) {
  leave_folder_that_is_gone();
  testing::InitGoogleTest(&argc, argv);
  SuiteArguments arguments;
  CLI::App app("Runs the conformance cases as GoogleTest tests and writes their journal.", "npu-cts-suite");
  run::add_run_options(app, arguments.run);
  app.add_option("--journal", arguments.run.journal, "file the journal is written to (default: none)");
  run::add_one_of(app, "--print", arguments.print, {"all", "failures", "none"},
                  "what is printed: all, failures or none");
  app.add_flag("--in-process", arguments.is_in_process,
               "loads a plugin into this process, for a debugger: nothing is contained");
  app.add_option("--plan", arguments.plan, "a file with the cases of the run, as 'npu-cts run' hands them over");
  app.add_option("--shard-index", arguments.shard.index, "which part of the plan")->check(run::whole_number());
  app.add_option("--shard-count", arguments.shard.count, "of how many parts")->check(run::whole_number(1));
  run::add_limit_options(app, arguments.run.limits);
  run::add_order_options(app, arguments.run);
  app.add_option("--failure-count", arguments.failure_count, "a file in memory that the parts of a run count in");
  app.add_flag("--resume", arguments.resume, "go on with a journal whose process was killed");
  app.add_flag("--again", arguments.again,
               "run the case that it was killed in again: it was not the case that killed it");
  CLI::Option* bundle = app.add_option("--bundle", arguments.bundle, "judge this bundle instead, which ran elsewhere");
  bundle->needs(app.add_option("--results", arguments.results, "what came back of it")->needs(bundle));
  if (const auto code = run::parse(app, argc, argv)) return *code;
  arguments.run.spec = run::find_spec_folder(arguments.run.spec);
  if (arguments.print != "all") print_failures_only(arguments.print == "none" ? Failures::hidden : Failures::printed);
  if (arguments.print != "none") print_output_of_cases();
  if (bundle->count() > 0) return judge_bundle(arguments);
  const auto scratch = run::memory_file("");  // where no journal is asked for
  if (!scratch) return run::complain(scratch.diagnostics(), run::exit_usage);
  if (arguments.run.journal.empty()) arguments.run.journal = scratch->path();
  return run_suite(arguments);
}

}  // namespace
}  // namespace npu_cts

int main(int argc, char** argv) {
  npu_cts::use_large_pages();
  return npu_cts::run::exception_barrier("npu-cts-suite", [&] { return npu_cts::main_of(argc, argv); });
}
