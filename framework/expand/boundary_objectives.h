// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "framework/model/op_spec.h"

namespace npu_cts {

/// A place on one side of a limit that a rule draws: what a boundary case or an isolated negative is to witness.
struct BoundaryObjective {
  std::string side;     ///< "at", "above", "below", "low", "high", "remainder", "broken": part of the case id
  bool broken = false;  ///< whether the rule is to be broken there
  ExpressionPtr left;   ///< null: any call will do
  ExpressionPtr right;
  std::int64_t difference = 0;  ///< left - right
};

/// Returns the objectives of `rule`, those of its comparisons in their order; the last is "broken", any breach at all.
/// Sides of a rule with several comparisons carry a hash of the comparison's text.
std::vector<BoundaryObjective> boundary_objectives_of(const Rule& rule);

}  // namespace npu_cts
