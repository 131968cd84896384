// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <optional>

#include <ctime>

namespace npu_cts::run {

/// While it lives, the end of a child and the wish to end this process (Ctrl-C, SIGTERM) wait until somebody asks.
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
