// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <ctime>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace npu_cts::run {

/// Starts a program with its arguments; it ends with this one. Returns its process id, or -1.
pid_t start_child(const std::vector<std::string>& words);

/// Returns the exit code of an ended process; a signal counts as a failure.
int exit_of_child(int status);

/// Starts a program and waits for its end. Returns its exit code; exit_bug, with words on standard error, where a
/// signal ended it. A wish to end reaches it as SIGTERM, and as SIGKILL the second time: exit_interrupted and the
/// signal, where they end it.
int run_child(const std::vector<std::string>& words);

/// Returns whether `signal` is the wish to end this process: Ctrl-C, SIGTERM, or SIGHUP of a terminal that is closed.
bool is_stopping(int signal);

/// While it lives, the end of a child and the wish to end this process wait until somebody asks.
class HeldSignals {
 public:
  HeldSignals();
  ~HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

  /// Waits for a signal, but not longer than `most`, where it is given. Returns the signal; 0 where none came.
  [[nodiscard]] int wait(const std::optional<timespec>& most) const;

 private:
  sigset_t held_{};
  sigset_t before_{};
};

}  // namespace npu_cts::run
