// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "framework/explore/dice.h"

namespace npu_cts::explore {

/// Returns a size from 0 to `most`: log-uniform, a power of two, a multiple of 8, 16 … 512, one of `limits`, each also
/// one less and one more; often a small one, seldom 0. Precondition: most >= 1.
std::int64_t draw_size(Dice& dice, std::int64_t most, const std::vector<std::int64_t>& limits);

/// Returns the class of `size` for the coverage: "0" to "4", "2^k-1", "2^k", "2^k+1", "2^k..".
std::string class_of_size(std::int64_t size);

/// Returns sizes below `size` that are worth trying in its place, the smallest first: 1, those that halve the way to
/// 1, multiples of tiles, and those a tile or less below it. Ends where sizes end: nothing for 0.
std::vector<std::int64_t> smaller_sizes(std::int64_t size);

}  // namespace npu_cts::explore
