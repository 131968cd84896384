// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace npu_cts::wire {

/// What a system call may do to what is not a worker's own.
enum class Act : std::uint8_t {
  start_program,
  open_file,      ///< to read or to write it: flags say which
  change_file,    ///< write, cut, remove or rename it
  make_lasting,   ///< make what outlives it: a link, a folder, a segment or a queue. Or remove it. Always let
  reach_process,  ///< signal, trace, read, limit or slow it
  reach_holder,   ///< the same, and take its descriptors: of the process that a descriptor stands for
  change_state,   ///< set a handler of its own signals, a limit or another setting of its own: always let
  slow_others,    ///< slow a group or a user's processes: never let
  outlive,        ///< no longer end with the runner
  filter_calls,   ///< keep itself, and who watches it, from calls: let while a program starts
  change_mounts,  ///< make a path name another file, for the runner too: let while a program starts
  rest,           ///< wait for the runner: see rest_until_asked
};

/// For WatchedCall::state: the call always sets something. One past the last argument that a call has.
inline constexpr std::int8_t always_sets = 6;

/// A system call that a worker makes only where the runner lets it.
struct WatchedCall {
  int number;
  Act act;
  // Which argument of the call is what; -1: none.
  std::int8_t folder = -1;    ///< the folder that a relative path starts from; none: the working directory
  std::int8_t path = -1;      ///< the path; of reach_process, the process; of reach_holder, the descriptor; of
                              ///< outlive, the signal
  std::int8_t state = -1;     ///< points to what it sets of its own process; nothing is set where that is null
  std::int8_t flags = -1;     ///< of open_file: whether it is to be written
  std::int8_t selector = -1;  ///< chooses what the call does
  unsigned selected = 0;      ///< what it is where the call does this
  bool moves = false;         ///< a whole folder, too
  bool names = false;         ///< its path is of a file that may be new; of open_file, with O_CREAT

  /// Returns whether a call of the number `made` with `arguments` is this one.
  template <class Word>
  [[nodiscard]] bool is(int made, const Word* arguments) const {
    return made == number && (selector < 0 || static_cast<unsigned>(arguments[selector]) == selected);
  }
};

/// Returns every system call that is watched; one with two paths, once for each.
std::span<const WatchedCall> watched_calls();

/// From now on asks for leave before each watched call, in this process and all that it starts. Returns the descriptor
/// that the questions come from, or -1 and errno where the system has no such thing.
int watch_calls();

/// Waits until the runner, which has the other end of `channel`, asks for something: in a system call that is watched,
/// since the system wakes who waits for leave, or for a question, on the processor that it is asked on. Waking a
/// process on another one costs several times a small call. Returns at once where nobody watches.
void rest_until_asked(int channel);

}  // namespace npu_cts::wire
