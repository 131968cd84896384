// SPDX-License-Identifier: Apache-2.0
// What files look like after they were written: modes, leftovers, links, descriptors.
#include "framework/record/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/record/journal_writer.h"
#include "framework/record/run_lock.h"

namespace npu_cts::record {
namespace {

namespace fs = std::filesystem;

class WrittenFile : public testing::Test {
 protected:
  WrittenFile() {
    fs::remove_all(folder);
    fs::create_directories(folder);
  }
  ~WrittenFile() override { fs::remove_all(folder); }

  [[nodiscard]] std::string text() const {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  const std::string folder = testing::TempDir() + "npu_cts_file_" + std::to_string(getpid());
  const std::string path = folder + "/file";
};

std::ptrdiff_t open_descriptors() {
  return std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator());
}

mode_t mode_of(const std::string& path) {
  struct stat seen = {};
  EXPECT_EQ(stat(path.c_str(), &seen), 0) << path;
  return seen.st_mode & 07777U;
}

TEST_F(WrittenFile, IsForWhomeverTheMaskAdmits) {
  const mode_t before = umask(0);
  EXPECT_FALSE(write_file(path, "text"));
  EXPECT_FALSE(write_new_file(folder + "/new", "text"));
  EXPECT_TRUE(JournalWriter::create(folder + "/run", {}));
  {
    const auto lock = RunLock::take(folder + "/run");
    EXPECT_EQ(mode_of(folder + "/run.lock"), 0666U);
  }
  umask(before);
  EXPECT_EQ(mode_of(path), 0666U);
  EXPECT_EQ(mode_of(folder + "/new"), 0666U);
  EXPECT_EQ(mode_of(folder + "/run"), 0666U);
}

TEST_F(WrittenFile, LeavesNeighboursAlone) {
  std::ofstream(path + ".new") << "of a write that was killed, or of somebody";
  std::ofstream(folder + "/thesis") << "mine";
  fs::create_symlink("thesis", path + ".new2");
  EXPECT_FALSE(write_file(path, "short"));
  EXPECT_EQ(text(), "short");
  EXPECT_FALSE(fs::is_symlink(path));
  EXPECT_EQ(fs::file_size(folder + "/thesis"), 4U);
  EXPECT_EQ(fs::file_size(path + ".new"), 42U);
  EXPECT_FALSE(fs::exists(path + ".new3"));
}

TEST_F(WrittenFile, IsNotFoundAtTheEndOfACircleOfLinks) {
  fs::create_symlink("other", path);
  fs::create_symlink("file", folder + "/other");
  EXPECT_TRUE(write_file(path + "/below", "text"));
}

TEST_F(WrittenFile, MayStandBehindAsManyLinksAsTheKernelFollows) {
  std::string name = path;
  for (int link = 0; link < 40; ++link) {
    const std::string next = fmt::format("{}/link{}", folder, link);
    fs::create_symlink(name, next);
    name = next;
  }
  EXPECT_FALSE(write_file(name, "text"));
  EXPECT_TRUE(fs::is_symlink(folder + "/link0"));
  EXPECT_EQ(text(), "text");
}

TEST_F(WrittenFile, SaysThatItCannotBeSynced) {
  OutputFile none(-1, path);
  EXPECT_EQ(none.close()->what, "cannot sync: Bad file descriptor");
}

/// Closes the standard input of this process while it lives: the next file that it opens has descriptor 0.
class NoStandardInput {
 public:
  NoStandardInput() : saved_(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 10)) { ::close(STDIN_FILENO); }
  NoStandardInput(const NoStandardInput&) = delete;
  NoStandardInput& operator=(const NoStandardInput&) = delete;
  ~NoStandardInput() {
    ::dup2(saved_, STDIN_FILENO);
    ::close(saved_);
  }

 private:
  int saved_;
};

TEST_F(WrittenFile, MayBeTheOnlyOneThatIsOpen) {
  const NoStandardInput closed;
  EXPECT_EQ(write_file(path, "text"), std::nullopt);
  EXPECT_EQ(write_new_file(folder + "/new", "text"), std::nullopt);
  EXPECT_TRUE(JournalWriter::create(folder + "/run", {}));
  EXPECT_TRUE(RunLock::take(folder + "/run"));
  EXPECT_EQ(text(), "text");
}

TEST_F(WrittenFile, LeavesNoDescriptorOpen) {
  const auto before = open_descriptors();
  EXPECT_FALSE(write_file(path, "text"));
  EXPECT_TRUE(write_file(folder, "text"));
  EXPECT_TRUE(write_file("/dev/full", "text"));
  EXPECT_TRUE(JournalWriter::create(folder + "/run", {}));
  EXPECT_FALSE(JournalWriter::create(folder + "/run", {}));
  {
    const auto lock = RunLock::take(path);
    EXPECT_FALSE(RunLock::take(path));
  }
  EXPECT_EQ(open_descriptors(), before);
}

TEST_F(WrittenFile, IsLockedUnderEachOfItsNames) {
  std::ofstream(path) << "a journal";
  fs::create_symlink("file", folder + "/other");
  const auto lock = RunLock::take(path);
  ASSERT_TRUE(lock);
  EXPECT_EQ(RunLock::take(folder + "/other").diagnostics()[0].why, "another run is writing this journal");
}

TEST_F(WrittenFile, IsNotLockedByAFileOfSomebody) {
  std::ofstream(path + ".lock") << "a note";
  EXPECT_EQ(RunLock::take(path).diagnostics()[0].what, "this file is no lock of a run, and is not overwritten");
  EXPECT_EQ(fs::file_size(path + ".lock"), 6U);
  fs::create_directory(folder + "/b.lock");
  EXPECT_EQ(RunLock::take(folder + "/b").diagnostics()[0].at.file, folder + "/b.lock");
}

TEST_F(WrittenFile, MovesWithItsDescriptor) {
  const auto before = open_descriptors();
  {
    OutputFile first(open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600), path);
    OutputFile second;
    second = std::move(first);
    EXPECT_EQ(second.path(), path);
    EXPECT_FALSE(second.write("text"));
    const OutputFile third(std::move(second));
    EXPECT_GE(third.descriptor(), 0);
    EXPECT_LT(second.descriptor(), 0);  // NOLINT(bugprone-use-after-move): what the header promises
  }
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_EQ(text(), "text");
}

TEST_F(WrittenFile, IsNoLinkToItself) {
  const std::string link = path + ".loop";
  std::filesystem::remove(link);
  std::filesystem::create_symlink(link, link);
  const auto refused = write_file(link, "text");
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->hint, "name another place: this one is a link to itself");
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  std::filesystem::remove(link);
}

TEST(CannotWrite, SaysWhatFailedWhyAndWhatHelps) {
  const Diagnostic said = cannot_write("a/b", "rename", EACCES);
  EXPECT_EQ(said.at, (Location{.file = "a/b"}));
  EXPECT_EQ(said.what, "cannot rename: Permission denied");
  EXPECT_FALSE(said.why.empty());
  EXPECT_EQ(said.hint, "name a place that you may write to");
  EXPECT_EQ(cannot_write("a/b", "write", ENOSPC).hint, "make room there, or name another place");
  EXPECT_EQ(cannot_write("a/b", "create", EISDIR).hint, "name another place, or move away what stands there");
  EXPECT_EQ(cannot_write("a/b", "create", ENOENT).hint, "check the path: its folders must be there");
}

TEST_F(WrittenFile, SaysWhatHelpsWhereAJournalCannotBegin) {
  constexpr const char* other_place = "wait for that run, or name another place with '--journal'";
  auto writer = JournalWriter::create(path, {});
  ASSERT_TRUE(writer);
  EXPECT_EQ(JournalWriter::create(path, {}).diagnostics()[0].hint, other_place);
  ASSERT_FALSE(writer->finish());
  const Diagnostic again = JournalWriter::create(path, {}).diagnostics()[0];
  EXPECT_EQ(again.why, "it holds the journal of another run, and a journal is never overwritten");
  EXPECT_EQ(again.hint, "remove it, or name another place with '--journal'");
  EXPECT_EQ(RunLock::take("/proc/run").diagnostics()[0].hint, "use --journal FILE");
  EXPECT_EQ(RunLock::take(folder + "/" + std::string(252, 'a')).diagnostics()[0].what,
            "cannot create the journal here: File name too long");  // with its ending
  EXPECT_EQ(RunLock::take("/proc/none/run").diagnostics()[0].hint,
            "make its folder first: mkdir -p /proc/none; or use --journal FILE");
  EXPECT_THAT(RunLock::take(folder).diagnostics()[0].what,
              testing::HasSubstr("cannot create the journal here: Is a directory"));
  const auto lock = RunLock::take(path);
  EXPECT_EQ(RunLock::take(path).diagnostics()[0].hint, other_place);
}

TEST_F(WrittenFile, IsRefusedWhereItIsAPipeWithoutAReader) {
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const auto refused = open_device(path, std::chrono::milliseconds(1));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.diagnostics()[0].what, "it is a pipe, and no program reads it");
  const int reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  EXPECT_EQ(write_file(path, "text"), std::nullopt);
  char read[4];
  EXPECT_EQ(::read(reader, read, sizeof read), 4);
  ::close(reader);
}

TEST_F(WrittenFile, MayBeAPipeThatHasNoName) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  EXPECT_EQ(write_file("/dev/fd/" + std::to_string(ends[1]), "text"), std::nullopt);
  char text[4];
  EXPECT_EQ(::read(ends[0], text, sizeof text), 4);
  for (const int end : ends) ::close(end);
}

TEST_F(WrittenFile, IsNoJournalWhereItIsADevice) {
  for (const char* device : {"/dev/zero", "/dev/full"}) {
    const Diagnostic said = read_journal(device).diagnostics()[0];
    EXPECT_EQ(said.kind, Kind::unreadable_file);
    EXPECT_EQ(said.what, "cannot read the journal: it is a device");
    EXPECT_EQ(said.why, "reports and certificates are made from the journal of a run");
    EXPECT_EQ(said.hint, "give the path of a journal that 'npu-cts run' wrote");
  }
  EXPECT_THAT(read_journal(folder).diagnostics()[0].what, testing::HasSubstr("Is a directory"));
}

TEST_F(WrittenFile, ThatMustBeNewReplacesNothing) {
  EXPECT_FALSE(write_new_file(path, "text"));
  EXPECT_EQ(text(), "text");
  const WriteError again = write_new_file(path, "another");
  ASSERT_TRUE(again);
  EXPECT_THAT(again->what, testing::StartsWith("cannot create: "));
  EXPECT_EQ(text(), "text");
}

TEST_F(WrittenFile, ThatMustBeNewFollowsNoLink) {
  fs::create_symlink(folder + "/elsewhere", path);
  EXPECT_TRUE(write_new_file(path, "text"));
  EXPECT_TRUE(fs::is_symlink(path));
  EXPECT_FALSE(fs::exists(folder + "/elsewhere"));
}

}  // namespace
}  // namespace npu_cts::record
