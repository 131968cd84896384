// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "framework/expand/expand.h"

namespace npu_cts::expand {

/// Leaves of each of `plans`, which are whole, the cases of the tier smoke: few that together show each fact that the
/// plan shows, once kept and once broken where it shows both. Plans that shared their cases still do.
void keep_smoke(std::vector<TargetPlan>& plans);

}  // namespace npu_cts::expand
