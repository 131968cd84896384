// SPDX-License-Identifier: Apache-2.0
#include "framework/run/drive/leftovers.h"

#include <algorithm>

namespace npu_cts::wire {

void Slope::note(std::int64_t in_use) {
  const int left = calls_ - ++noted_;
  if (left >= 2 * part_) return;
  std::int64_t& lowest = lowest_[left < part_ ? 1 : 0];
  lowest = std::min(lowest, in_use);
}

std::int64_t Slope::growth() const { return (lowest_[1] - lowest_[0] + part_ / 2) / part_; }

}  // namespace npu_cts::wire
