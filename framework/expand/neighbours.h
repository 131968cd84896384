#pragma once

#include <vector>

#include "framework/expand/search.h"

namespace npu_cts {

/// Returns a legal call for each combination of dtypes that the law admits, where a search finds one, in their order.
std::vector<Found> legal_calls(const BoundSpec& bound);

/// Returns the calls, without values, that one move from `base` makes: legal ones and others.
std::vector<Call> neighbours_of(const BoundSpec& bound, const Found& base);

}  // namespace npu_cts
