// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "framework/base/diagnostic.h"

namespace npu_cts::run {

/// What a command's exit says. The table of README.md.
inline constexpr int exit_conforms = 0;     ///< conforms, or the spec is sound
inline constexpr int exit_failed = 1;       ///< something failed: a case, a rejected call
inline constexpr int exit_spec = 2;         ///< the spec has errors
inline constexpr int exit_usage = 3;        ///< wrong usage or unreadable input
inline constexpr int exit_driver = 4;       ///< the driver could not start
inline constexpr int exit_nothing_ran = 5;  ///< nothing ran
/// Of `npu-cts-suite` alone, to `npu-cts run`, which says exit_usage: its journal could not be written.
inline constexpr int exit_unwritable = 74;
inline constexpr int exit_bug = 70;           ///< ours
inline constexpr int exit_interrupted = 128;  ///< and the signal that ended the run: 130 for Ctrl-C

/// Prints `diagnostics` with their lines on standard error and returns `code`.
int complain(const Diagnostics& diagnostics, int code);

/// Returns the exit code of a spec with the errors of `diagnostics`: exit_usage where each is of a file that is not
/// there or cannot be read, else exit_spec.
int exit_of_spec(const Diagnostics& diagnostics);

/// Prints why a spec is not read. Returns its exit code.
int complain_of_spec(const Diagnostics& diagnostics);

/// Prints `text` on standard output. Returns `code`, or exit_usage where it cannot be written.
int say(const std::string& text, int code);

/// Returns what `body` returns, the body of a program's `main`; exit_bug, with words on standard error, where something
/// was thrown unexpectedly: our fault.
int exception_barrier(std::string_view program, const std::function<int()>& body);

}  // namespace npu_cts::run
