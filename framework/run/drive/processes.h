// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace npu_cts::wire {

/// Returns what the file at `path` of /proc says; nothing where it cannot be read.
std::string read_all(const std::string& path);

/// Returns whether `process` was started with `mark`, "NAME=VALUE", in its environment.
bool has_mark(pid_t process, std::string_view mark);

/// Returns the processes that `thread` of `process` has started.
std::vector<pid_t> children_of(const std::string& process, const std::string& thread);

/// Returns the processor time that a process has used, in seconds: also of one that is dead and not waited for.
double processor_seconds(pid_t process);

/// What a worker calls itself when a thread of it crashes, with the thread behind it.
inline constexpr std::string_view crash_name = "crash ";

/// Returns the thread that `process` crashed in, by its name; 0 where it does not say.
pid_t crashed_thread(pid_t process);

/// Returns "SIGSEGV", or "signal 42".
std::string name_of_signal(int signal);

}  // namespace npu_cts::wire
