// The conformance suite: expands the law, registers a GoogleTest test a case, runs them and writes the journal.
// `npu-cts run` starts one of these a shard; CTest gates go through `npu-cts run`, which sees to it that every planned
// case ended.

#include <algorithm>
#include <cstdio>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <CLI/CLI.hpp>

#include "framework/reader/read_spec.h"
#include "framework/record/journal.h"
#include "suites/exit_code.h"
#include "suites/gtest_bridge.h"
#include "suites/guarded.h"
#include "suites/options.h"
#include "suites/run_info.h"

namespace npu_cts {
namespace {

int complain(const Diagnostics& diagnostics, int code) {
  for (const Diagnostic& diagnostic : diagnostics) fmt::print(stderr, "{}", to_text(diagnostic));
  return code;
}

/// Leaves out what an earlier process of the same run has ended or was killed in.
void leave_out_begun(const std::string& journal, std::vector<Case>& cases) {
  const auto earlier = read_journal(journal);
  if (!earlier) return;
  std::set<std::string> begun;
  for (const CaseResult& result : earlier->results) begun.insert(result.id);
  std::erase_if(cases, [&](const Case& planned) { return begun.contains(planned.id); });
}

struct SuiteArguments {
  RunOptions run;
  Shard shard;
  bool resume = false;
  bool again = false;
};

int run_suite(const SuiteArguments& arguments) {
  const auto spec = read_spec(arguments.run.spec);
  if (!spec) return complain(spec.diagnostics(), exit_spec);
  const auto options = plan_options(*spec, arguments.run);
  if (!options) return complain(options.diagnostics(), exit_usage);
  const auto judge = judge_options(*spec, arguments.run);
  if (!judge) return complain(judge.diagnostics(), exit_usage);
  auto driver = find_driver(arguments.run.driver, arguments.run.limits);
  if (!driver) return complain(driver.diagnostics(), exit_driver);
  auto cases = select(plan(*spec, *options).cases, arguments.run.query, arguments.shard);
  const auto info = info_of(*driver, arguments.run, *judge);
  if (!info) return complain(info.diagnostics(), exit_spec);
  if (arguments.resume) {
    const auto earlier = read_journal(arguments.run.journal);
    if (!earlier) return complain(earlier.diagnostics(), exit_usage);
    const auto other = find_other_run(*earlier, *info, cases);
    if (other) return complain({other_run(arguments.run.journal, *other)}, exit_usage);
  }
  const Unended unended = arguments.again ? Unended::runs_again : Unended::crashed;
  auto journal = arguments.resume ? JournalWriter::resume(arguments.run.journal, unended)
                                  : JournalWriter::create(arguments.run.journal, *info);
  if (!journal) return complain(journal.diagnostics(), exit_usage);
  if (arguments.resume) {
    leave_out_begun(arguments.run.journal, cases);
  } else if (const auto error = journal->plan(cases)) {
    return complain({*error}, exit_unwritable);
  }
  Session session(*spec, std::move(*driver), *judge, std::move(*journal));
  register_cases(cases, session);
  const int failed = RUN_ALL_TESTS();
  if (const auto error = session.finish()) return complain({*error}, exit_unwritable);
  const bool ran = testing::UnitTest::GetInstance()->test_to_run_count() > 0;
  if (!ran && !arguments.resume && arguments.shard.count == 1) {
    fmt::print(stderr, "npu-cts-suite: nothing ran: no case matches\n");
    return exit_nothing_ran;
  }
  return failed == 0 ? exit_conforms : exit_failed;
}

int main_of(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  print_failures_only();
  SuiteArguments arguments;
  CLI::App app("Runs the conformance cases as GoogleTest tests and writes their journal.", "npu-cts-suite");
  add_run_options(app, arguments.run);
  app.add_option("--journal", arguments.run.journal, "file the journal is written to")->required();
  app.add_option("--shard-index", arguments.shard.index, "which part of the plan");
  app.add_option("--shard-count", arguments.shard.count, "of how many parts")->check(CLI::PositiveNumber);
  add_limit_options(app, arguments.run.limits);
  app.add_flag("--resume", arguments.resume, "go on with a journal whose process was killed");
  app.add_flag("--again", arguments.again,
               "run the case that it was killed in again: it was not the case that killed it");
  CLI11_PARSE(app, argc, argv);
  return run_suite(arguments);
}

}  // namespace
}  // namespace npu_cts

int main(int argc, char** argv) {
  return npu_cts::guarded("npu-cts-suite", [&] { return npu_cts::main_of(argc, argv); });
}
