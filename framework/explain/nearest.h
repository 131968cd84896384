// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/rule/bound_spec.h"

namespace npu_cts::explain {

/// A legal call near an illegal one, and what was changed to get there.
struct Nearest {
  Call call;
  std::vector<std::string> changes = {};  ///< one line each: "axis: 1", "updates: shape [24, 1, 128]"
};

/// Returns a legal call that differs from `call` in as few arguments as a bounded search finds: all single changes,
/// then the most promising combinations, up to six edits; last, changes of all tensors at once that have one
/// dtype or size. Deterministic. Where the target itself is not supported, nothing.
std::optional<Nearest> nearest_legal(const BoundSpec& bound, const Call& call);

}  // namespace npu_cts::explain
