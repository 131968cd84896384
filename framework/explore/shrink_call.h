// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "framework/explore/drawn_call.h"
#include "framework/explore/shrink.h"

namespace npu_cts::explore {

/// Returns the changes to what is next simpler than `drawn`, the boldest first: an edit less, smaller sizes, fewer
/// axes, an argument left out or nearer to 0, the first shape, no layout, one data set. The calls need not be legal.
std::vector<Change<DrawnCall>> simpler_calls(const DrawnCall& drawn);

/// Returns the changes to what is next simpler than the values of `call`, the boldest first: whole tensors, halves,
/// quarters … of them as zeros, then as ones. Large tensors are changed in parts of several elements.
std::vector<Change<Call>> simpler_values(const Call& call);

}  // namespace npu_cts::explore
