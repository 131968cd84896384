// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <sys/types.h>

#include "framework/run/drive/guarded_memory.h"
#include "framework/run/drive/message.h"

namespace npu_cts::wire {

/// Some pages of a shared memory that a process has mapped.
struct Mapping {
  Place at;
  bool is_read_only = false;
};

/// Returns where `process` has `memory` mapped, as the system says it.
std::vector<Mapping> mappings_of(pid_t process, const SharedMemory& memory);

/// Returns whether the pages of `place` are mapped, and only to be read.
bool is_read_only(std::span<const Mapping> mappings, const Place& place);

}  // namespace npu_cts::wire
