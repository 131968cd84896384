// SPDX-License-Identifier: Apache-2.0
#include "tools/plugin/faults/leave_changed.h"

#include <array>
#include <cfenv>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string_view>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sched.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __SSE__
#include <xmmintrin.h>
#endif

namespace npu_cts::faults {
namespace {

volatile int sink = 0;          // NOLINT: keeps what is not used
void* volatile kept = nullptr;  // NOLINT: as above

void block(int signal) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

void start_interval() {
  itimerval hour{};
  hour.it_value.tv_sec = 3600;
  setitimer(ITIMER_VIRTUAL, &hour, nullptr);
}

void start_timer() {
  sigevent quiet{};
  quiet.sigev_notify = SIGEV_NONE;
  timer_t timer = nullptr;
  timer_create(CLOCK_MONOTONIC, &quiet, &timer);
}

/// Returns the limit on open files, one lower.
rlimit lower() {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  --limit.rlim_cur;
  return limit;
}

/// Lets the handler of SIGFPE block every other signal.
void widen_handler() {
  struct sigaction handler {};
  sigaction(SIGFPE, nullptr, &handler);
  sigfillset(&handler.sa_mask);
  sigaction(SIGFPE, &handler, nullptr);
}

void lower_waiting_limit() {
  rlimit limit{};
  getrlimit(RLIMIT_SIGPENDING, &limit);
  --limit.rlim_cur;
  setrlimit(RLIMIT_SIGPENDING, &limit);
}

void leak_every_tenth() {
  static int calls = 0;
  if (++calls % 10 == 0) kept = std::malloc(100000);
}

void lower_limit() {
  const rlimit limit = lower();
  setrlimit(RLIMIT_NOFILE, &limit);
}

void lower_by_own_number() {
  const rlimit limit = lower();
  prlimit(getpid(), RLIMIT_NOFILE, &limit, nullptr);
}

void lower_by_raw_call() {
  const rlimit limit = lower();
  sink = static_cast<int>(syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, &limit, nullptr));
}

void lower_by_old_call() {
  const rlimit limit = lower();
  sink = static_cast<int>(syscall(SYS_setrlimit, RLIMIT_NOFILE, &limit));
}

void lose_folder() {
  char name[] = "/tmp/npu_cts_lost_XXXXXX";
  if (mkdtemp(name) == nullptr) return;
  sink = chdir(name);
  rmdir(name);
}

void leave_zombie() {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  siginfo_t ended{};
  waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT);
}

/// Closes what the worker reads its timers from, and starts one.
void hide_timer() {
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", failed)) {
    if (std::filesystem::read_symlink(entry, failed).filename() == "timers")
      close(std::atoi(entry.path().filename().c_str()));
  }
  start_timer();
}

/// Stays on the last processor that it may use.
void stay() {
  cpu_set_t all;
  sched_getaffinity(0, sizeof all, &all);
  int last = CPU_SETSIZE - 1;
  while (!CPU_ISSET(last, &all)) --last;
  CPU_ZERO(&all);
  CPU_SET(last, &all);
  sched_setaffinity(0, sizeof all, &all);
}

/// Leaves the registers of MMX in use: what x87 computes then is NaN.
void leave_mmx() {
#ifdef __MMX__
  asm volatile("pxor %mm0, %mm0");
#endif
}

void flush_to_zero() {
#ifdef __SSE__
  _mm_setcsr(_mm_getcsr() | 0x8040U);
#endif
}

void open_every_fiftieth() {
  static int calls = 0;
  if (++calls % 50 == 0) sink = open("/dev/null", O_RDONLY);
}

void start_thread_every_fiftieth() {
  static int calls = 0;
  if (++calls % 50 == 0) std::thread([] { pause(); }).detach();
}

void silence() {
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, 2);
  close(nowhere);
}

using Change = void (*)();
constexpr auto changes = std::to_array<std::pair<std::string_view, Change>>({
    {"handler", [] { std::signal(SIGUSR1, [](int) {}); }},
    {"crash-handler", [] { std::signal(SIGSEGV, [](int) { _exit(0); }); }},
    {"ignored-signal", [] { std::signal(SIGTERM, SIG_IGN); }},
    {"real-time-handler", [] { std::signal(SIGRTMIN + 3, [](int) {}); }},
    {"handler-mask", widen_handler},
    {"blocked-signal", [] { block(SIGTERM); }},
    {"blocked-real-time-signal", [] { block(SIGRTMIN + 3); }},
    {"interval-timer", start_interval},
    {"alarm", [] { alarm(3600); }},
    {"timer", start_timer},
    {"limit", lower_limit},
    {"waiting-limit", lower_waiting_limit},
    {"limit-by-number", lower_by_own_number},
    {"limit-by-raw-call", lower_by_raw_call},
    {"limit-by-old-call", lower_by_old_call},
    {"new-variable", [] { setenv("NPU_CTS_NEW", "1", 1); }},
    {"no-variables", [] { clearenv(); }},
    {"chdir", [] { sink = chdir("/"); }},
    {"lost-folder", lose_folder},
    {"umask", [] { umask(0); }},
    {"locale", [] { std::setlocale(LC_ALL, "C.UTF-8"); }},
    {"rounding", [] { std::fesetround(FE_UPWARD); }},
    {"flush-to-zero", flush_to_zero},
    {"mmx", leave_mmx},
    {"zombie", leave_zombie},
    {"hidden-timer", hide_timer},
    {"thread-locale", [] { uselocale(newlocale(LC_ALL_MASK, "C", nullptr)); }},
    {"niceness", [] { sink = setpriority(PRIO_PROCESS, 0, 9); }},
    {"io-priority", [] { sink = static_cast<int>(syscall(SYS_ioprio_set, 1, 0, (2 << 13) | 7)); }},
    {"leak-every-tenth", leak_every_tenth},
    {"open-every-fiftieth", open_every_fiftieth},
    {"thread-every-fiftieth", start_thread_every_fiftieth},
    {"silence", silence},
    {"impatience", [] { sink = fcntl(1, F_SETFL, O_NONBLOCK | fcntl(1, F_GETFL)); }},
    {"thread-name", [] { sink = prctl(PR_SET_NAME, "mine"); }},
    {"timer-slack", [] { sink = prctl(PR_SET_TIMERSLACK, 1000000UL); }},
    {"personality", [] { sink = personality(ADDR_NO_RANDOMIZE); }},
    {"subreaper", [] { sink = prctl(PR_SET_CHILD_SUBREAPER, 1); }},
    {"not-dumpable", [] { sink = prctl(PR_SET_DUMPABLE, 0); }},
    {"processors", stay},
});

}  // namespace

void leave_changed(std::string_view fault) {
  for (const auto& [name, change] : changes) {
    if (name == fault) change();
  }
}

}  // namespace npu_cts::faults
