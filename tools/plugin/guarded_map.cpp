// SPDX-License-Identifier: Apache-2.0
#include "tools/plugin/guarded_map.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <utility>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "framework/model/fault.h"
#include "framework/run/watch/guarded_memory.h"
#include "framework/run/watch/mapped_pages.h"
#include "framework/run/watch/processes.h"
#include "framework/run/watch/watched_calls.h"
#include "tools/plugin/crash_trace.h"

namespace npu_cts::wire {
namespace {

constexpr std::size_t guard_bytes = 64 * page_bytes;

/// The one thing a signal handler can know: what is mapped, and whom to tell.
struct Watch {
  std::array<const GuardedMaps*, 2> maps{};
  CrashReport report;
};
Watch watch;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

void tell(const std::string& frame) {
  if (write(watch.report.channel, frame.data(), frame.size()) >= 0) rest_until_asked(watch.report.channel);
}

void tell_region(const char* address) {
  for (const GuardedMaps* const maps : watch.maps) {
    if (maps == nullptr) continue;
    for (const auto& region : maps->regions()) {
      if (address < region.begin || address >= region.end) continue;
      return tell(address < region.data      ? region.frames->before
                  : address >= region.middle ? region.frames->after
                                             : region.frames->inside);
    }
  }
}

/// The runner reads the name of a process that is dead or dies.
void tell_thread() {
  std::array<char, 32> name{};
  const int length = std::snprintf(name.data(), name.size(), "%s%d", crash_name.data(), gettid());
  if (write(watch.report.name, name.data(), static_cast<std::size_t>(length)) < 0) return;
}

std::uint64_t address_of(const char* byte) { return reinterpret_cast<std::uintptr_t>(byte); }

void on_crash(int signal, siginfo_t* info, void* context) {
  tell_thread();
  write_backtrace(watch.report.log, signal, context);  // first: the runner kills whoever tells of a region
  const bool has_address = signal == SIGSEGV || signal == SIGBUS;
  if (has_address) tell_region(static_cast<const char*>(info->si_addr));
  std::signal(signal, SIG_DFL);
  std::raise(signal);  // for good, when the handler returns
}

}  // namespace

GuardedMaps::GuardedMaps(int memory, Access access, int maps) : memory_(memory), maps_(maps), access_(access) {
  struct stat status = {};
  if (fstat(memory, &status) == 0) file_ = status.st_ino;
}

void GuardedMaps::begin() {
  constexpr std::size_t most_frames = 256;  // a plugin may name its outputs anew each time
  if (frames_.size() > most_frames) frames_.clear();
  used_ = 0;
  guard_ = {};
  if (access_ == Access::read || is_hidden_) return;
  for (const Region& region : regions_)
    mprotect(region.data, static_cast<std::size_t>(region.middle - region.data), PROT_NONE);
  is_hidden_ = true;
}

void GuardedMaps::drop_from(std::size_t first) {
  guard_ = {};
  for (std::size_t i = first; i < regions_.size(); ++i) {
    munmap(regions_[i].begin, static_cast<std::size_t>(regions_[i].end - regions_[i].begin));
  }
  regions_.resize(std::min(first, regions_.size()));
}

std::int64_t GuardedMaps::mapped_bytes() const {
  std::int64_t bytes = 0;
  for (const Region& region : regions_) bytes += region.end - region.begin;
  return bytes;
}

const GuardedMaps::Frames& GuardedMaps::frames_of(const std::string& key, std::string_view what) {
  const auto known = frames_.find(what);
  if (known != frames_.end()) return known->second;
  const auto out_of_bounds = [&key](TensorEnd side, std::string where) {
    return OutOfBoundsAccess{.where = std::move(where), .tensor = key, .side = std::string(name_of(side))};
  };
  const Frames frames{
      .before = encode(out_of_bounds(TensorEnd::before_start, fmt::format("went before the start of {}", what))),
      .after = encode(out_of_bounds(TensorEnd::past_end, fmt::format("went past the end of {}", what))),
      .inside = encode(OutOfBoundsAccess{.where = fmt::format("wrote to {}", what), .wrote_to = key, .side = {}})};
  return frames_.emplace(what, frames).first->second;
}

void* GuardedMaps::map(const Place& place, const std::string& key, std::string_view what) {
  const Place pages = pages_of(place);
  if (!use_again(pages) && !map_anew(pages)) return nullptr;
  is_hidden_ = false;
  regions_[used_].frames = &frames_of(key, what);
  return regions_[used_++].data + (place.offset - pages.offset);
}

/// Returns whether the next region of the last call is mapped as `pages` are to be.
bool GuardedMaps::use_again(const Place& pages) {
  if (used_ == regions_.size()) return false;
  const Region& region = regions_[used_];
  if (region.offset != pages.offset || region.data + pages.bytes != region.middle) return false;
  if (access_ == Access::write && mprotect(region.data, pages.bytes, PROT_READ | PROT_WRITE) != 0) return false;
  return is_intact(region);
}

/// Maps `pages` as the next region, in the place of that of the last call. Returns whether the system does.
bool GuardedMaps::map_anew(const Place& pages) {
  drop_from(used_);
  const std::size_t whole = pages.bytes + 2 * guard_bytes;
  void* reserved = mmap(nullptr, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED) return false;
  char* const begin = static_cast<char*>(reserved);
  char* const data = begin + guard_bytes;
  const int protection = access_ == Access::read ? PROT_READ : PROT_READ | PROT_WRITE;
  const int how = MAP_SHARED | MAP_FIXED | MAP_POPULATE;  // the runner has filled the pages
  if (mmap(data, pages.bytes, protection, how, memory_, static_cast<off_t>(pages.offset)) == MAP_FAILED) {
    munmap(reserved, whole);
    return false;
  }
  regions_.push_back({.begin = begin,
                      .data = data,
                      .middle = data + pages.bytes,
                      .end = begin + whole,
                      .offset = pages.offset,
                      .frames = nullptr});
  return true;
}

/// Returns whether a plugin left the region as it was made. False where the system does not tell.
bool GuardedMaps::is_intact(const Region& region) {
  const auto pages = find_pages(maps_, address_of(region.data), Pages::at_the_address).pages;
  return pages && pages->begin == address_of(region.data) && pages->end == address_of(region.middle) &&
         pages->offset == region.offset && pages->file == file_ && pages->may_read &&
         pages->may_write == (access_ == Access::write) && !pages->may_execute && pages->is_shared &&
         is_guard(region.middle, region.end) && is_guard(region.begin, region.data);
}

/// Returns whether nothing may touch the bytes from `begin` to `end`. Each region lies before the one that was mapped
/// earlier, so their guards are looked at together.
bool GuardedMaps::is_guard(const char* begin, const char* end) {
  if (address_of(begin) >= guard_.begin && address_of(end) <= guard_.end) return true;
  const auto pages = find_pages(maps_, address_of(begin), Pages::at_the_address).pages;
  const bool is_closed = pages && pages->file == 0 && !pages->may_read && !pages->may_write && !pages->may_execute;
  if (is_closed) guard_ = *pages;
  return is_closed && pages->end >= address_of(end);
}

void use_stack_for_crashes() {
  static std::array<char, 65536> stack;
  const stack_t alternative{.ss_sp = stack.data(), .ss_flags = 0, .ss_size = stack.size()};
  sigaltstack(&alternative, nullptr);
}

void report_crashes(const std::array<const GuardedMaps*, 2>& maps, const CrashReport& report) {
  watch = {.maps = maps, .report = report};
  use_stack_for_crashes();
  struct sigaction action = {};
  action.sa_sigaction = on_crash;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigaction(signal, &action, nullptr);
}

}  // namespace npu_cts::wire
