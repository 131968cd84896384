// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "framework/model/family.h"

namespace npu_cts {

/// What the covering arrays of one family of an operator show, summed over the targets of a plan that differ.
struct ChoiceCoverage {
  std::string op;
  Family family = Family::pairs;
  std::size_t met = 0;         ///< combinations of choices that a planned call has
  std::size_t missed = 0;      ///< that a legal call could have, and none has
  std::size_t infeasible = 0;  ///< that no legal call was found for

  friend bool operator==(const ChoiceCoverage&, const ChoiceCoverage&) = default;
};

}  // namespace npu_cts
