// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "framework/run/drive/guarded_memory.h"
#include "framework/run/drive/processes.h"
#include "framework/run/message/message.h"

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

}  // namespace npu_cts::wire
