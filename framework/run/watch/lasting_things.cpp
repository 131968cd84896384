// SPDX-License-Identifier: Apache-2.0
#include "framework/run/watch/lasting_things.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <optional>

#include <fcntl.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "framework/run/watch/process_path.h"
#include "framework/run/watch/watched_calls.h"

namespace npu_cts::wire {
namespace {

constexpr std::size_t most_files = 256;  ///< that are looked for: a leak of one each call is found before

bool is_there(const std::string& path) {
  struct stat status = {};
  return lstat(path.c_str(), &status) == 0;
}

/// Returns whether a call that gets a thing of System V makes it: `find` finds none of `key` yet.
template <class Find>
bool makes(key_t key, std::uint64_t flags, const Find& find) {
  return key == IPC_PRIVATE || ((flags & IPC_CREAT) != 0 && find() < 0 && errno == ENOENT);
}

/// Returns by how many things of System V there are more behind the call. Large pages are asked for in vain where there
/// are none, so they do not count.
int change_of_others(int number, std::span<const std::uint64_t, 6> arguments) {
  const auto key = static_cast<key_t>(arguments[0]);
  if (number == SYS_shmget && (arguments[2] & SHM_HUGETLB) == 0)
    return makes(key, arguments[2], [&] { return shmget(key, 0, 0); }) ? 1 : 0;
  if (number == SYS_semget) return makes(key, arguments[2], [&] { return semget(key, 0, 0); }) ? 1 : 0;
  if (number == SYS_msgget) return makes(key, arguments[1], [&] { return msgget(key, 0); }) ? 1 : 0;
  const auto id = static_cast<int>(arguments[0]);  // the other calls are watched where they remove
  shmid_ds segment = {};
  semid_ds semaphores = {};
  msqid_ds queue = {};
  if (number == SYS_shmctl) return shmctl(id, IPC_STAT, &segment) == 0 ? -1 : 0;
  if (number == SYS_semctl) return semctl(id, 0, IPC_STAT, &semaphores) == 0 ? -1 : 0;
  if (number == SYS_msgctl) return msgctl(id, IPC_STAT, &queue) == 0 ? -1 : 0;
  return 0;
}

/// Returns whether `call` makes the file that it names, where there is none.
bool makes_file(const WatchedCall& call, std::span<const std::uint64_t, 6> arguments) {
  return call.names && (call.flags < 0 || (arguments[static_cast<std::size_t>(call.flags)] & O_CREAT) != 0);
}

}  // namespace

void LastingThings::note(pid_t asking, int number, std::span<const std::uint64_t, 6> arguments) {
  others_ = std::max<std::int64_t>(0, others_ + change_of_others(number, arguments));
  if (number == SYS_mq_open && (arguments[1] & O_CREAT) != 0)
    queues_.insert(text_at(asking, arguments[0]).value_or(""));
  if (number == SYS_mq_unlink) queues_.erase(text_at(asking, arguments[0]).value_or(""));
  for (const WatchedCall& call : watched_calls()) {
    if (!call.is(number, arguments.data()) || !makes_file(call, arguments) || files_.size() == most_files) continue;
    const int folder = call.folder < 0 ? AT_FDCWD : static_cast<int>(arguments[static_cast<std::size_t>(call.folder)]);
    const auto text = text_at(asking, arguments[static_cast<std::size_t>(call.path)]);
    const std::string path = text ? in_real_folder(path_for(asking, folder, *text)).string() : "";
    if (!path.empty() && !is_there(path)) files_.insert(path);
  }
}

std::int64_t LastingThings::count() {
  std::erase_if(files_, [](const std::string& path) { return !is_there(path); });
  return static_cast<std::int64_t>(files_.size() + queues_.size()) + others_;
}

}  // namespace npu_cts::wire
