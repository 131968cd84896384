// SPDX-License-Identifier: Apache-2.0
#include "tools/crashed_call.h"

#include <unistd.h>

#include <array>
#include <csignal>
#include <cstddef>
#include <utility>

namespace npu_cts {
namespace {

// All that the handler knows.
const explore::DecidedCall* running = nullptr;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
OnCrash on_crash_of_all;                        // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
std::array<struct sigaction, NSIG> before;      // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

/// The handler is gone once it runs: a second crash ends the process, and so does SIGALRM.
void crash(int signal) {
  constexpr unsigned most_seconds = 10;
  alarm(most_seconds);
  sigaction(signal, &before[static_cast<std::size_t>(signal)], nullptr);  // a sanitizer has one
  if (const auto* const call = std::exchange(running, nullptr)) on_crash_of_all(*call);
  raise(signal);
}

}  // namespace

void hold_crashes(OnCrash on_crash) {
  on_crash_of_all = std::move(on_crash);
  struct sigaction action = {};
  action.sa_handler = crash;
  action.sa_flags = SA_NODEFER;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    sigaction(signal, &action, &before[static_cast<std::size_t>(signal)]);
}

void now_running(const explore::DecidedCall* call) { running = call; }

}  // namespace npu_cts
