// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "framework/arrays/model.h"
#include "framework/search/conditions/key_set.h"

namespace npu_cts::expand {

/// Returns the key of what has the number `place`, from 1, beside the value of a choice.
inline std::uint64_t key_beside(std::uint64_t place, const arrays::Cell& cell) {
  return search::spread((place << 32U) | (std::uint64_t{cell.parameter} << 16U) | cell.value);
}

}  // namespace npu_cts::expand
