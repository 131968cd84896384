// SPDX-License-Identifier: Apache-2.0
#include "framework/arrays/coverage.h"

#include <bit>

namespace npu_cts::arrays {
namespace {

[[gnu::always_inline]] inline std::size_t count(const Word* plane, std::span<const std::uint32_t> keys,
                                                std::span<const Word> row) {
  std::size_t sum = 0;
  for (const std::uint32_t key : keys) {
    const Word* const block = plane + key * row.size();
    for (std::size_t w = 0; w < row.size(); ++w) sum += static_cast<std::size_t>(std::popcount(block[w] & row[w]));
  }
  return sum;
}

#ifdef __x86_64__
/// One instruction a word, which the oldest machines of this family lack.
[[gnu::target("popcnt")]] std::size_t count_popcnt(const Word* plane, std::span<const std::uint32_t> keys,
                                                   std::span<const Word> row) {
  return count(plane, keys, row);
}
#endif

}  // namespace

std::size_t common_bits(const Word* plane, std::span<const std::uint32_t> keys, std::span<const Word> row) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("popcnt") != 0) return count_popcnt(plane, keys, row);
#endif
  return count(plane, keys, row);
}

}  // namespace npu_cts::arrays
