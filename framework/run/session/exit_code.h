// SPDX-License-Identifier: Apache-2.0
#pragma once

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

}  // namespace npu_cts::run
