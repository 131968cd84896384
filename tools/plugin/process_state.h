// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cfenv>
#include <clocale>
#include <csignal>
#include <optional>
#include <string>

#include <sys/resource.h>
#include <sys/stat.h>

namespace npu_cts::wire {

/// What a process holds for all who run in it, and a call must leave as it was. Descriptors, threads and memory are
/// counted by the runner.
class ProcessState {
 public:
  /// Takes down the state of this process and, for blocked signals and floating point, of this thread. `timers` is
  /// /proc/self/timers, open.
  explicit ProcessState(int timers) {
    take_settings();
    take(timers);
  }

  /// Takes down the handlers, the limits and who this process is again, as they are now. The runner sees each call that
  /// may change them.
  void take_settings();

  /// Takes down all else again.
  void take(int timers);

  /// Returns whether this thread computes in floating point as it did.
  [[nodiscard]] bool keeps_floating_point() const;

  /// Returns whether standard input, output and error lead where they led.
  [[nodiscard]] bool keeps_streams() const;

  /// Returns whether a handler may go back to the default without a call: when its signal comes.
  [[nodiscard]] bool may_reset_a_handler() const;

  /// Returns in words what is not as in `before`: "the handler of SIGINT, a timer"; nothing where all is.
  [[nodiscard]] std::string changes_since(const ProcessState& before) const;

 private:
  /// Where a standard descriptor leads to, and how.
  struct Stream {
    dev_t device = 0;
    ino_t file = 0;
    int flags = -1;  ///< of fcntl; -1: it is closed

    friend bool operator==(const Stream&, const Stream&) = default;
  };
  using Streams = std::array<Stream, 3>;
  static Streams streams_now();

  static constexpr int signals = 65;  ///< one more than the largest
  /// All but RLIMIT_CPU, which the runner sets.
  static constexpr std::array limited{RLIMIT_AS,       RLIMIT_CORE,       RLIMIT_DATA,    RLIMIT_FSIZE,  RLIMIT_NPROC,
                                      RLIMIT_NOFILE,   RLIMIT_STACK,      RLIMIT_MEMLOCK, RLIMIT_RSS,    RLIMIT_LOCKS,
                                      RLIMIT_MSGQUEUE, RLIMIT_SIGPENDING, RLIMIT_NICE,    RLIMIT_RTPRIO, RLIMIT_RTTIME};

  /// Who the process is for the system, and how that treats it.
  struct Identity {
    std::string rights;  ///< users, groups and capabilities, as proc(5) has them in its 'status'
    dev_t root_device = 0;
    ino_t root = 0;
    int niceness = 0;
    long io_priority = 0;
    int policy = 0;
    int dumpable = 0;
    int adopts = 0;  ///< the children of its children
  };

  std::array<struct sigaction, signals> handlers_{};
  sigset_t blocked_{};
  std::array<rlimit, limited.size()> limits_{};
  Identity identity_;
  Streams streams_;          ///< standard input, output and error
  std::string thread_;       ///< the name of this thread
  int timer_slack_ = 0;      ///< in nanoseconds
  std::string environment_;  ///< each variable with a zero byte behind it
  std::string locale_;
  locale_t thread_locale_ = nullptr;
  int personality_ = 0;
  std::optional<std::string> timers_;  ///< as proc(5) lists those of timer_create; nothing where it cannot be read
  fenv_t floating_{};
  struct stat folder_ = {};
  mode_t umask_ = 0;
  bool has_interval_ = false;  ///< a timer of setitimer or alarm runs
  bool has_zombie_ = false;    ///< a child ended and was not waited for
};

}  // namespace npu_cts::wire
