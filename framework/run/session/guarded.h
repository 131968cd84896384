#pragma once

#include <functional>
#include <string_view>

namespace npu_cts {

/// Returns what `body` returns, the body of a program's `main`; exit_bug, with words on standard error, where something
/// was thrown that nobody expected: our fault.
int guarded(std::string_view program, const std::function<int()>& body);

}  // namespace npu_cts
