// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>

#include <sys/types.h>

namespace npu_cts::wire {

/// What a worker has made that outlives it: files, and segments, semaphores and queues of System V and POSIX. Of most
/// the system does not record the process that made them, so this takes note of the calls that make and remove them.
class LastingThings {
 public:
  /// Takes note of the watched call `number` with `arguments`, which the process `asking` is let make next.
  void note(pid_t asking, int number, std::span<const std::uint64_t, 6> arguments);

  /// Returns how many there are. Of files, those that are still where they were made.
  [[nodiscard]] std::int64_t count();

 private:
  std::set<std::string> files_;
  std::set<std::string> queues_;  ///< of POSIX
  std::int64_t others_ = 0;       ///< of System V
};

}  // namespace npu_cts::wire
