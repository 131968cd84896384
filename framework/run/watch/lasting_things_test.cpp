// SPDX-License-Identifier: Apache-2.0
#include "framework/run/watch/lasting_things.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <fcntl.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace npu_cts::wire {
namespace {

std::uint64_t address_of(const std::string& text) { return reinterpret_cast<std::uintptr_t>(text.c_str()); }

void make(const std::string& path) { const std::ofstream file(path); }

/// Takes note that this process makes a call.
template <class... Word>
void note(LastingThings& things, int number, Word... words) {
  const std::array<std::uint64_t, 6> arguments{static_cast<std::uint64_t>(words)...};
  things.note(getpid(), number, arguments);
}

TEST(LastingThings, AreFilesThatWereNotThereAndAreStill) {
  const std::string folder = testing::TempDir() + "npu_cts_lasting";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::string known = folder + "/known";
  const std::string made = folder + "/made";
  const std::string linked = folder + "/linked";
  make(known);
  LastingThings things;
  note(things, SYS_openat, AT_FDCWD, address_of(known), O_CREAT | O_WRONLY);
  note(things, SYS_openat, AT_FDCWD, address_of(made), O_WRONLY);
  EXPECT_EQ(things.count(), 0) << "there is one already, and the other is not made";
  note(things, SYS_openat, AT_FDCWD, address_of(made), O_CREAT | O_WRONLY);
  make(made);
  note(things, SYS_linkat, AT_FDCWD, address_of(made), AT_FDCWD, address_of(linked), 0);
  std::filesystem::create_hard_link(made, linked);
  EXPECT_EQ(things.count(), 2);
  note(things, SYS_openat, AT_FDCWD, address_of(made), O_CREAT | O_WRONLY);
  std::filesystem::remove(linked);
  EXPECT_EQ(things.count(), 1);
  note(things, SYS_renameat2, AT_FDCWD, address_of(made), AT_FDCWD, address_of(linked), 0);
  std::filesystem::rename(made, linked);
  EXPECT_EQ(things.count(), 1) << "it has another name";
  std::filesystem::remove_all(folder);
  EXPECT_EQ(things.count(), 0);
}

TEST(LastingThings, AreSegmentsSemaphoresAndQueuesUntilTheyAreRemoved) {
  const int id = shmget(IPC_PRIVATE, 4096, 0600);
  if (id < 0) GTEST_SKIP() << "this system has no segments";
  constexpr int no_key = 0x4E504354;  // which is in no use
  LastingThings things;
  note(things, SYS_shmget, IPC_PRIVATE, 4096, 0600);
  note(things, SYS_semget, no_key, 1, IPC_CREAT | 0600);
  note(things, SYS_msgget, no_key, IPC_CREAT | 0600);
  note(things, SYS_msgget, no_key, 0);
  EXPECT_EQ(things.count(), 3) << "the last is not made";
  note(things, SYS_shmctl, -1, IPC_RMID);
  EXPECT_EQ(things.count(), 3) << "there is no such segment";
  note(things, SYS_shmctl, id, IPC_RMID);
  shmctl(id, IPC_RMID, nullptr);
  EXPECT_EQ(things.count(), 2);
}

/// Returns how many queues of System V there are.
std::ptrdiff_t queues() {
  std::ifstream file("/proc/sysvipc/msg");
  return std::count(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>(), '\n');
}

TEST(LastingThings, AreNotMadeWhereTheyAreCounted) {
  const auto before = queues();
  LastingThings things;
  note(things, SYS_msgget, IPC_PRIVATE, 0600);
  EXPECT_EQ(things.count(), 1);
  EXPECT_EQ(queues(), before);
}

TEST(LastingThings, AreFilesByWhateverFolderTheyAreNamed) {
  const std::string folder = testing::TempDir() + "npu_cts_lasting_by_folder";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::string made = "made";
  LastingThings things;
  const int opened = open(folder.c_str(), O_RDONLY | O_DIRECTORY);
  note(things, SYS_openat, opened, address_of(made), O_CREAT | O_WRONLY);
  close(opened);
  make(folder + "/made");
  EXPECT_EQ(things.count(), 1);
  std::filesystem::remove_all(folder);
}

TEST(LastingThings, AreQueuesOfPosixByName) {
  const std::string name = "npu_cts_queue";
  LastingThings things;
  note(things, SYS_mq_open, address_of(name), O_RDONLY);
  EXPECT_EQ(things.count(), 0);
  for (int i = 0; i < 2; ++i) note(things, SYS_mq_open, address_of(name), O_CREAT | O_RDONLY);
  EXPECT_EQ(things.count(), 1);
  note(things, SYS_mq_unlink, address_of(name));
  EXPECT_EQ(things.count(), 0);
}

}  // namespace
}  // namespace npu_cts::wire
