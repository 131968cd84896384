// SPDX-License-Identifier: Apache-2.0
#include "framework/explore/dice.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace npu_cts::explore {
namespace {

constexpr std::int64_t smallest_tile = 8;
constexpr std::int64_t largest_tile = 512;
constexpr int zero_once_in = 64;

std::int64_t log_of(std::int64_t size) {
  return static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(size))) - 1;
}

std::int64_t log_uniform(Dice& dice, std::int64_t most) {
  const std::int64_t low = std::int64_t{1} << dice.between(0, log_of(most));
  return dice.between(low, std::max(low, std::min(most, 2 * low - 1)));
}

std::int64_t multiple_of_tile(Dice& dice, std::int64_t most) {
  const std::int64_t tile = smallest_tile << dice.between(0, log_of(largest_tile / smallest_tile));
  return tile * log_uniform(dice, std::max<std::int64_t>(1, most / tile));
}

}  // namespace

std::int64_t draw_size(Dice& dice, std::int64_t most, const std::vector<std::int64_t>& limits) {
  if (dice.once_in(zero_once_in)) return 0;
  const std::int64_t beside = dice.between(-1, 1);
  std::int64_t size = 1;
  switch (dice.below(8)) {
    case 0:
      size = dice.between(1, 4);
      break;
    case 1:
    case 2:
      size = (std::int64_t{1} << dice.between(0, log_of(most))) + beside;
      break;
    case 3:
    case 4:
      size = multiple_of_tile(dice, most) + beside;
      break;
    case 5:
      if (!limits.empty()) size = dice.pick(limits);
      break;
    case 6:
    case 7:
      size = log_uniform(dice, most);
      break;
  }
  return std::clamp<std::int64_t>(size, 1, most);
}

std::string class_of_size(std::int64_t size) {
  if (size <= 4) return fmt::format("{}", size);
  const auto near = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(size)));
  if (near == size) return fmt::format("2^{}", log_of(size));
  if (near - 1 == size) return fmt::format("2^{}-1", log_of(near));
  if (near / 2 + 1 == size) return fmt::format("2^{}+1", log_of(near / 2));
  return fmt::format("2^{}..", log_of(near / 2));
}

std::vector<std::int64_t> smaller_sizes(std::int64_t size) {
  std::vector<std::int64_t> sizes{1};
  for (std::int64_t step = size / 2; step > 0; step /= 2) sizes.push_back(size - step);
  for (std::int64_t tile = largest_tile; tile > 1; tile /= 2) {
    sizes.push_back(size - size % tile);
    sizes.push_back(size - tile);
  }
  sizes.push_back(size - 1);
  std::ranges::sort(sizes);
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  std::erase_if(sizes, [&](std::int64_t one) { return one < 0 || one >= size; });
  return sizes;
}

}  // namespace npu_cts::explore
