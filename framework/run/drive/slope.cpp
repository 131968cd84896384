// SPDX-License-Identifier: Apache-2.0
#include "framework/run/drive/slope.h"

#include <algorithm>

namespace npu_cts::wire {

void Slope::note(std::int64_t before, std::int64_t after) { last_[noted_++ % calls] = {before, after}; }

std::int64_t Slope::growth() const {
  constexpr std::ptrdiff_t many = calls * 7 / 8;  // a heap that is used otherwise seems to grow in a third of them
  if (noted_ < calls) return 0;
  std::ptrdiff_t grown = 0;
  std::int64_t sum = 0;
  std::int64_t gains = 0;
  for (const auto& [before, after] : last_) {
    grown += after > before ? 1 : 0;
    sum += after - before;
    gains += std::max<std::int64_t>(after - before, 0);
  }
  const std::int64_t kept =
      last_[(noted_ - 1) % calls].after - last_[noted_ % calls].before;  // other calls between, too
  const bool stays = sum > 0 && sum >= gains / 2 && kept >= sum / 2;     // else it comes and goes
  return grown >= many && stays ? std::max<std::int64_t>(1, sum / static_cast<std::int64_t>(calls)) : 0;
}

}  // namespace npu_cts::wire
