// SPDX-License-Identifier: Apache-2.0
#include "tools/plugin/guarded_map.h"

#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <utility>

#include <sys/mman.h>
#include <unistd.h>

#include <fmt/format.h>

#include "framework/model/fault.h"
#include "framework/run/drive/guarded_memory.h"
#include "framework/run/drive/processes.h"
#include "tools/plugin/crash_trace.h"

namespace npu_cts::wire {
namespace {

constexpr std::size_t guard_bytes = 64 * page_bytes;

/// The one thing a signal handler can know: what is mapped, and whom to tell.
struct Watch {
  const GuardedMaps* maps = nullptr;
  CrashReport report;
};
Watch watch;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

void tell(const std::string& frame) {
  if (write(watch.report.channel, frame.data(), frame.size()) < 0) return;
}

void tell_region(const char* address) {
  for (const auto& region : watch.maps->regions()) {
    if (address < region.begin || address >= region.end) continue;
    return tell(address < region.data      ? region.frames->before
                : address >= region.middle ? region.frames->after
                                           : region.frames->inside);
  }
}

/// The runner reads the name of a process that is dead or dies.
void tell_thread() {
  std::array<char, 32> name{};
  const int length = std::snprintf(name.data(), name.size(), "%s%d", crash_name.data(), gettid());
  if (write(watch.report.name, name.data(), static_cast<std::size_t>(length)) < 0) return;
}

void on_crash(int signal, siginfo_t* info, void* context) {
  tell_thread();
  write_backtrace(watch.report.log, signal, context);  // first: the runner kills whoever tells of a region
  const bool has_address = signal == SIGSEGV || signal == SIGBUS;
  if (has_address && watch.maps != nullptr) tell_region(static_cast<const char*>(info->si_addr));
  std::signal(signal, SIG_DFL);
  std::raise(signal);  // for good, when the handler returns
}

}  // namespace

void GuardedMaps::clear() {
  constexpr std::size_t most_frames = 256;  // a plugin may name its outputs anew each time
  if (watch.maps == this) watch.maps = nullptr;
  for (const Region& region : regions_) {
    munmap(const_cast<char*>(region.begin), static_cast<std::size_t>(region.end - region.begin));
  }
  regions_.clear();
  if (frames_.size() > most_frames) frames_.clear();
}

const GuardedMaps::Frames& GuardedMaps::frames_of(const std::string& key, std::string_view what) {
  const auto known = frames_.find(what);
  if (known != frames_.end()) return known->second;
  const auto out_of_bounds = [&key](TensorEnd side, std::string where) {
    return OutOfBoundsAccess{
        .where = std::move(where), .wrote_to = {}, .tensor = key, .side = std::string(name_of(side))};
  };
  const Frames frames{
      .before = encode(out_of_bounds(TensorEnd::before_start, fmt::format("went before the start of {}", what))),
      .after = encode(out_of_bounds(TensorEnd::past_end, fmt::format("went past the end of {}", what))),
      .inside = encode(
          OutOfBoundsAccess{.where = fmt::format("wrote to {}", what), .wrote_to = key, .tensor = {}, .side = {}})};
  return frames_.emplace(what, frames).first->second;
}

void* GuardedMaps::map(int descriptor, const Place& place, Access access, const std::string& key,
                       std::string_view what) {
  const Place pages = pages_of(place);
  const std::size_t whole = pages.bytes + 2 * guard_bytes;
  void* reserved = mmap(nullptr, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED) return nullptr;
  char* const data = static_cast<char*>(reserved) + guard_bytes;
  const int protection = access == Access::read ? PROT_READ : PROT_READ | PROT_WRITE;
  if (mmap(data, pages.bytes, protection, MAP_SHARED | MAP_FIXED, descriptor, static_cast<off_t>(pages.offset)) ==
      MAP_FAILED) {
    munmap(reserved, whole);
    return nullptr;
  }
  char* const bytes = data + (place.offset - pages.offset);
  regions_.push_back({.begin = static_cast<char*>(reserved),
                      .data = data,
                      .middle = data + pages.bytes,
                      .end = static_cast<char*>(reserved) + whole,
                      .frames = &frames_of(key, what)});
  return bytes;
}

void report_crashes(const GuardedMaps* maps, const CrashReport& report) {
  static std::array<char, 65536> stack;  // a stack of its own, for stack overflows
  watch = {.maps = maps, .report = report};
  const stack_t alternative{.ss_sp = stack.data(), .ss_flags = 0, .ss_size = stack.size()};
  sigaltstack(&alternative, nullptr);
  struct sigaction action = {};
  action.sa_sigaction = on_crash;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigaction(signal, &action, nullptr);
}

}  // namespace npu_cts::wire
