// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "framework/arrays/coverage.h"
#include "framework/arrays/legality.h"
#include "framework/arrays/random.h"

namespace npu_cts::arrays {

struct ImproveOptions {
  std::uint64_t steps = 0;
  std::size_t least = 0;             ///< rows that no array can do without
  std::vector<Literals> seeds = {};  ///< what the first rows must keep; no_literal where anything may stand
};

/// Takes a row away, covers again what is open by changing cells of the others, and so on until `steps` are used.
/// Returns the smallest array found. `coverage` is that of `rows`.
std::vector<Literals> improve(std::vector<Literals> rows, const Legality& legality, Coverage& coverage, Random& random,
                              const ImproveOptions& options);

}  // namespace npu_cts::arrays
