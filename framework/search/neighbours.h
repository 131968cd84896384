// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "framework/search/search.h"

namespace npu_cts::search {

/// Returns a legal call for each combination of dtypes that the spec admits, where a search finds one, in their order.
std::vector<FoundCall> legal_calls(const BoundSpec& bound);

/// Returns the arguments, without values, of the calls that one step from `base` makes: legal ones and others.
std::vector<SlotArguments> neighbours_of(const BoundSpec& bound, const FoundCall& base);

}  // namespace npu_cts::search
