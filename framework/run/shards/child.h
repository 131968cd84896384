// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace npu_cts::run {

/// Starts a program with its arguments; it ends with this one. Returns its process id, or -1.
pid_t start_child(const std::vector<std::string>& words);

/// Returns the exit code of an ended process; a signal counts as a failure.
int exit_of_child(int status);

/// Starts a program and waits for its end. Returns its exit code; exit_bug, with words on standard error, where a
/// signal ended it. Ctrl-C and SIGTERM reach it as SIGTERM, and as SIGKILL the second time: exit_interrupted and the
/// signal, where they end it.
int run_child(const std::vector<std::string>& words);

}  // namespace npu_cts::run
