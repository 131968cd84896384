// SPDX-License-Identifier: Apache-2.0
#include "framework/run/shards/shards.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include "framework/run/session/complain.h"
#include "framework/run/session/shared_memory.h"
#include "framework/run/shards/child.h"
#include "framework/run/shards/shards_testing.h"

namespace npu_cts::run {
namespace {

using testing::HasSubstr;
using testing_shards::journal_in;
using testing_shards::text_in;

TEST(ShareOut, TakesNoMoreProcessesThanCasesAndNoPartThatKeepsTooMany) {
  struct Shared {
    std::size_t cases, given, jobs, count;
  };
  for (const auto& [cases, given, jobs, count] :
       {Shared{0, 4, 1, 1}, Shared{3, 4, 3, 3}, Shared{200'000, 2, 2, 2}, Shared{200'002, 2, 2, 4}}) {
    ShardedRun run{.suite = "suite", .journal = "journal", .jobs = given};
    share_out(run, cases);
    EXPECT_EQ(run.jobs, jobs) << cases;
    EXPECT_EQ(run.count, count) << cases;
  }
}

TEST(Child, EndsWithItsOwnCode) { EXPECT_EQ(run_child({"/bin/sh", "-c", "exit 5"}), exit_nothing_ran); }

TEST(Child, ThatASignalEndsIsAFaultOfOurs) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(run_child({"/bin/sh", "-c", "kill -9 $$"}), exit_bug);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("'/bin/sh': signal 9 ended it"));
}

TEST(Child, IsAskedToEndWhereThisProcessIs) {
  EXPECT_EQ(run_child({"/bin/sh", "-c", "trap 'exit 5' TERM; kill -TERM $PPID; while :; do :; done"}), 5);
}

TEST(Child, ThatEndsByTheSignalOfThisProcessIsInterrupted) {
  EXPECT_EQ(run_child({"/bin/sh", "-c", "kill -TERM $PPID; while :; do :; done"}), exit_interrupted + SIGTERM);
}

TEST(Child, ThatDoesNotEndIsKilledTheSecondTime) {
  const std::string asks_again = "trap 'kill -TERM $PPID' TERM; kill -TERM $PPID; while :; do :; done";
  EXPECT_EQ(run_child({"/bin/sh", "-c", asks_again}), exit_interrupted + SIGTERM);
}

TEST(Child, ThatIsNotThereIsNamed) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(run_child({"/nowhere/suite"}), exit_driver);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("cannot start '/nowhere/suite'"));
}

TEST(Parts, StandBesideTheJournalAndAreCounted) {
  const std::string journal = journal_in("counted");
  EXPECT_EQ(count_parts(journal), 0U);
  std::ofstream(part_path(journal, {.index = 1, .count = 3})) << "";
  EXPECT_EQ(count_parts(journal), 3U);
  remove_parts(journal);
  EXPECT_EQ(count_parts(journal), 0U);
}

TEST(Parts, AreNamedWhereTheirJournalIsMissing) {
  const std::string journal = journal_in("named");
  std::ofstream(part_path(journal, {.index = 0, .count = 2})) << "";
  const auto run = read_run(journal);
  ASSERT_FALSE(run);
  EXPECT_THAT(run.diagnostics().front().why, HasSubstr("run.jsonl.part0of2"));
}

TEST(Parts, AreNamedUpToThree) {
  const std::string journal = journal_in("many");
  for (std::size_t i = 0; i < 5; ++i) std::ofstream(part_path(journal, {.index = i, .count = 5})) << "";
  const auto run = read_run(journal);
  ASSERT_FALSE(run);
  EXPECT_THAT(run.diagnostics().front().why, testing::EndsWith("run.jsonl.part2of5 and 2 more"));
}

/// The first is a part of a run whose journal is run.jsonl.part1.
TEST(Parts, AreNoOtherFilesBesideTheJournal) {
  const std::string journal = journal_in("others");
  std::vector<std::string> others{journal + ".bak.part0of2", journal.substr(0, journal.size() - 1) + ".part0of2"};
  for (const char* end : {".part1.part0of2", ".part2of2", ".part0of65537", ".part0of2.old", ".partof2", ".part0of",
                          ".part0ofx", ".part0of0", ".part-1of2", ".part0of2of3"})
    others.push_back(journal + end);
  for (const std::string& other : others) std::ofstream(other) << "";
  EXPECT_EQ(count_parts(journal), 0U);
  remove_parts(journal);
  for (const std::string& other : others) EXPECT_TRUE(std::filesystem::exists(other)) << other;
}

TEST(Shards, EndWithTheWorstCodeThatIsNoVerdict) {
  const ShardedRun run{.suite = "/bin/sh", .words = {"-c", "exit 4"}, .journal = journal_in("worst"), .count = 2};
  EXPECT_EQ(run_shards(run), exit_driver);
}

/// A run whose parts append their number to `LOG` when they begin, and a '.' when they end.
ShardedRun logged_run(const std::string& name, std::size_t count, std::size_t jobs) {
  const std::string journal = journal_in(name);
  const std::string script = "printf $3 >> " + journal + ".log; sleep 0.05; printf . >> " + journal + ".log; exit 4";
  return {.suite = "/bin/sh", .words = {"-c", script}, .journal = journal, .count = count, .jobs = jobs};
}

TEST(Shards, RunOneAfterAnotherWhereTheyAreMoreThanMayRun) {
  const ShardedRun run = logged_run("jobs", 4, 1);
  EXPECT_EQ(run_shards(run), exit_driver);
  EXPECT_EQ(text_in(run.journal + ".log"), "0.1.2.3.");
}

/// A worker may not change a file that a process of its run has open.
TEST(Shards, LeaveTheirPartsOpenToTheEndOfTheRun) {
  ShardedRun run{.suite = "/bin/sh", .journal = journal_in("held"), .count = 2, .jobs = 1};
  run.words = {"-c", ": > $1; ls -l /proc/$PPID/fd >> " + run.journal + ".log; exit 4"};
  EXPECT_EQ(run_shards(run), exit_driver);
  EXPECT_THAT(text_in(run.journal + ".log"), HasSubstr(part_path(run.journal, {.index = 0, .count = 2})));
}

TEST(Shards, LeaveAllPartsOpenFromBeforeTheFirstStartsAndNoEmptyOnes) {
  ShardedRun run{.suite = "/bin/sh", .journal = journal_in("held_before"), .count = 2, .jobs = 1};
  run.words = {"-c", "[ -f " + run.journal + ".log ] || ls -l /proc/$PPID/fd > " + run.journal + ".log; exit 4"};
  EXPECT_EQ(run_shards(run), exit_driver);
  for (const std::string& part : part_paths(run)) {
    EXPECT_THAT(text_in(run.journal + ".log"), HasSubstr(part));
    EXPECT_FALSE(std::filesystem::exists(part));
  }
}

TEST(Shards, AreHandedTheirCases) {
  ShardedRun run{.suite = "/bin/sh", .journal = journal_in("handed"), .count = 2};
  run.words = {"-c", "while [ \"$1\" != --plan ]; do shift; done; cat \"$2\" >> " + run.journal + ".log; exit 4"};
  run.jobs = 1;
  run.plan_of = [](std::size_t part) { return memory_file("cases of " + std::to_string(part) + "\n"); };
  EXPECT_EQ(run_shards(run), exit_driver);
  EXPECT_EQ(text_in(run.journal + ".log"), "cases of 0\ncases of 1\n");
}

TEST(Shards, ThatCannotStartEndTheRunAndStartNoOther) {
  int asked = 0;
  ShardedRun run{.suite = "/bin/sh", .journal = journal_in("none"), .count = 3};
  run.start = [&](const std::vector<std::string>&) {
    ++asked;
    errno = EAGAIN;
    return pid_t{-1};
  };
  testing::internal::CaptureStderr();
  EXPECT_EQ(run_shards(run), exit_driver);
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              HasSubstr("cannot start '/bin/sh': Resource temporarily unavailable"));
  EXPECT_EQ(asked, 1);
}

TEST(Shards, ThatASignalEndsBeforeTheirFirstCaseSaySo) {
  const ShardedRun run{.suite = "/bin/sh", .words = {"-c", "kill -9 $$"}, .journal = journal_in("killed"), .count = 1};
  testing::internal::CaptureStderr();
  EXPECT_EQ(run_shards(run), exit_bug);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("signal 9 ended '/bin/sh', and no case had begun"));
}

TEST(Shards, ThatAreStoppedGoOn) {
  const ShardedRun run{
      .suite = "/bin/sh", .words = {"-c", "kill -STOP $$; exit 4"}, .journal = journal_in("stopped"), .count = 2};
  EXPECT_EQ(run_shards(run), exit_driver);
}

TEST(Shards, ThatCouldNotWriteAreAWrongUsage) {
  const ShardedRun run{.suite = "/bin/sh", .words = {"-c", "exit 74"}, .journal = journal_in("unwritable"), .count = 1};
  EXPECT_EQ(run_shards(run), exit_usage);
}

}  // namespace
}  // namespace npu_cts::run
