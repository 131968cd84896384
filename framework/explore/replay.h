// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "framework/explore/attempt.h"
#include "framework/explore/corpus.h"

namespace npu_cts::explore {

/// Runs `saved` in a worker of its own, behind the calls that it was saved with. Tensors that came without values take
/// the default ones. A call that the spec leaves open does not run: its result is a skip. Calls before it run for what
/// they leave behind, whatever the spec says of them.
TriedStory replay(BoundSpecs& specs, const Bench& bench, const Saved& saved);

}  // namespace npu_cts::explore
