// SPDX-License-Identifier: Apache-2.0
#include "framework/run/drive/slope.h"

#include <algorithm>

namespace npu_cts::wire {

void Slope::note(std::int64_t growth) { last_[noted_++ % calls] = growth; }

std::int64_t Slope::growth() const {
  constexpr std::ptrdiff_t many = calls * 7 / 8;  // a heap that is used otherwise seems to grow in a third of them
  if (noted_ < calls) return 0;
  std::ptrdiff_t grown = 0;
  std::int64_t sum = 0;
  std::int64_t gains = 0;
  for (const std::int64_t one : last_) {
    grown += one > 0 ? 1 : 0;
    sum += one;
    gains += std::max<std::int64_t>(one, 0);
  }
  const bool stays = sum > 0 && sum >= gains / 2;  // else it comes and goes
  return grown >= many && stays ? std::max<std::int64_t>(1, sum / static_cast<std::int64_t>(calls)) : 0;
}

}  // namespace npu_cts::wire
