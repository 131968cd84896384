// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <sys/types.h>

#include "framework/run/watch/lasting_things.h"
#include "framework/run/watch/watched_calls.h"

struct seccomp_notif;

namespace npu_cts::wire {

/// What a worker may start. One that runs a plugin has no use for programs.
enum class Programs : std::uint8_t { refused, allowed };

/// The worker that a supervisor watches.
struct Supervised {
  pid_t process = -1;
  std::string_view mark;  ///< in the environment of every process that it starts
  Programs programs = Programs::allowed;
  bool is_starting = false;  ///< it has seen no call yet
  std::uint64_t& changes;    ///< counts what it may have set of its own state
};

/// Answers a worker that asks for leave: to start a program, to change a file, to reach another process. Refuses what
/// the runner has open for itself, what starts the runner, and every process that is not the worker's own. A worker
/// that is starting may ask the runner, as an adapter does for the names of parameters.
class Supervisor {
 public:
  Supervisor() = default;
  ~Supervisor();
  Supervisor(const Supervisor&) = delete;
  Supervisor& operator=(const Supervisor&) = delete;

  /// In a worker that is about to start: sends the descriptor that its questions come from over `channel`, or says why
  /// there is none.
  static void send_listener(int channel);

  /// In the runner: receives it. A worker that does not send it in `timeout_ms` is not watched.
  void receive_listener(int channel, int timeout_ms);

  /// What to poll for questions; negative where the worker is not watched.
  [[nodiscard]] int descriptor() const { return listener_; }

  /// Answers the question that waits.
  void answer(const Supervised& worker);

  /// Returns whether the worker waits in rest_until_asked between messages: it has answered when it asks for leave.
  [[nodiscard]] bool has_rested() const { return has_rested_; }

  /// Wakes the worker where it waits there.
  void wake();

  /// Returns what was refused since this was asked last, in words; nothing where nothing was.
  std::string take_refused();

  /// Returns how many files, segments and queues the worker has made that outlive it.
  [[nodiscard]] std::int64_t lasting() { return lasting_.count(); }

  /// Returns why the worker is not watched, in words; nothing where it is.
  [[nodiscard]] const std::string& why_not() const { return why_not_; }

 private:
  int listener_ = -1;
  bool has_rested_ = false;
  std::optional<std::uint64_t> resting_;  ///< the question that it waits in
  std::string why_not_ = "not asked";
  std::string refused_;
  LastingThings lasting_;
};

}  // namespace npu_cts::wire
