// SPDX-License-Identifier: Apache-2.0
#include "framework/base/side_by_side.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace npu_cts {

void side_by_side(std::size_t count, const std::function<void(std::size_t)>& work, std::size_t threads) {
  std::atomic<std::size_t> next = 0;
  const auto take_turns = [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  if (threads == 0) threads = std::thread::hardware_concurrency();
  threads = std::min(count, threads);
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < threads; ++i) others.emplace_back(take_turns);
  take_turns();
}

}  // namespace npu_cts
