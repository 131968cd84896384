// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "framework/base/names.h"
#include "framework/model/op_spec.h"

namespace npu_cts::search {

/// Where a call stands to the limit that a comparison draws.
enum class BoundarySide : std::uint8_t { above, at, below, broken, equal, high, low, next, once, remainder, shorter };
constexpr auto names_of(BoundarySide) {
  return name_list("above", "at", "below", "broken", "equal", "high", "low", "next", "once", "remainder", "short");
}

/// A place on one side of a limit that a rule draws: what a boundary case or an isolated negative is to witness.
struct BoundaryObjective {
  BoundarySide side = BoundarySide::broken;  ///< its name and the mark are part of the case id
  std::string mark = {};                     ///< of a rule with several comparisons: a hash of this one's text
  bool broken = false;                       ///< whether the rule is to be broken there
  ExpressionPtr left;                        ///< null: any call will do
  ExpressionPtr right;
  std::int64_t difference = 0;  ///< left - right
};

/// Returns the objectives of `rule`, those of its comparisons in their order; the last is BoundarySide::broken, any
/// breach.
std::vector<BoundaryObjective> boundary_objectives_of(const Rule& rule);

}  // namespace npu_cts::search
