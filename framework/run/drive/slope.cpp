#include "framework/run/drive/slope.h"

#include <algorithm>
#include <numeric>

namespace npu_cts::wire {

void Slope::note(std::int64_t growth) { last_[noted_++ % calls] = growth; }

std::int64_t Slope::growth() const {
  constexpr std::ptrdiff_t many = calls * 7 / 8;  // a heap that is used otherwise seems to grow in a third of them
  if (noted_ < calls) return 0;
  const auto gained = [](std::int64_t sum, std::int64_t growth) { return sum + std::max<std::int64_t>(growth, 0); };
  const auto grown = std::ranges::count_if(last_, [](std::int64_t growth) { return growth > 0; });
  const std::int64_t sum = std::accumulate(last_.begin(), last_.end(), std::int64_t{0});
  const std::int64_t gains = std::accumulate(last_.begin(), last_.end(), std::int64_t{0}, gained);
  const bool stays = sum > 0 && sum >= gains / 2;  // else it comes and goes
  return grown >= many && stays ? std::max<std::int64_t>(1, sum / static_cast<std::int64_t>(calls)) : 0;
}

}  // namespace npu_cts::wire
