// SPDX-License-Identifier: Apache-2.0
#include "framework/run/shards/child.h"

#include <algorithm>
#include <array>

namespace npu_cts::run {
namespace {

/// A process in the background may be told to ignore Ctrl-C, and then it does.
bool is_ignored(int signal) {
  struct sigaction action = {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

constexpr std::array stopping{SIGINT, SIGTERM, SIGHUP};

}  // namespace

bool is_stopping(int signal) { return std::ranges::find(stopping, signal) != stopping.end(); }

HeldSignals::HeldSignals() {
  sigemptyset(&held_);
  sigaddset(&held_, SIGCHLD);
  for (const int signal : stopping) {
    if (!is_ignored(signal)) sigaddset(&held_, signal);
  }
  pthread_sigmask(SIG_BLOCK, &held_, &before_);
}

HeldSignals::~HeldSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

int HeldSignals::wait(const std::optional<timespec>& most) const {
  const int signal = most ? sigtimedwait(&held_, nullptr, &*most) : sigwaitinfo(&held_, nullptr);
  return signal < 0 ? 0 : signal;
}

}  // namespace npu_cts::run
