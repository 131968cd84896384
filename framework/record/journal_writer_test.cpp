// SPDX-License-Identifier: Apache-2.0
#include "framework/record/journal_writer.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/record/run_lock.h"

namespace npu_cts::record {
namespace {

using testing::HasSubstr;

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

Case planned_case(std::string id) {
  Case one;
  one.id = std::move(id);
  one.call.op = "frobnicate";
  one.call.target = {.product = "alpha", .release = "26.1.0", .mode = "eager"};
  one.family = Family::rows;
  one.covers = {{ReasonKind::row, "T1.a"}};
  one.at = {.file = "frobnicate.yaml", .line = 3, .column = 7};
  return one;
}

CaseResult result(std::string id, Status status) {
  return {.id = std::move(id), .status = status, .reason = "because", .outcome = OutcomeKind::completed};
}

const RunInfo written_info{
    .driver = "reference", .driver_version = "1", .spec_digest = "d", .query = "", .tool_version = "0"};

class WriterTest : public testing::Test {
 protected:
  WriterTest() {
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
  }
  ~WriterTest() override { std::filesystem::remove_all(folder); }

  const std::string folder = testing::TempDir() + "npu_cts_writer_" + std::to_string(getpid());
  const std::string path = folder + "/run.jsonl";
};
using JournalWriterTest = WriterTest;
using WriteFile = WriterTest;

/// Writes a journal of two cases; with a digest of them, `plan`, one that does not plan them.
WriteError write_small(const std::string& path, const std::string& plan = {}) {
  auto writer = JournalWriter::create(path, written_info, {}, plan);
  if (!writer) return writer.diagnostics()[0];
  if (auto error = plan.empty() ? writer->plan(std::vector{planned_case("a"), planned_case("b")}) : std::nullopt)
    return error;
  if (auto error = writer->begin("a")) return error;
  if (auto error = writer->end(result("a", Status::pass))) return error;
  if (auto error = writer->begin("b")) return error;
  if (auto error = writer->end(result("b", Status::fail))) return error;
  return writer->finish();
}

TEST_F(JournalWriterTest, WritesWhatTheReaderReads) {
  ASSERT_FALSE(write_small(path));
  const auto journal = read_journal(path);
  ASSERT_TRUE(journal);
  EXPECT_TRUE(journal->finished);
  EXPECT_EQ(journal->info, written_info);
  EXPECT_EQ(journal->planned, (std::vector{planned_of(planned_case("a")), planned_of(planned_case("b"))}));
  EXPECT_EQ(journal->results, (std::vector{result("a", Status::pass), result("b", Status::fail)}));
  EXPECT_EQ(bytes_of(path), to_text(*journal));
}

TEST_F(JournalWriterTest, WritesAPartWithoutItsPlanThatIsNoJournal) {
  ASSERT_FALSE(write_small(path, "digest"));
  const auto part = read_part(path);
  ASSERT_TRUE(part);
  EXPECT_TRUE(part->finished);
  EXPECT_EQ(part->plan, "digest");
  EXPECT_EQ(part->results, (std::vector{result("a", Status::pass), result("b", Status::fail)}));
  EXPECT_EQ(bytes_of(path), to_text(*part));
  const auto journal = read_journal(path);
  ASSERT_FALSE(journal);
  const Diagnostic& said = journal.diagnostics()[0];
  EXPECT_EQ(said.what, "this is a part of a run, without what was planned");
  EXPECT_EQ(said.at, (Location{.file = path, .line = 1, .column = 0}));
  EXPECT_EQ(said.why, "the process that planned it writes the journal of the run from its parts");
  EXPECT_EQ(said.hint, "go on with the run: give the same 'npu-cts run' again, with '--resume'");
}

TEST_F(JournalWriterTest, NamesItsPartOfTheRunWhereThereAreSeveral) {
  using Shards = std::vector<Shard>;
  for (const auto& [shard, written] : {std::pair{Shard{0, 1}, Shards{}}, {Shard{0, 2}, Shards{Shard{0, 2}}}}) {
    std::filesystem::remove(path);
    ASSERT_FALSE(JournalWriter::create(path, written_info, shard)->finish());
    EXPECT_EQ(read_journal(path)->shards, written);
  }
}

TEST_F(JournalWriterTest, HasTheBeginningOfACaseInTheFileBeforeTheCaseRuns) {
  auto writer = JournalWriter::create(path, written_info);
  ASSERT_TRUE(writer);
  ASSERT_FALSE(writer->plan(std::vector{planned_case("a")}));
  ASSERT_FALSE(writer->begin("a"));
  const auto journal = read_journal(path);  // what a killed process leaves
  ASSERT_TRUE(journal);
  EXPECT_FALSE(journal->finished);
  ASSERT_EQ(journal->results.size(), 1U);
  EXPECT_EQ(journal->results[0].status, Status::crash);
}

TEST_F(JournalWriterTest, HasTheVerdictOfACaseInTheFileBeforeTheNextOneRuns) {
  auto writer = JournalWriter::create(path, written_info);
  ASSERT_TRUE(writer);
  ASSERT_FALSE(writer->plan(std::vector{planned_case("a"), planned_case("b")}));
  ASSERT_FALSE(writer->begin("a"));
  ASSERT_FALSE(writer->end(result("a", Status::pass)));
  ASSERT_FALSE(writer->begin("b"));
  const auto journal = read_journal(path);
  ASSERT_TRUE(journal);
  ASSERT_EQ(journal->results.size(), 2U);
  EXPECT_EQ(journal->results[0].status, Status::pass);
  EXPECT_EQ(journal->results[1].status, Status::crash);
}

TEST_F(JournalWriterTest, LosesNoVerdictWhereItIsGivenUp) {
  {
    auto writer = JournalWriter::create(path, written_info);
    ASSERT_TRUE(writer);
    ASSERT_FALSE(writer->plan(std::vector{planned_case("a")}));
    ASSERT_FALSE(writer->begin("a"));
    ASSERT_FALSE(writer->end(result("a", Status::pass)));
  }
  const auto journal = read_journal(path);
  ASSERT_TRUE(journal);
  ASSERT_EQ(journal->results.size(), 1U);
  EXPECT_EQ(journal->results[0].status, Status::pass);
}

TEST_F(JournalWriterTest, RefusesAJournalThatIsBeingWritten) {
  const auto first = JournalWriter::create(path, written_info);
  ASSERT_TRUE(first);
  const auto second = JournalWriter::create(path, written_info);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.diagnostics()[0].kind, Kind::unwritable_file);
  EXPECT_EQ(second.diagnostics()[0].why, "another run is writing it");
}

TEST_F(JournalWriterTest, NeverOverwritesAJournal) {
  ASSERT_FALSE(write_small(path));
  const std::string before = bytes_of(path);
  const auto again = JournalWriter::create(path, written_info);
  ASSERT_FALSE(again);
  EXPECT_THAT(again.diagnostics()[0].what, HasSubstr("File exists"));
  EXPECT_EQ(bytes_of(path), before);
  std::ofstream(path) << "x";
  EXPECT_FALSE(JournalWriter::create(path, written_info)) << "one byte is no empty file";
}

TEST_F(JournalWriterTest, SaysThatAPlaceCannotBeWritten) {
  const auto writer = JournalWriter::create(folder + "/missing/run.jsonl", written_info);
  ASSERT_FALSE(writer);
  EXPECT_EQ(writer.diagnostics()[0].kind, Kind::unwritable_file);
  EXPECT_THAT(writer.diagnostics()[0].what, HasSubstr("No such file"));
}

TEST_F(JournalWriterTest, SaysThatTheDiskIsFull) {
  const auto writer = JournalWriter::create("/dev/full", written_info);
  ASSERT_FALSE(writer);
  EXPECT_THAT(writer.diagnostics()[0].what, HasSubstr("No space left"));
}

/// Lets no file of this process grow beyond `bytes` while it lives.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit limit{.rlim_cur = bytes, .rlim_max = old_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, old_handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit old_{};
  void (*old_handler_)(int);
};

TEST_F(JournalWriterTest, ReportsAWriteThatFailsAtAnyByteAndLeavesAReadableJournal) {
  ASSERT_FALSE(write_small(path));
  const std::string whole = bytes_of(path);
  const std::size_t first_line = whole.find('\n') + 1;
  for (std::size_t limit = 0; limit < whole.size(); ++limit) {
    std::filesystem::remove(path);
    WriteError error;
    {
      const FileSizeLimit small(limit);
      error = write_small(path);
    }
    ASSERT_TRUE(error) << limit;
    EXPECT_THAT(error->what, HasSubstr("File too large")) << limit;
    EXPECT_EQ(bytes_of(path), whole.substr(0, limit)) << limit;
    EXPECT_EQ(read_journal(path).has_value(), limit >= first_line) << limit;
  }
}

TEST_F(JournalWriterTest, WritesNothingMoreAfterAnError) {
  auto writer = JournalWriter::create(path, written_info);
  ASSERT_TRUE(writer);
  ASSERT_FALSE(writer->plan(std::vector{planned_case("a")}));
  const std::string before = bytes_of(path);
  WriteError first;
  {
    const FileSizeLimit full(before.size() + 3);
    first = writer->begin("a");
  }
  ASSERT_TRUE(first);
  EXPECT_EQ(writer->end(result("a", Status::pass)), first);
  EXPECT_EQ(writer->finish(), first);
  EXPECT_EQ(bytes_of(path).size(), before.size() + 3);
}

TEST_F(JournalWriterTest, GoesOnWithAKilledRunWhereverItWasCut) {
  ASSERT_FALSE(write_small(path));
  const std::string whole = bytes_of(path);
  const std::size_t plan_end = whole.find("{\"begin\"");
  for (std::size_t length = plan_end; length < whole.size(); ++length) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << whole.substr(0, length);
    {
      auto writer = JournalWriter::resume(path);
      ASSERT_TRUE(writer) << length;
      ASSERT_FALSE(writer->finish()) << length;
    }
    const auto journal = read_journal(path);
    ASSERT_TRUE(journal) << length;
    EXPECT_TRUE(journal->finished) << length;
    EXPECT_EQ(journal->planned.size(), 2U) << length;
  }
}

TEST_F(JournalWriterTest, RecordsTheCrashOfACaseThatKilledItsRun) {
  ASSERT_FALSE(write_small(path));
  const std::string whole = bytes_of(path);
  std::ofstream(path, std::ios::binary | std::ios::trunc) << whole.substr(0, whole.find("{\"end\""));
  ASSERT_FALSE(JournalWriter::resume(path)->finish());
  EXPECT_EQ(read_journal(path)->results, std::vector{crashed_inside("a")});
}

TEST_F(JournalWriterTest, GoesOnWithAPartWithoutItsPlanWhereverItWasCut) {
  ASSERT_FALSE(write_small(path, "digest"));
  const std::string whole = bytes_of(path);
  for (std::size_t length = whole.find("{\"begin\""); length < whole.size(); ++length) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << whole.substr(0, length);
    {
      auto writer = JournalWriter::resume(path);
      ASSERT_TRUE(writer) << length;
      ASSERT_FALSE(writer->begin("c")) << length;
      ASSERT_FALSE(writer->end(result("c", Status::pass))) << length;
      ASSERT_FALSE(writer->finish()) << length;
    }
    const auto part = read_part(path);
    ASSERT_TRUE(part) << length;
    EXPECT_TRUE(part->finished) << length;
    EXPECT_EQ(part->plan, "digest") << length;
    EXPECT_EQ(part->results.back(), result("c", Status::pass)) << length;
  }
}

TEST_F(JournalWriterTest, ForgetsTheBeginningOfACaseThatIsToRunAgainWhereverItWasCut) {
  ASSERT_FALSE(write_small(path));
  const std::string whole = bytes_of(path);
  for (std::size_t length = whole.find("{\"begin\""); length < whole.find("{\"done\""); ++length) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << whole.substr(0, length);
    ASSERT_TRUE(JournalWriter::resume(path, Unended::runs_again)) << length;
    const auto journal = read_journal(path);
    ASSERT_TRUE(journal) << length;
    for (const CaseResult& one : journal->results) EXPECT_EQ(one.reason, "because") << length;
    EXPECT_EQ(whole.substr(0, bytes_of(path).size()), bytes_of(path)) << length;
  }
}

TEST_F(JournalWriterTest, LetsOneRunAtATimeWriteAJournal) {
  {
    const auto first = RunLock::take(path);
    ASSERT_TRUE(first);
    const auto second = RunLock::take(path);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.diagnostics()[0].why, "another run is writing this journal");
    EXPECT_TRUE(RunLock::take(path + ".other"));
  }
  EXPECT_TRUE(RunLock::take(path));
  EXPECT_FALSE(std::filesystem::exists(path + ".lock"));
}

TEST_F(JournalWriterTest, TakesNoLockWhereNothingCanBeWritten) {
  const auto lock = RunLock::take("/proc/none/run.jsonl");
  ASSERT_FALSE(lock);
  EXPECT_EQ(lock.diagnostics()[0].kind, Kind::unwritable_file);
}

TEST_F(JournalWriterTest, DoesNotGoOnWithAFinishedRun) {
  ASSERT_FALSE(write_small(path));
  const auto writer = JournalWriter::resume(path);
  ASSERT_FALSE(writer);
  EXPECT_EQ(writer.diagnostics()[0].kind, Kind::bad_journal);
  EXPECT_FALSE(JournalWriter::resume(folder + "/missing.jsonl"));
}

TEST_F(WriteFile, ReplacesTheWholeFile) {
  ASSERT_FALSE(write_file(path, "old"));
  ASSERT_FALSE(write_file(path, "new text\n"));
  EXPECT_EQ(bytes_of(path), "new text\n");
  EXPECT_FALSE(std::filesystem::exists(path + ".new"));
}

TEST_F(WriteFile, LeavesTheOldFileIntactWhereTheDiskIsFull) {
  ASSERT_FALSE(write_file(path, "old"));
  for (std::size_t limit = 0; limit < 8; ++limit) {
    const FileSizeLimit full(limit);
    const auto error = write_file(path, "new text");
    ASSERT_TRUE(error) << limit;
    EXPECT_EQ(error->kind, Kind::unwritable_file);
    EXPECT_EQ(bytes_of(path), "old");
    EXPECT_FALSE(std::filesystem::exists(path + ".new"));
  }
}

TEST_F(WriteFile, KeepsASymbolicLinkAndReplacesItsFile) {
  ASSERT_FALSE(write_file(folder + "/real", "old"));
  std::filesystem::create_symlink("real", path);
  ASSERT_FALSE(write_file(path, "new"));
  EXPECT_TRUE(std::filesystem::is_symlink(path));
  EXPECT_EQ(bytes_of(folder + "/real"), "new");
}

TEST_F(WriteFile, MakesTheFileOfADanglingLink) {
  std::filesystem::create_symlink(folder + "/later", path);
  ASSERT_FALSE(write_file(path, "text"));
  EXPECT_TRUE(std::filesystem::is_symlink(path));
  EXPECT_EQ(bytes_of(folder + "/later"), "text");
}

TEST_F(WriteFile, WritesThroughAPipe) {
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const int reader = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  ASSERT_GE(reader, 0);
  EXPECT_FALSE(write_file(path, "text"));
  std::string got(16, ' ');
  got.resize(static_cast<std::size_t>(std::max<ssize_t>(0, read(reader, got.data(), got.size()))));
  close(reader);
  EXPECT_EQ(got, "text");
  EXPECT_TRUE(std::filesystem::is_fifo(path));
}

TEST_F(WriteFile, LeavesAFullDeviceWhereItIs) {
  if (mknod(path.c_str(), S_IFCHR | 0600, makedev(1, 7)) != 0) GTEST_SKIP() << "makes no device here";
  const auto error = write_file(path, "text");
  EXPECT_TRUE(std::filesystem::is_character_file(path));
  EXPECT_TRUE(error);
}

TEST_F(WriteFile, SaysWhatItCannotReplace) {
  std::filesystem::create_directories(path + "/full");  // a folder is in the way
  const auto error = write_file(path, "text");
  ASSERT_TRUE(error);
  EXPECT_THAT(error->what, HasSubstr("cannot open: Is a directory"));
  EXPECT_FALSE(std::filesystem::exists(path + ".new"));
  EXPECT_TRUE(write_file(folder + "/missing/report.md", "text"));
}

}  // namespace
}  // namespace npu_cts::record
