// SPDX-License-Identifier: Apache-2.0
#include "framework/run/drive/worker_process.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/sanitized.h"
#include "framework/run/watch/processes.h"

namespace npu_cts::wire {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view mark_name = "NPU_CTS_WORKER=";
constexpr int most_parts = 64;  ///< that are read before the clock is looked at: a program may write without end

void limit(__rlimit_resource resource, std::uint64_t value) {
  const rlimit both{.rlim_cur = value, .rlim_max = value};
  setrlimit(resource, &both);
}

void close_and_forget(int& descriptor) {
  if (descriptor >= 0) close(descriptor);
  descriptor = -1;
}

/// From the next program on, what a thread frees counts as free at once: two equal calls hold equally many bytes.
void count_heap_exactly() {
  const char* const given = std::getenv("GLIBC_TUNABLES");
  const std::string value = fmt::format("{}:glibc.malloc.tcache_count=0", given == nullptr ? "" : given);
  setenv("GLIBC_TUNABLES", value.c_str() + (given == nullptr ? 1 : 0), 1);
}

Received trouble_of(Fault fault, std::string detail) {
  Received received;
  received.message = Bye{};
  received.attribution = attribution_of(fault, std::move(detail));
  return received;
}

int milliseconds_until(Clock::time_point deadline) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return left < 0 ? 0 : static_cast<int>(left) + 1;
}

}  // namespace

WorkerProcess::WorkerProcess(const WorkerOptions& options) : options_(options) {
  is_sealed_ = inputs_.seal();
  why_none_ = start();
}

/// Returns why no process could be started; nothing where one was.
std::string WorkerProcess::start() {
  const auto refused = [](std::string_view what, int error) {
    return fmt::format("{}: {}", what, std::strerror(error));
  };
  for (const SharedMemory* const memory : {&inputs_, &outputs_}) {
    if (memory->descriptor() < 0) return refused("no memory to share", memory->error());
  }
  std::array<int, 2> channel{-1, -1};
  std::array<int, 2> log{-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, channel.data()) != 0) return refused("no channel", errno);
  channel_ = channel[0];
  if (pipe2(log.data(), O_CLOEXEC) != 0) {
    const int error = errno;
    close(channel[1]);
    return refused("no pipe", error);
  }
  log_pipe_ = log[0];
  fcntl(channel_, F_SETFL, O_NONBLOCK);
  fcntl(log_pipe_, F_SETFL, O_NONBLOCK);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  mark_ = fmt::format("{}{}.{}", mark_name, getpid(), channel_);
  const pid_t runner = getpid();
  process_ = fork();
  const int error = errno;
  if (process_ == 0) become(channel[1], log[1], runner);
  if (process_ > 0) watch();
  close(log[1]);
  close(channel[1]);
  return process_ > 0 ? "" : refused("no process", error);
}

/// Takes the process that was started under supervision.
void WorkerProcess::watch() {
  setpgid(process_, process_);
  files_.emplace(process_);
  watch_ = static_cast<int>(syscall(SYS_pidfd_open, process_, 0));
  supervisor_.receive_listener(channel_, milliseconds_until(Clock::now() + options_.timeout));
  if (is_sealed_ && supervisor_.descriptor() >= 0) std::atomic_ref(inputs_.changes()) = unwatched + 1;
}

void WorkerProcess::become(int channel, int log, pid_t runner) const {
  constexpr int above = 32;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != runner) _exit(126);  // it ended first, and would give no leave for what follows
  for (const int signal : {SIGXFSZ, SIGINT, SIGHUP}) std::signal(signal, SIG_DFL);
  setpgid(0, 0);
  Supervisor::send_listener(channel);
  const std::array<int, 6> wanted{open("/dev/null", O_RDONLY), log, log, channel, inputs_.descriptor(),
                                  outputs_.descriptor()};
  std::array<int, 6> high{};
  for (std::size_t i = 0; i < wanted.size(); ++i) high[i] = fcntl(wanted[i], F_DUPFD_CLOEXEC, above);
  if (contains(high, -1)) {
    dprintf(log, "no descriptor is left: %s\n", std::strerror(errno));
    _exit(126);
  }
  for (std::size_t i = 0; i < wanted.size(); ++i) dup2(high[i], static_cast<int>(i));
  close_on_exec_from(wanted.size());
  if (!is_sanitized) limit(RLIMIT_AS, options_.memory_bytes);
  limit_time(0, options_.cpu_seconds, 2 * options_.cpu_seconds);
  limit(RLIMIT_CORE, 0);
  std::string mark = mark_;
  putenv(mark.data());
  count_heap_exactly();
  setenv("PYTHONUNBUFFERED", "1", 1);    // else what a Python program printed is lost when it crashes
  setenv("PYTHONFAULTHANDLER", "1", 1);  // and where it crashed is not said
  std::vector<char*> argv;
  for (const std::string& word : options_.command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  execvp(argv.front(), argv.data());
  constexpr auto words = "%s: error: %s\n  why: it is run as a program\n  hint: name a program, or one in PATH\n";
  dprintf(2, words, argv.front(), std::strerror(errno));
  _exit(127);
}

std::optional<Attribution> WorkerProcess::finish(std::chrono::milliseconds limit, int end_code) {
  const auto until = Clock::now() + limit;
  Attribution how = attribution_of(Fault::protocol, "does not listen");
  if (process_ > 0 && send(encode(Bye{}), until))
    how = wait_for_end(until) ? end_of_process().attribution
                              : attribution_of(Fault::timeout, fmt::format("no end in {} ms", limit.count()));
  drain_log();
  stop();
  const bool is_well = how.fault == Fault::exited && (how.code == end_code || how.code == worker_end_code);
  return is_well ? std::nullopt : std::optional(std::move(how));
}

void WorkerProcess::answer_question() {
  supervisor_.answer({.process = process_,
                      .mark = mark_,
                      .programs = options_.programs,
                      .is_starting = is_starting_,
                      .changes = inputs_.changes()});
}

/// As poll. A question that waits is answered too, and counts as ready.
template <std::size_t N>
int WorkerProcess::poll_answering(std::array<pollfd, N>& wait, Deadline deadline) {
  std::array<pollfd, N + 1> all{};
  std::ranges::copy(wait, all.begin());
  all.back() = {supervisor_.descriptor(), POLLIN, 0};
  const int ready = poll(all.data(), all.size(), milliseconds_until(deadline));
  std::copy_n(all.begin(), N, wait.begin());
  if (ready > 0 && (all.back().revents & POLLIN) != 0) answer_question();
  return ready;
}

/// Returns whether the process ends before `deadline`. Questions are answered meanwhile.
bool WorkerProcess::wait_for_end(Deadline deadline) {
  for (;;) {
    std::array<pollfd, 2> wait{pollfd{watch_, POLLIN, 0}, pollfd{log_pipe_, POLLIN, 0}};
    const int ready = poll_answering(wait, deadline);
    if (ready < 0 && errno == EINTR) continue;
    supervisor_.wake();                                  // it may have begun to rest after it was told to end
    if (ready > 0 && wait[1].revents != 0) drain_log();  // else it may wait for us to read
    if (ready <= 0 || wait[0].revents != 0) return ready > 0;
    if (Clock::now() >= deadline) return false;
  }
}

std::string WorkerProcess::not_contained() const {
  if (!supervisor_.why_not().empty()) return supervisor_.why_not();
  if (!is_sealed_) return "this system cannot seal the memory of the arguments";
  return options_.programs == Programs::allowed ? "it may start programs" : "";
}

void WorkerProcess::stop() {
  if (process_ > 0) {
    kill(-process_, SIGKILL);
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
    process_ = -1;
    while (kill_left_behind() > 0) {
    }
  }
  close_and_forget(watch_);
  close_and_forget(channel_);
  close_and_forget(log_pipe_);
}

bool WorkerProcess::use(Processors which) {
  cpu_set_t now;
  if (process_ <= 0 || sched_getaffinity(process_, sizeof now, &now) != 0) return true;
  if (which == Processors::all) {
    sched_setaffinity(process_, sizeof processors_, &processors_);
    return CPU_COUNT(&one_) == 0 || CPU_EQUAL(&now, &one_);
  }
  const bool is_as_before = !is_held_ || CPU_EQUAL(&now, &processors_);  // a library may choose in its first call
  int processor = sched_getcpu();  // ours: waking a process on another one costs several times a small call
  for (int i = 0; i < CPU_SETSIZE && (processor < 0 || !CPU_ISSET(processor, &processors_)); ++i) processor = i;
  CPU_ZERO(&one_);
  CPU_SET(processor, &one_);
  is_held_ = sched_setaffinity(process_, sizeof one_, &one_) == 0;
  if (!is_held_) CPU_ZERO(&one_);  // this system does not let it be
  return is_as_before;
}

/// Returns whether the worker has started `child`, which has its mark then. One that is watched as workers are, and has
/// no worker's mark, has taken it out of its memory.
bool WorkerProcess::has_started(pid_t child) const {
  if (has_mark(child, mark_)) return true;
  const bool is_watched = supervisor_.why_not().empty() && filters_of(child) > filters_of(getpid());
  return is_watched && !has_mark(child, fmt::format("{}{}.", mark_name, getpid()));
}

std::size_t WorkerProcess::kill_left_behind() const {
  std::size_t killed = 0;
  for (const pid_t suspect : files_ ? files_->children() : std::vector<pid_t>{}) {
    if (suspect == process_) continue;
    if (has_started(suspect)) {
      kill(suspect, SIGKILL);
      ++killed;
    }
    waitpid(suspect, nullptr, WNOHANG);
  }
  return killed;
}

Usage WorkerProcess::usage() const { return files_ ? files_->usage() : Usage{}; }

std::vector<Mapping> WorkerProcess::mappings() { return files_ ? files_->mappings(inputs_) : std::vector<Mapping>{}; }

void WorkerProcess::allow_calls() {
  is_starting_ = false;
  if (process_ > 0) limit_time(process_, 2 * options_.cpu_seconds, 2 * options_.cpu_seconds);
  if (CPU_COUNT(&processors_) == 0) sched_getaffinity(process_, sizeof processors_, &processors_);
}

bool WorkerProcess::has_time_left() const {
  return running_seconds(process_) < static_cast<double>(options_.cpu_seconds);
}

bool WorkerProcess::send(std::string_view frame, Deadline deadline) {
  while (!frame.empty()) {
    const ssize_t sent = ::send(channel_, frame.data(), frame.size(), MSG_NOSIGNAL);
    if (sent > 0) {
      frame.remove_prefix(static_cast<std::size_t>(sent));
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN) return false;
    supervisor_.wake();  // to read what has no room
    std::array<pollfd, 2> wait{pollfd{channel_, POLLOUT, 0}, pollfd{log_pipe_, POLLIN, 0}};
    if (poll_answering(wait, deadline) == 0 || Clock::now() >= deadline) return false;
    drain_log();
  }
  supervisor_.wake();
  return true;
}

std::string WorkerProcess::take_log() {
  if (log_pipe_ >= 0) drain_log();
  return std::exchange(log_, {});
}

void WorkerProcess::drain_log() {
  for (int i = 0; i < most_parts; ++i) {
    const ssize_t got = read(log_pipe_, part_.data(), part_.size());
    if (got == 0) close_and_forget(log_pipe_);
    if (got <= 0) return;
    log_.append(part_.data(), static_cast<std::size_t>(got));
    if (log_.size() > options_.most_log_bytes) log_.erase(0, log_.size() - options_.most_log_bytes);
    if (got < static_cast<ssize_t>(part_.size())) return;
  }
}

/// Returns whether the channel is still open.
bool WorkerProcess::drain_channel() {
  for (int i = 0; i < most_parts; ++i) {
    const ssize_t got = read(channel_, part_.data(), part_.size());
    if (got > 0) received_.append(part_.data(), static_cast<std::size_t>(got));
    if (got > 0 && got < static_cast<ssize_t>(part_.size())) return true;  // whether it closes then shows the next time
    if (got > 0 || (got < 0 && errno == EINTR)) continue;
    return got < 0 && errno == EAGAIN;
  }
  return true;
}

Received WorkerProcess::end_of_process() {
  int status = 0;
  const auto until = Clock::now() + std::chrono::seconds(1);  // to finish dying
  const bool ended = wait_for_end(until);
  drain_log();
  if (!ended) {
    stop();
    return trouble_of(Fault::protocol, "closed the channel");
  }
  const double used = processor_seconds(process_);
  const pid_t thread = crashed_thread(process_);
  waitpid(process_, &status, 0);
  kill(-process_, SIGKILL);
  process_ = -1;
  while (kill_left_behind() > 0) {
  }
  if (WIFEXITED(status)) {
    Received exited = trouble_of(Fault::exited, fmt::format("with code {}", WEXITSTATUS(status)));
    exited.attribution.code = WEXITSTATUS(status);
    return exited;
  }
  const int signal = WTERMSIG(status);
  if (died_of_time(signal, used, options_.cpu_seconds)) {
    return trouble_of(Fault::resource,
                      fmt::format("used more than {} s of processor time (--cpu)", options_.cpu_seconds));
  }
  Received crashed = trouble_of(Fault::crash, name_of_signal(signal));
  crashed.attribution.signal = crashed.attribution.detail;
  crashed.thread = thread;
  return crashed;
}

/// Waits until `bytes` bytes have come. Returns false, with why in `trouble`, where they do not.
bool WorkerProcess::fill(std::size_t bytes, Deadline deadline, Received& trouble) {
  while (received_.size() < bytes) {
    const short said = supervisor_.has_rested() ? 0 : POLLIN;  // else it rests behind what it says
    std::array<pollfd, 3> wait{pollfd{channel_, said, 0}, pollfd{log_pipe_, POLLIN, 0}, pollfd{watch_, POLLIN, 0}};
    const int ready = poll_answering(wait, deadline);
    if (ready < 0 && errno == EINTR) continue;
    if (wait[1].revents != 0) drain_log();
    const bool is_open = drain_channel();
    if (received_.size() >= bytes) return true;
    supervisor_.wake();  // it rests, and has not seen what it was asked
    if (!is_open || wait[2].revents != 0) {
      trouble = end_of_process();
      return false;
    }
    if (Clock::now() >= deadline) {
      drain_log();
      stop();
      trouble = trouble_of(Fault::timeout, fmt::format("no answer in {} ms", options_.timeout.count()));
      return false;
    }
  }
  return true;
}

Received WorkerProcess::receive() {
  Received trouble;
  if (process_ < 0)
    return trouble_of(Fault::resource,
                      why_none_.empty() ? "the worker has ended" : "no worker could be started: " + why_none_);
  const auto deadline = Clock::now() + options_.timeout;
  if (!fill(frame_prefix_bytes, deadline, trouble)) return trouble;
  const FrameSizes sizes = read_prefix(received_);
  if (!sizes.trouble.empty()) return trouble_of(Fault::protocol, sizes.trouble);
  const std::size_t whole = frame_prefix_bytes + sizes.header + sizes.body;
  if (!fill(whole, deadline, trouble)) return trouble;
  auto decoded = decode(std::string_view(received_).substr(frame_prefix_bytes, sizes.header), sizes.body);
  Received got{.message = std::move(decoded.message),
               .body = received_.substr(frame_prefix_bytes + sizes.header, sizes.body),
               .is_message = decoded.trouble.empty(),
               .attribution = attribution_of(Fault::protocol, decoded.trouble)};
  if (std::holds_alternative<OutOfBoundsAccess>(got.message)) got.thread = crashed_thread(process_);
  received_.erase(0, whole);
  return got;
}

bool WorkerProcess::has_more_to_say() {
  char first = 0;
  return process_ > 0 && (!received_.empty() || recv(channel_, &first, 1, MSG_PEEK | MSG_DONTWAIT) > 0);
}

Received WorkerProcess::ask(const Message& message, std::string_view body) {
  if (process_ > 0) send(encode(message, body), Clock::now() + options_.timeout);
  return receive();  // says what happened, where the message did not get there
}

}  // namespace npu_cts::wire
