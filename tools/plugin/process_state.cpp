// SPDX-License-Identifier: Apache-2.0
#include "tools/plugin/process_state.h"

#include <algorithm>
#include <clocale>
#include <cstring>
#include <iterator>
#include <set>
#include <sstream>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <sched.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/run/watch/processes.h"

namespace npu_cts::wire {
namespace {

bool runs_interval(__itimer_which which) {
  itimerval timer{};
  return getitimer(which, &timer) == 0 && (timer.it_value.tv_sec != 0 || timer.it_value.tv_usec != 0);
}

bool has_zombie() {
  siginfo_t ended{};
  return waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid != 0;
}

/// Returns the timers of timer_create that `file` lists; nothing where it cannot be read.
std::optional<std::string> posix_timers(int file) {
  std::array<char, 1024> text{};
  const ssize_t got = pread(file, text.data(), text.size(), 0);
  if (got < 0) return std::nullopt;
  return std::string(text.data(), static_cast<std::size_t>(got));
}

bool is_same(const struct sigaction& one, const struct sigaction& other) {
  constexpr std::size_t mask_bytes = 8;  // that the system fills in: the rest is anything
  return one.sa_flags == other.sa_flags && one.sa_handler == other.sa_handler &&
         std::memcmp(&one.sa_mask, &other.sa_mask, mask_bytes) == 0;
}

/// Returns the lines of /proc/self/status that say whose this process is and what it may do.
std::string rights() {
  std::istringstream status(ProcFile("/proc/self/status").read());
  std::string kept;
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("Uid:") || line.starts_with("Gid:") || line.starts_with("Groups:") || line.starts_with("Cap"))
      kept += line;
  }
  return kept;
}

/// Returns whether rounding, traps, precision, the treatment of subnormals and which registers are in use are the same;
/// flags may differ.
bool is_same(const fenv_t& one, const fenv_t& other) {
#if defined(__x86_64__)
  constexpr unsigned flags = 0x3F;
  return one.__control_word == other.__control_word && one.__tags == other.__tags &&
         (one.__mxcsr & ~flags) == (other.__mxcsr & ~flags);
#elif defined(__aarch64__)
  return one.__fpcr == other.__fpcr;
#else
  return std::memcmp(&one, &other, sizeof one) == 0;
#endif
}

/// Returns the variables of `environment`, sorted.
std::vector<std::string> variables_of(std::string_view environment) {
  std::vector<std::string> variables;
  while (!environment.empty()) {
    const std::size_t length = environment.find('\0');
    variables.emplace_back(environment.substr(0, length));
    environment.remove_prefix(length + 1);
  }
  std::ranges::sort(variables);
  return variables;
}

/// Returns the names of the variables that only one of the two environments has, or has with another value.
std::set<std::string> changed_variables(const std::string& one, const std::string& other) {
  if (one == other) return {};
  std::vector<std::string> changed;
  std::ranges::set_symmetric_difference(variables_of(one), variables_of(other), std::back_inserter(changed));
  std::set<std::string> names;
  for (const std::string& variable : changed) names.insert(escape_control(variable.substr(0, variable.find('='))));
  return names;
}

/// Returns the priority of this thread for files; 0 where it has none of its own: what the system says of it then may
/// change.
long io_priority() {
  constexpr int of_process = 1;
  constexpr int class_at = 13;
  const long priority = syscall(SYS_ioprio_get, of_process, 0);
  return priority >> class_at == 0 ? 0 : priority;
}

}  // namespace

void ProcessState::take_settings() {
  for (int signal = 1; signal < signals; ++signal)
    sigaction(signal, nullptr, &handlers_[static_cast<unsigned>(signal)]);
  for (std::size_t i = 0; i < limited.size(); ++i) getrlimit(limited[i], &limits_[i]);
  struct stat root = {};
  if (stat("/", &root) != 0) root = {};
  identity_ = {.rights = rights(),
               .root_device = root.st_dev,
               .root = root.st_ino,
               .niceness = getpriority(PRIO_PROCESS, 0),
               .io_priority = io_priority(),
               .policy = sched_getscheduler(0),
               .dumpable = prctl(PR_GET_DUMPABLE)};
  prctl(PR_GET_CHILD_SUBREAPER, &identity_.adopts);
}

void ProcessState::take(int timers) {
  locale_ = std::setlocale(LC_ALL, nullptr);
  thread_locale_ = uselocale(nullptr);
  constexpr unsigned long asks = 0xFFFFFFFF;
  personality_ = personality(asks);
  timers_ = posix_timers(timers);
  umask_ = umask(022);
  umask(umask_);
  has_interval_ = runs_interval(ITIMER_REAL) || runs_interval(ITIMER_VIRTUAL) || runs_interval(ITIMER_PROF);
  has_zombie_ = has_zombie();
  std::fegetenv(&floating_);
  pthread_sigmask(SIG_BLOCK, nullptr, &blocked_);
  environment_.clear();
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable)
    environment_.append(*variable).push_back('\0');
  if (stat(".", &folder_) != 0) folder_ = {};
  streams_ = streams_now();
  std::array<char, 16> name{};
  prctl(PR_GET_NAME, name.data());
  thread_ = name.data();
  timer_slack_ = prctl(PR_GET_TIMERSLACK);
}

ProcessState::Streams ProcessState::streams_now() {
  Streams streams;
  for (int descriptor = 0; descriptor < 3; ++descriptor) {
    struct stat file = {};
    if (fstat(descriptor, &file) != 0) file = {};
    streams[static_cast<unsigned>(descriptor)] = {
        .device = file.st_dev, .file = file.st_ino, .flags = fcntl(descriptor, F_GETFL)};
  }
  return streams;
}

bool ProcessState::keeps_streams() const { return streams_now() == streams_; }

bool ProcessState::keeps_floating_point() const {
  fenv_t now{};
  std::fegetenv(&now);
  return is_same(now, floating_);
}

bool ProcessState::may_reset_a_handler() const {
  return std::ranges::any_of(
      handlers_, [](const struct sigaction& one) { return (static_cast<unsigned>(one.sa_flags) & SA_RESETHAND) != 0; });
}

std::string ProcessState::changes_since(const ProcessState& before) const {
  std::vector<std::string> changes;
  for (int signal = 1; signal < signals; ++signal) {
    const auto at = static_cast<unsigned>(signal);
    if (!is_same(handlers_[at], before.handlers_[at]))
      changes.push_back(fmt::format("the handler of {}", name_of_signal(signal)));
    if (sigismember(&blocked_, signal) != sigismember(&before.blocked_, signal))
      changes.push_back(fmt::format("whether {} is blocked", name_of_signal(signal)));
  }
  for (const std::string& name : changed_variables(environment_, before.environment_))
    changes.push_back(fmt::format("the environment variable '{}'", name));
  const auto note = [&](bool is_changed, std::string_view what) {
    if (is_changed) changes.emplace_back(what);
  };
  note(std::memcmp(&limits_, &before.limits_, sizeof limits_) != 0, "a resource limit");
  const Identity& was = before.identity_;
  note(identity_.rights != was.rights, "its user, group or capabilities");
  note(identity_.root_device != was.root_device || identity_.root != was.root, "the root directory");
  note(identity_.niceness != was.niceness || identity_.policy != was.policy || identity_.io_priority != was.io_priority,
       "its priority");
  note(identity_.dumpable != was.dumpable, "whether its memory can be read");
  note(identity_.adopts != was.adopts, "whether it adopts processes");
  note(personality_ != before.personality_, "its personality");
  note(locale_ != before.locale_ || thread_locale_ != before.thread_locale_, "the locale");
  note(!timers_ && before.timers_, "what the worker reads its timers from");
  note(has_interval_ != before.has_interval_ || (timers_ && timers_ != before.timers_), "a timer");
  note(!is_same(floating_, before.floating_), "the floating-point control word");
  note(folder_.st_dev != before.folder_.st_dev || folder_.st_ino != before.folder_.st_ino || folder_.st_nlink == 0,
       "the working directory");
  constexpr std::array streams{"standard input", "standard output", "standard error"};
  for (std::size_t i = 0; i < streams.size(); ++i) note(streams_[i] != before.streams_[i], streams[i]);
  note(thread_ != before.thread_, "the name of its thread");
  note(timer_slack_ != before.timer_slack_, "how late its timers may be");
  note(umask_ != before.umask_, "the umask");
  note(has_zombie_ && !before.has_zombie_, "a child process that ended and was not waited for");
  return join(changes, ", ");
}

}  // namespace npu_cts::wire
