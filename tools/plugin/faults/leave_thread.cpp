// SPDX-License-Identifier: Apache-2.0
#include "tools/plugin/faults/leave_thread.h"

#include <atomic>
#include <csignal>
#include <exception>
#include <map>
#include <thread>

#include <unistd.h>

namespace npu_cts::faults {
namespace {

using Deed = void (*)(const Toy&);

std::atomic<Deed> wanted = nullptr;         // NOLINT: of the thread that was left behind
std::atomic<const Toy*> present = nullptr;  // NOLINT: the call that it does it in

/// Does what is wanted, whenever it is.
[[noreturn]] void wait_and_do() {
  for (;;) {
    wanted.wait(nullptr);
    wanted.load()(*present);
    wanted = nullptr;
    wanted.notify_all();
  }
}

void start_once() {
  [[maybe_unused]] static const bool is_started = [] {
    std::thread(wait_and_do).detach();
    return true;
  }();
}

void write_count(const Toy& toy) {
  static int count = 0;
  toy.y[7] = static_cast<std::int8_t>(++count);
}

const std::map<std::string_view, Deed>& late() {
  static const std::map<std::string_view, Deed> deeds{
      {"late-crash", [](const Toy&) { std::raise(SIGSEGV); }},
      {"late-past-end", [](const Toy& toy) { *static_cast<volatile std::int8_t*>(toy.y + 8192) = 1; }},
      {"late-abort", [](const Toy&) { std::terminate(); }},
      {"late-exit", [](const Toy&) { _exit(3); }},
      {"late-kill", [](const Toy&) { kill(getpid(), SIGKILL); }},
      {"late-write", write_count},
  };
  return deeds;
}

}  // namespace

void leave_thread(std::string_view fault, const Toy& toy) {
  if (fault == "leave-thread") start_once();
  const auto it = late().find(fault);
  if (it == late().end()) return;
  present = &toy;
  wanted = it->second;
  wanted.notify_all();
  wanted.wait(it->second);
}

}  // namespace npu_cts::faults
