// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "framework/expand/expand.h"

namespace npu_cts::expand {

/// The ids of a target: what is left of its plan without the calls. Targets that share a plan share this.
struct TargetIds {
  std::string start;
  std::shared_ptr<const std::vector<std::string>> contents;  ///< what follows the start, sorted
};

/// Returns the ids of `plans` that are of one of `families`, as PlanOptions names them.
std::vector<TargetIds> target_ids(const std::vector<TargetPlan>& plans, const std::vector<std::string>& families);

}  // namespace npu_cts::expand
