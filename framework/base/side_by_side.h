// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

namespace npu_cts {

/// Calls `work` with each number below `count`, in any order, on `threads` threads; 0: as many as the machine has
/// cores. Returns when all calls have.
void side_by_side(std::size_t count, const std::function<void(std::size_t)>& work, std::size_t threads = 0);

}  // namespace npu_cts
