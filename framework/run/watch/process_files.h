// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <sys/types.h>

#include "framework/run/message/message.h"
#include "framework/run/watch/guarded_memory.h"
#include "framework/run/watch/processes.h"

namespace npu_cts::wire {

/// Some pages of a shared memory that a process has mapped.
struct Mapping {
  Place at;
  bool is_read_only = false;
};

/// Returns where a process has `memory` mapped, as the system says it, but for copies of its own. `maps` is its
/// /proc/PID/maps, open.
std::vector<Mapping> mappings_in(const ProcFile& maps, const SharedMemory& memory);

/// Returns whether the pages of `place` are mapped, and only to be read.
bool is_read_only(std::span<const Mapping> mappings, const Place& place);

/// How much of the system a worker holds.
struct Usage {
  std::int64_t threads = 0;
  std::int64_t descriptors = 0;
  std::int64_t mapped_bytes = 0;
  std::int64_t own_bytes = 0;   ///< of its memory, what it alone has written or read
  std::int64_t heap_bytes = 0;  ///< as the worker says; 0: it does not
  std::int64_t lasting = 0;     ///< files, segments and queues that it made and that outlive it, as its supervisor says
};

/// What /proc says of one process and of the children of this one. It is asked several times a call.
class ProcessFiles {
 public:
  /// Opens the files of `process`. Precondition: the thread that started it calls.
  explicit ProcessFiles(pid_t process);

  [[nodiscard]] Usage usage() const;

  /// Returns how many threads it has, the first included.
  [[nodiscard]] std::int64_t threads() const;

  /// Returns the processes that the first thread of `process` and this thread have started.
  [[nodiscard]] std::vector<pid_t> children() const;

  /// Returns where it has `memory` mapped. Precondition: it runs the program that it was started for.
  [[nodiscard]] std::vector<Mapping> mappings(const SharedMemory& memory);

 private:
  [[nodiscard]] std::int64_t descriptors() const;

  ProcFile memory_;
  ProcFile folder_of_descriptors_;
  ProcFile folder_of_threads_;
  ProcFile own_children_;
  ProcFile children_;
  std::optional<ProcFile> maps_;  ///< opened when it is asked for: it stays with the program that ran then
  std::string folder_;
};

}  // namespace npu_cts::wire
