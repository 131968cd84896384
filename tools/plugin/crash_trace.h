// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace npu_cts::wire {

/// Lets write_backtrace work in a signal handler, where nothing can be loaded any more.
void prepare_backtrace();

/// Writes to `descriptor` which calls led to `signal`, the innermost first, up to this program's own: a line each,
/// "  #0 FUNCTION+OFFSET (LIBRARY+OFFSET)". `context` is what the handler of the signal got.
void write_backtrace(int descriptor, int signal, const void* context);

}  // namespace npu_cts::wire
