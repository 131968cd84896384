// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

namespace npu_cts {

/// Calls `work` with each number below `count`, on as many threads as the machine has cores, in any order. Returns when
/// all calls have.
void side_by_side(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace npu_cts
