// SPDX-License-Identifier: Apache-2.0
#include "framework/run/watch/lasting_things.h"

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

constexpr std::size_t most_files = 4096;  ///< that are looked for: who leaves more is found before

bool is_there(const std::string& path) {
  struct stat status = {};
  return lstat(path.c_str(), &status) == 0;
}

/// Returns whether a call that gets a thing of System V makes it: there is none of `key` yet, as `found` says.
bool makes(std::uint64_t key, std::uint64_t flags, int found) {
  return static_cast<key_t>(key) == IPC_PRIVATE || ((flags & IPC_CREAT) != 0 && found < 0 && errno == ENOENT);
}

/// Returns by how many things of System V there are more behind the call.
int change_of_others(int number, std::span<const std::uint64_t, 6> arguments) {
  const auto key = static_cast<key_t>(arguments[0]);
  if (number == SYS_shmget) return makes(arguments[0], arguments[2], shmget(key, 0, 0)) ? 1 : 0;
  if (number == SYS_semget) return makes(arguments[0], arguments[2], semget(key, 0, 0)) ? 1 : 0;
  if (number == SYS_msgget) return makes(arguments[0], arguments[1], msgget(key, 0)) ? 1 : 0;
  return number == SYS_shmctl || number == SYS_semctl || number == SYS_msgctl ? -1 : 0;  // they are watched to remove
}

/// Returns whether `call` makes the file that it names, where there is none.
bool makes_file(const WatchedCall& call, std::span<const std::uint64_t, 6> arguments) {
  return call.names && (call.flags < 0 || (arguments[static_cast<std::size_t>(call.flags)] & O_CREAT) != 0);
}

}  // namespace

void LastingThings::note(pid_t asking, int number, std::span<const std::uint64_t, 6> arguments) {
  others_ += change_of_others(number, arguments);
  if (number == SYS_mq_open && (arguments[1] & O_CREAT) != 0)
    queues_.insert(text_at(asking, arguments[0]).value_or(""));
  if (number == SYS_mq_unlink) queues_.erase(text_at(asking, arguments[0]).value_or(""));
  for (const WatchedCall& call : watched_calls()) {
    if (!call.is(number, arguments.data()) || !makes_file(call, arguments) || files_.size() == most_files) continue;
    const int folder = call.folder < 0 ? AT_FDCWD : static_cast<int>(arguments[static_cast<std::size_t>(call.folder)]);
    const auto text = text_at(asking, arguments[static_cast<std::size_t>(call.path)]);
    const std::string path = text ? path_for(asking, folder, *text).string() : "";
    if (!path.empty() && !is_there(path)) files_.insert(path);
  }
}

std::int64_t LastingThings::count() {
  std::erase_if(files_, [](const std::string& path) { return !is_there(path); });
  return static_cast<std::int64_t>(files_.size() + queues_.size()) + others_;
}

}  // namespace npu_cts::wire
