// SPDX-License-Identifier: Apache-2.0
#include "framework/run/shards/shards.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "framework/run/session/exit_code.h"
#include "framework/run/shards/child.h"

namespace npu_cts::run {
namespace {

using testing::HasSubstr;

/// A new folder with the path of a journal in it.
std::string journal_in(const std::string& name) {
  const std::filesystem::path folder = testing::TempDir() + "shards_" + name;
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return (folder / "run.jsonl").string();
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

TEST(Shards, EndWithTheWorstCodeThatIsNoVerdict) {
  const ShardedRun run{.suite = "/bin/sh", .words = {"-c", "exit 4"}, .journal = journal_in("worst"), .count = 2};
  EXPECT_EQ(run_shards(run), exit_driver);
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
