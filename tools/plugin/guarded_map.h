// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "framework/run/drive/message.h"

namespace npu_cts::wire {

enum class Access : std::uint8_t { read, write };

/// Tensors of a shared memory, mapped with inaccessible pages on both sides. Unmapped at the end.
class GuardedMaps {
 public:
  ~GuardedMaps() { clear(); }
  GuardedMaps() = default;
  GuardedMaps(const GuardedMaps&) = delete;
  GuardedMaps& operator=(const GuardedMaps&) = delete;

  /// Returns where the bytes of `place` in the memory `descriptor` are now, or null where the system refuses.
  /// `what` names them in words ("argument 'x'").
  void* map(int descriptor, const Place& place, Access access, const std::string& key, std::string_view what);

  /// Unmaps all tensors.
  void clear();

  /// What a signal handler sends: it can make no text, and a text takes longer than a system call.
  struct Frames {
    std::string before;
    std::string after;
    std::string inside;
  };

  struct Region {
    const char* begin;   ///< of the guard before
    const char* data;    ///< first mapped page
    const char* middle;  ///< first byte past the bytes
    const char* end;     ///< of the guard after
    const Frames* frames;
  };
  [[nodiscard]] const std::vector<Region>& regions() const { return regions_; }

 private:
  const Frames& frames_of(const std::string& key, std::string_view what);

  std::vector<Region> regions_;
  std::map<std::string, Frames, std::less<>> frames_;  ///< of the tensors so far, by their words
};

/// Where a crash is told of.
struct CrashReport {
  int channel = -1;  ///< a forbidden access to a region
  int log = -1;      ///< the calls that led to the crash
  int name = -1;     ///< of this process, /proc/self/comm: the thread that crashed
};

/// From now on a crash is reported before the process dies of it, as long as the implementation lets it.
/// `maps` are the tensors of the call that runs; null where none does. Precondition: prepare_backtrace was called.
void report_crashes(const GuardedMaps* maps, const CrashReport& report);

}  // namespace npu_cts::wire
