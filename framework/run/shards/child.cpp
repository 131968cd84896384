// SPDX-License-Identifier: Apache-2.0
#include "framework/run/shards/child.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>

#include <fmt/format.h>

#include "framework/run/session/complain.h"

namespace npu_cts::run {

pid_t start_child(const std::vector<std::string>& words) {
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  std::fflush(nullptr);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // a terminal sends them to every process: this one is ended by its parent
    for (const int signal : {SIGINT, SIGHUP}) std::signal(signal, SIG_IGN);
    sigset_t none{};
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    if (getppid() == parent) execv(argv.front(), argv.data());
    fmt::print(stderr, "npu-cts: cannot start '{}': {}\n", words.front(), std::strerror(errno));
    _exit(exit_driver);
  }
  return child;
}

int exit_of_child(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : exit_failed; }

int run_child(const std::vector<std::string>& words) {
  constexpr timespec second{.tv_sec = 1, .tv_nsec = 0};  // where the end of a child is no signal here
  std::signal(SIGCHLD, SIG_DFL);  // where a parent of ours ignores it, the system would keep no exit code
  const HeldSignals signals;
  const pid_t child = start_child(words);
  int status = 0;
  int stopping = 0;
  pid_t ended = 0;
  while (child > 0 && (ended = waitpid(child, &status, WNOHANG)) == 0) {
    const int signal = signals.wait(second);
    if (!is_stopping(signal)) continue;
    kill(child, stopping == 0 ? SIGTERM : SIGKILL);
    stopping = signal;
  }
  const bool has_exited = child > 0 && ended == child && WIFEXITED(status);
  const int end = has_exited ? WEXITSTATUS(status) : exit_interrupted + WTERMSIG(status);
  const bool is_stopped = stopping != 0 && (!has_exited || end == exit_interrupted + SIGTERM);
  if (is_stopped) return exit_interrupted + stopping;
  if (has_exited) return end;
  const std::string how = child > 0 ? fmt::format("signal {} ended it", WTERMSIG(status)) : "it could not be started";
  fmt::print(stderr, "npu-cts: '{}': {}\n", words.front(), how);
  return exit_bug;
}

}  // namespace npu_cts::run
