// SPDX-License-Identifier: Apache-2.0
#include "framework/base/random.h"

#include <cassert>

#include "framework/base/text.h"

namespace npu_cts {

Random::Random(std::string_view name) : Random(stable_hash(name)) {}

std::int64_t Random::integer(std::uint64_t index, std::int64_t low, std::int64_t high) const {
  assert(low <= high);
  const std::uint64_t span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
  const std::uint64_t drawn = bits(index);
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + (span == 0 ? drawn : drawn % span));
}

double Random::real(std::uint64_t index, double low, double high) const {
  return low + (high - low) * (static_cast<double>(bits(index) >> 11) * 0x1p-53);
}

}  // namespace npu_cts
