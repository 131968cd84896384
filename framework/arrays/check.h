// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "framework/arrays/model.h"

namespace npu_cts::arrays {

/// What rows cover, counted in tuples of values of different parameters.
struct Check {
  std::size_t covered = 0;     ///< some legal row contains them
  std::size_t missed = 0;      ///< a legal row could contain them, but none of these does
  std::size_t infeasible = 0;  ///< no legal row contains them
  std::optional<Tuple> first_missed = {};
  std::vector<std::size_t> illegal_rows = {};  ///< by place; they cover nothing

  [[nodiscard]] std::size_t feasible() const { return covered + missed; }

  friend bool operator==(const Check&, const Check&) = default;
};

/// Counts what `rows` cover of all tuples of `strength` values. Shares nothing with cover() but the model: a tuple is
/// feasible if a legal row here contains it, or else if a plain search over the constraints finds such a row.
/// Rows are full.
Check check(const Model& model, std::span<const Row> rows, std::size_t strength);

}  // namespace npu_cts::arrays
