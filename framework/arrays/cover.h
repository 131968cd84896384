// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "framework/arrays/model.h"
#include "framework/base/result.h"

namespace npu_cts::arrays {

struct CoverOptions {
  std::size_t strength = 2;       ///< values of how many parameters meet: 2 to 4
  std::vector<Row> seeds = {};    ///< the rows to begin with; values that are `unset` are chosen
  std::size_t candidates = 20;    ///< rows tried for each row of the first array
  std::uint64_t steps = 20'000;   ///< changes of a cell tried to save rows; 0 keeps the first array
  std::uint64_t random_seed = 1;  ///< the same model, options and random seed give the same rows everywhere
};

/// Returns legal rows such that each tuple of `strength` values that a legal row can contain is in one of them.
/// Errors: a strength that does not fit the model, a model too large or without a legal row, a seed that is not legal.
Result<std::vector<Row>> cover(const Model& model, const CoverOptions& options);

}  // namespace npu_cts::arrays
