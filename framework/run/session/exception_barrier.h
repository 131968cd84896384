// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

namespace npu_cts::run {

/// Returns what `body` returns, the body of a program's `main`; exit_bug, with words on standard error, where something
/// was thrown unexpectedly: our fault.
int exception_barrier(std::string_view program, const std::function<int()>& body);

}  // namespace npu_cts::run
