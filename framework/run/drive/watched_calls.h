// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace npu_cts::wire {

/// What a system call may do to what is not a worker's own.
enum class Act : std::uint8_t {
  start_program,
  change_file,    ///< write, cut, remove or rename it
  reach_process,  ///< signal, trace, read or limit it
  change_state,   ///< set a handler of its own signals, or a limit of its own: always let
};

/// A system call that a worker makes only where the runner lets it.
struct WatchedCall {
  int number;
  Act act;
  int folder = -1;  ///< which argument is the folder that a relative path starts from; -1: the working directory
  int path = -1;    ///< which argument is the path; of reach_process, the process
  int state = -1;   ///< which argument points to what it sets of its own process; nothing is set where that is null
  int flags = -1;   ///< which argument says whether the file is opened to be written; -1: it always is
};

/// Returns every system call that is watched; one with two paths, once for each.
std::span<const WatchedCall> watched_calls();

/// From now on asks for leave before each watched call, in this process and all that it starts. Returns the descriptor
/// that the questions come from, or -1 and errno where the system has no such thing.
int watch_calls();

}  // namespace npu_cts::wire
