// SPDX-License-Identifier: Apache-2.0
#include "framework/run/drive/leftovers.h"

#include <algorithm>
#include <cstddef>

namespace npu_cts::wire {

void Slope::note(std::int64_t in_use) {
  const int left = calls_ - ++noted_;
  if (left >= 2 * part_) return;
  std::int64_t& lowest = lowest_[left < part_ ? 1 : 0];
  lowest = std::min(lowest, in_use);
}

std::int64_t Slope::growth() const { return (lowest_[1] - lowest_[0] + part_ / 2) / part_; }

std::int64_t steady_growth(const std::vector<std::int64_t>& held) {
  constexpr std::size_t fewest = 1024;
  constexpr std::ptrdiff_t parts = 4;
  if (held.size() < fewest) return 0;
  const auto runs = std::ssize(held) / 2 / parts;
  auto at = held.end() - parts * runs;
  const std::int64_t first = *std::min_element(at, at + runs);
  std::int64_t last = first;
  for (at += runs; at != held.end(); at += runs) {
    const std::int64_t lowest = *std::min_element(at, at + runs);
    if (lowest <= last) return 0;
    last = lowest;
  }
  return (last - first) / ((parts - 1) * runs);
}

}  // namespace npu_cts::wire
