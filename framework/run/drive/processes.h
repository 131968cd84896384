// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include <sys/types.h>

namespace npu_cts::wire {

/// Returns what the file at `path` of /proc says; nothing where it cannot be read.
std::string read_all(const std::string& path);

/// Returns whether `process` was started with `mark`, "NAME=VALUE", in its environment.
bool has_mark(pid_t process, std::string_view mark);

/// Returns "SIGSEGV", or "signal 42".
std::string name_of_signal(int signal);

}  // namespace npu_cts::wire
