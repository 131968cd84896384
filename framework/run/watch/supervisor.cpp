// SPDX-License-Identifier: Apache-2.0
#include "framework/run/watch/supervisor.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/run/watch/guarded_memory.h"
#include "framework/run/watch/process_path.h"
#include "framework/run/watch/processes.h"

namespace npu_cts::wire {
namespace {

#ifndef SECCOMP_IOCTL_NOTIF_SET_FLAGS
constexpr unsigned long SECCOMP_IOCTL_NOTIF_SET_FLAGS = SECCOMP_IOW(4, __u64);
constexpr unsigned long SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP = 1;
#endif

/// A byte that says why there is no descriptor, and where there is one, the descriptor.
struct Letter {
  explicit Letter(unsigned char& why) : data{.iov_base = &why, .iov_len = 1} {
    header.msg_iov = &data;
    header.msg_iovlen = 1;
    header.msg_control = control.data();
    header.msg_controllen = control.size();
  }

  iovec data;
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
  msghdr header{};
};

constexpr std::string_view unreadable = "names what cannot be read";

bool is_same_file(const struct stat& one, const struct stat& other) {
  return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

/// Returns whether `path` is this program or a program of npu-cts beside it, whatever it is called.
bool is_runner(const std::filesystem::path& path) {
  std::error_code failed;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", failed).parent_path();
  const std::array<std::filesystem::path, 3> own{"/proc/self/exe", folder / "npu-cts", folder / "npu-cts-suite"};
  return std::ranges::any_of(own, [&](const auto& one) { return std::filesystem::equivalent(one, path, failed); });
}

/// Returns the processes that write a run: this one, and where npu-cts started it, that and all that it started so.
std::vector<pid_t> processes_of_run() {
  std::vector<pid_t> all{getpid()};
  const auto take = [&](pid_t process) {
    if (process == all.front() || !is_runner(fmt::format("/proc/{}/exe", process))) return false;
    all.push_back(process);
    return true;
  };
  const pid_t command = getppid();
  if (!take(command)) return all;
  std::istringstream children(ProcFile(fmt::format("/proc/{0}/task/{0}/children", command)).read());
  for (pid_t child = 0; children >> child;) take(child);
  return all;
}

/// A file that a worker wants to change.
struct Wanted {
  struct stat status = {};
  bool is_moved = false;  ///< or another is moved there

  /// Returns whether a process can have it open, or a file in it: most calls open a device.
  [[nodiscard]] bool may_be_kept() const {
    return S_ISREG(status.st_mode) || S_ISFIFO(status.st_mode) || (is_moved && S_ISDIR(status.st_mode));
  }
};

/// Returns whether the file `path` is in the folder `folder`, or deeper.
bool is_within(std::filesystem::path path, const struct stat& folder) {
  while (path.has_relative_path()) {
    path = path.parent_path();
    struct stat above = {};
    if (stat(path.c_str(), &above) == 0 && is_same_file(above, folder)) return true;
  }
  return false;
}

/// Returns whether `open`, a link in the folder of a process's descriptors, is of a file that must stay as it is: a
/// journal, memory that is shared with a worker, a file in a folder that moves, or a pipe that is written to.
bool is_kept(const std::filesystem::path& open, const Wanted& wanted) {
  struct stat held = {};
  struct stat link = {};
  if (stat(open.c_str(), &held) != 0) return false;
  if (S_ISDIR(wanted.status.st_mode)) {
    std::error_code failed;
    return S_ISREG(held.st_mode) && is_within(std::filesystem::read_symlink(open, failed), wanted.status);
  }
  if (!is_same_file(held, wanted.status)) return false;
  return S_ISREG(held.st_mode) || (lstat(open.c_str(), &link) == 0 && (link.st_mode & S_IWUSR) != 0);
}

/// Returns whether a process of this run has open what `wanted` would change.
bool is_open_in_run(const Wanted& wanted) {
  if (!wanted.may_be_kept()) return false;
  for (const pid_t process : processes_of_run()) {
    std::error_code failed;
    const std::string folder = fmt::format("/proc/{}/fd", process);
    for (std::filesystem::directory_iterator it(folder, failed), end; it != end && !failed; it.increment(failed)) {
      if (is_kept(it->path(), wanted)) return true;
    }
  }
  return false;
}

/// Returns whether `process`, a process or a thread, is the worker or one that it started.
bool is_own(const Supervised& worker, pid_t process) {
  if (process < 0) return -process == worker.process;  // a group
  return process == worker.process ||
         std::filesystem::exists(fmt::format("/proc/{}/task/{}", worker.process, process)) ||
         has_mark(process, worker.mark);
}

/// Returns the process that `descriptor` of `asking` stands for: one on its folder in /proc, or a pidfd. 0: none.
pid_t holder_of(pid_t asking, std::uint64_t descriptor) {
  const std::string path = fmt::format("/proc/{}/fd/{}", asking, static_cast<int>(descriptor));
  std::error_code failed;
  if (std::filesystem::is_directory(path, failed) && is_of_processes(path))
    return static_cast<pid_t>(std::atoi(std::filesystem::read_symlink(path, failed).filename().c_str()));
  const std::string about = ProcFile(fmt::format("/proc/{}/fdinfo/{}", asking, static_cast<int>(descriptor))).read();
  const std::size_t at = about.find("\nPid:");
  return at == std::string::npos ? 0 : static_cast<pid_t>(std::atoi(about.c_str() + at + 5));
}

/// Returns the process that `path`, in a file system that says what processes are, is of; 0: none.
pid_t process_of(std::filesystem::path path) {
  std::filesystem::path below;
  for (; path.has_relative_path() && is_of_processes(path.parent_path()); path = path.parent_path())
    below = path.filename();
  return static_cast<pid_t>(std::atoi(path.has_relative_path() ? below.c_str() : ""));
}

/// Returns whether reading `path`, in a file system that says what processes are, gives what is in the memory of one,
/// or what it has open or mapped: the plan of a run says what is expected.
bool shows_inside(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.parent_path().filename();
  return path.filename() == "mem" || folder == "fd" || folder == "map_files";
}

/// Returns in words why the worker may not open or change the file `path`, which `text` names; nothing where it may.
std::string why_kept(const Supervised& worker, const seccomp_notif& question, const WatchedCall& call,
                     const std::filesystem::path& path, std::string_view text) {
  const auto asking = static_cast<pid_t>(question.pid);
  const auto flags = question.data.args[std::max<int>(call.flags, 0)];
  const bool is_read = call.act == Act::open_file && (flags & (O_WRONLY | O_RDWR | O_TRUNC)) == 0;
  const bool is_of_process = is_of_processes(path.parent_path());  // the path may be the link of a descriptor
  const bool is_memory = is_of_process && path.filename() == "mem";
  const pid_t process = is_of_process ? process_of(path) : 0;
  const bool is_of_other = is_of_process && process != 0 && process != asking && !is_own(worker, process);
  Wanted wanted{.is_moved = call.moves};
  const bool is_ours =
      is_read ? is_of_other && shows_inside(path)
              : is_memory || is_of_other || (stat(path.c_str(), &wanted.status) == 0 && is_open_in_run(wanted));
  return is_ours ? fmt::format("{} '{}'", is_read ? "reads" : "changes", escape_control(text)) : "";
}

/// Returns in words why the worker may not do what it asks for; nothing where it may.
std::string why_refused(const Supervised& worker, const seccomp_notif& question, const WatchedCall& call) {
  const auto* const arguments = question.data.args;
  const auto asking = static_cast<pid_t>(question.pid);
  if (call.act == Act::reach_process || call.act == Act::reach_holder) {
    const bool is_named = call.act == Act::reach_process;
    const auto named = arguments[call.path];
    const pid_t target = is_named ? static_cast<pid_t>(named) : holder_of(asking, named);
    const bool only_asks = call.number == SYS_kill && arguments[1] == 0;
    const bool is_sample = call.number == SYS_perf_event_open && (arguments[4] & PERF_FLAG_PID_CGROUP) == 0;
    const bool is_itself = target == 0 && (call.state >= 0 || !is_named || is_sample);
    return only_asks || is_itself || is_own(worker, target) ? "" : fmt::format("reaches for process {}", target);
  }
  if (call.act == Act::change_state || call.act == Act::make_lasting || call.act == Act::rest) return {};
  if (call.act == Act::slow_others) return "slows processes that may not be its own";
  if (call.act == Act::outlive) {  // what it starts ends with it, or is killed behind the call
    const bool is_kept = asking != worker.process || arguments[call.path] == SIGKILL;
    return is_kept ? "" : "keeps itself from ending with the runner";
  }
  if (call.act == Act::filter_calls || call.act == Act::change_mounts) {
    const bool begins = worker.is_starting && worker.programs == Programs::allowed;  // as a container does
    const bool filters = call.act == Act::filter_calls;
    return begins ? "" : filters ? "installs a filter of system calls" : "changes what is mounted";
  }
  const int folder = call.folder < 0 ? AT_FDCWD : static_cast<int>(arguments[call.folder]);
  const auto text = text_at(asking, arguments[call.path]);
  if (!text) return std::string(unreadable);
  const std::filesystem::path path = in_real_folder(path_for(asking, folder, *text));
  if (call.act != Act::start_program) return why_kept(worker, question, call, path, *text);
  std::error_code failed;
  const bool begins = asking == worker.process &&
                      std::filesystem::equivalent(fmt::format("/proc/{}/exe", asking), "/proc/self/exe", failed);
  const bool may = begins || (worker.programs == Programs::allowed && (worker.is_starting || !is_runner(path)));
  return may ? "" : fmt::format("starts the program '{}'", escape_control(*text));
}

/// As above, for each path that the call names.
std::string why_refused(const Supervised& worker, const seccomp_notif& question) {
  std::string why = "makes a call of another system";
  for (const WatchedCall& call : watched_calls()) {
    if (!call.is(question.data.nr, question.data.args)) continue;
    why = why_refused(worker, question, call);
    if (!why.empty()) break;
  }
  return why;
}

/// Returns whether `question` is a watched call of which `holds` says so.
bool is_one(const seccomp_notif& question, bool (*holds)(const WatchedCall&)) {
  return std::ranges::any_of(watched_calls(), [&](const WatchedCall& call) {
    return call.is(question.data.nr, question.data.args) && holds(call);
  });
}

}  // namespace

Supervisor::~Supervisor() {
  if (listener_ >= 0) close(listener_);
}

void Supervisor::send_listener(int channel) {
  const int listener = watch_calls();
  auto why = static_cast<unsigned char>(listener < 0 ? errno : 0);
  Letter letter(why);
  if (listener >= 0) {
    cmsghdr* const attached = CMSG_FIRSTHDR(&letter.header);
    attached->cmsg_level = SOL_SOCKET;
    attached->cmsg_type = SCM_RIGHTS;
    attached->cmsg_len = CMSG_LEN(sizeof listener);
    std::memcpy(CMSG_DATA(attached), &listener, sizeof listener);
  } else {
    letter.header.msg_controllen = 0;
  }
  if (sendmsg(channel, &letter.header, MSG_NOSIGNAL) != 1) _exit(126);
  close(listener);
}

void Supervisor::receive_listener(int channel, int timeout_ms) {
  unsigned char why = 0;
  Letter letter(why);
  pollfd wait{channel, POLLIN, 0};
  why_not_ = "the worker did not start";
  const auto uninterrupted = [](auto call) {  // a signal that ends the run must not look like a worker that failed
    auto result = call();
    while (result < 0 && errno == EINTR) result = call();
    return result;
  };
  if (uninterrupted([&] { return poll(&wait, 1, timeout_ms); }) != 1) return;
  if (uninterrupted([&] { return recvmsg(channel, &letter.header, MSG_CMSG_CLOEXEC); }) != 1) return;
  const cmsghdr* const attached = CMSG_FIRSTHDR(&letter.header);
  if (attached == nullptr || attached->cmsg_type != SCM_RIGHTS) {
    why_not_ = fmt::format("this system lets no process be watched: {}", std::strerror(why));
    return;
  }
  std::memcpy(&listener_, CMSG_DATA(attached), sizeof listener_);
  why_not_.clear();
  ioctl(listener_, SECCOMP_IOCTL_NOTIF_SET_FLAGS, SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP);  // since Linux 6.6
}

void Supervisor::wake() {
  if (!resting_) return;
  seccomp_notif_resp answer = {};
  answer.id = *std::exchange(resting_, std::nullopt);
  ioctl(listener_, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}

void Supervisor::answer(const Supervised& worker) {
  seccomp_notif question = {};
  if (ioctl(listener_, SECCOMP_IOCTL_NOTIF_RECV, &question) != 0) {
    if (errno == ENOENT || errno == EINTR) return;  // who asked is gone
    close(listener_);
    listener_ = -1;
    std::atomic_ref(worker.changes) = unwatched;
    return;
  }
  if (is_one(question, [](const WatchedCall& call) { return call.act == Act::rest; })) {
    wake();  // of two threads, or where a signal has ended the wait
    has_rested_ = true;
    resting_ = question.id;
    return;
  }
  if (is_one(question, [](const WatchedCall& call) { return call.state >= 0; }))
    ++std::atomic_ref(worker.changes);  // before it can be so
  std::string why = why_refused(worker, question);
  if (why == unreadable && (worker.is_starting || !why_not_.empty())) {  // the system forbids reading: no cheat
    why_not_ = "this system does not let the memory of a worker be read";
    why.clear();
  }
  seccomp_notif_resp answer = {};
  answer.id = question.id;
  if (why.empty()) {
    std::array<std::uint64_t, 6> arguments{};
    std::ranges::copy(question.data.args, arguments.begin());
    lasting_.note(static_cast<pid_t>(question.pid), question.data.nr, arguments);
    answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  } else {
    answer.error = -EPERM;
    if (refused_.empty()) refused_ = why;
  }
  ioctl(listener_, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}

std::string Supervisor::take_refused() { return std::exchange(refused_, {}); }

}  // namespace npu_cts::wire
