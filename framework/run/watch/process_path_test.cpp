// SPDX-License-Identifier: Apache-2.0
#include "framework/run/watch/process_path.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

namespace npu_cts::wire {
namespace {

namespace fs = std::filesystem;

/// A folder with `deep/inner`, `file`, and the link `link` to `deep/inner`.
class PathFor : public testing::Test {
 protected:
  PathFor() {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "deep/inner");
    std::ofstream(folder_ / "deep/file") << "x";
    fs::create_directory_symlink(folder_ / "deep/inner", folder_ / "link");
  }
  ~PathFor() override { fs::remove_all(folder_); }

  /// Returns whether `written` names the file for this process.
  [[nodiscard]] bool is_file(const std::string& written, int from = AT_FDCWD) const {
    std::error_code failed;
    return fs::equivalent(path_for(getpid(), from, written), folder_ / "deep/file", failed);
  }

  const fs::path folder_ =  // NOLINT(cppcoreguidelines-non-private-member-variables-in-classes)
      fs::path(testing::TempDir()) / "npu_cts_process_path";
};

TEST_F(PathFor, FollowsALinkBeforeItGoesUp) { EXPECT_TRUE(is_file((folder_ / "link/../file").string())); }

TEST_F(PathFor, BeginsAtTheFolderOfADescriptor) {
  const int from = open((folder_ / "link").c_str(), O_RDONLY | O_DIRECTORY);
  EXPECT_TRUE(is_file("../file", from));
  close(from);
}

TEST_F(PathFor, IsNoLongerThanTheFileIsDeep) {
  std::string way = (folder_ / "deep").string();
  while (way.size() < 4000) way += "/inner/..";
  EXPECT_TRUE(is_file(way + "/file"));
}

TEST_F(PathFor, IsTheFileOfADescriptorThatIsNamedAlone) {
  const int file = open((folder_ / "deep/file").c_str(), O_RDONLY);
  EXPECT_TRUE(is_file("", file));
  close(file);
}

TEST_F(PathFor, TakesSelfForTheProcessWhereverALinkNamesIt) {
  fs::create_symlink("/proc/self/status", folder_ / "self");
  EXPECT_TRUE(path_for(getppid(), AT_FDCWD, (folder_ / "self").string())
                  .string()
                  .ends_with("/proc/" + std::to_string(getppid()) + "/status"));
  EXPECT_TRUE(is_of_processes(path_for(getppid(), AT_FDCWD, "/dev/fd/../mem")));
}

TEST_F(PathFor, LeavesALinkThatTheSystemMakesUpAsItIs) {
  int ends[2] = {};
  ASSERT_EQ(pipe(ends), 0);
  const std::string written = "/proc/self/fd/" + std::to_string(ends[1]);
  EXPECT_TRUE(fs::is_fifo(path_for(getpid(), AT_FDCWD, written)));
  for (const int end : ends) close(end);
}

/// A process that sees `root` and no /proc, as one in a container sees other processes or none; 0 where the system lets
/// it not be.
pid_t start_within(const fs::path& root) {
  int ends[2] = {};
  if (pipe(ends) != 0) return 0;
  const pid_t process = fork();
  if (process == 0) {
    const bool is_within = (chroot(root.c_str()) == 0 || (unshare(CLONE_NEWUSER) == 0 && chroot(root.c_str()) == 0)) &&
                           chdir("/deep/inner") == 0 && write(ends[1], "x", 1) == 1;
    close(ends[1]);
    if (!is_within) _exit(1);
    for (;;) pause();
  }
  close(ends[1]);
  char byte = 0;
  const bool is_within = read(ends[0], &byte, 1) == 1;
  close(ends[0]);
  if (!is_within) waitpid(process, nullptr, 0);
  return is_within ? process : 0;
}

TEST_F(PathFor, IsThatOfAProcessWithAnotherRootToo) {
  const pid_t process = start_within(folder_);
  if (process == 0) GTEST_SKIP() << "this system does not let a process have another root";
  for (const char* written : {"../file", "../../../../deep/file", "/deep/inner/../file", "/../deep/file"}) {
    std::error_code failed;
    EXPECT_TRUE(fs::equivalent(path_for(process, AT_FDCWD, written), folder_ / "deep/file", failed)) << written;
  }
  kill(process, SIGKILL);
  waitpid(process, nullptr, 0);
}

TEST_F(PathFor, EndsWhereLinksLeadInACircle) {
  fs::create_symlink(folder_ / "circle", folder_ / "circle");
  EXPECT_FALSE(is_file((folder_ / "circle").string()));
}

}  // namespace
}  // namespace npu_cts::wire
