// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "framework/run/message/message.h"
#include "framework/run/watch/mapped_pages.h"

namespace npu_cts::wire {

enum class Access : std::uint8_t { read, write };

/// Tensors of one shared memory, mapped with inaccessible pages on both sides. Unmapped at the end. What the tensors of
/// the next call need in the same way stays mapped, if it is as it was made: mapping is most of a small call's time.
class GuardedMaps {
 public:
  /// `memory` is a descriptor of the shared memory, `maps` one of /proc/self/maps.
  GuardedMaps(int memory, Access access, int maps);
  ~GuardedMaps() { drop_from(0); }
  GuardedMaps(const GuardedMaps&) = delete;
  GuardedMaps& operator=(const GuardedMaps&) = delete;

  /// Ends the last call: none of its tensors can be reached until `map` asks for it again, and drop_rest was called.
  void begin();

  /// Returns where the bytes of `place` are now, or null where the system refuses.
  /// `what` names them in words ("argument 'x'").
  void* map(const Place& place, const std::string& key, std::string_view what);

  /// Unmaps what the last call had and this one did not ask for.
  void drop_rest() { drop_from(used_); }

  /// What a signal handler sends: it can make no text, and a text takes longer than a system call.
  struct Frames {
    std::string before;
    std::string after;
    std::string inside;
  };

  struct Region {
    char* begin;   ///< of the guard before
    char* data;    ///< first mapped page
    char* middle;  ///< first byte past the bytes
    char* end;     ///< of the guard after
    std::size_t offset;
    const Frames* frames;
  };

  /// Returns the pages of what was mapped last.
  [[nodiscard]] std::span<std::byte> last_pages() const {
    const Region& last = regions_[used_ - 1];
    return {reinterpret_cast<std::byte*>(last.data), reinterpret_cast<std::byte*>(last.middle)};
  }

  /// Returns how many bytes of addresses are kept for tensors, guards included.
  [[nodiscard]] std::int64_t mapped_bytes() const;

  /// Returns the tensors of this call.
  [[nodiscard]] std::span<const Region> regions() const { return {regions_.data(), used_}; }

 private:
  const Frames& frames_of(const std::string& key, std::string_view what);
  bool use_again(const Place& pages);
  bool map_anew(const Place& pages);
  void drop_from(std::size_t first);
  bool is_intact(const Region& region);
  bool is_guard(const char* begin, const char* end);

  int memory_;
  int maps_;
  Access access_;
  std::uint64_t file_ = 0;  ///< the inode of the memory
  std::vector<Region> regions_;
  MappedPages guard_;                                  ///< that was looked at last: the guards of neighbours are one
  std::size_t used_ = 0;                               ///< of the regions, by this call
  bool is_hidden_ = false;                             ///< what was written to, and was not asked for again
  std::map<std::string, Frames, std::less<>> frames_;  ///< of the tensors so far, by their words
};

/// Where a crash is told of.
struct CrashReport {
  int channel = -1;  ///< a forbidden access to a region
  int log = -1;      ///< the calls that led to the crash
  int name = -1;     ///< of this process, /proc/self/comm: the thread that crashed
};

/// From now on a crash is reported before the process dies of it, as long as the implementation lets it.
/// `maps` hold the tensors of the call that runs; none where none does. Precondition: prepare_backtrace was called.
void report_crashes(const std::array<const GuardedMaps*, 2>& maps, const CrashReport& report);

/// Gives crashes of this thread a stack of their own, for stack overflows, whatever a call has put there.
void use_stack_for_crashes();

}  // namespace npu_cts::wire
