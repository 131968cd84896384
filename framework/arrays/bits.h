// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace npu_cts::arrays {

using Word = std::uint64_t;

/// Returns how many bits `row` has in common with the blocks of `plane` that `keys` name. A block has row.size() words.
std::size_t common_bits(const Word* plane, std::span<const std::uint32_t> keys, std::span<const Word> row);

}  // namespace npu_cts::arrays
