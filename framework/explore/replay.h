// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "framework/explore/corpus.h"
#include "framework/explore/trial.h"

namespace npu_cts::explore {

/// A saved call that ran, in a worker of its own and behind the calls that it was saved with.
struct Replayed {
  std::string name;
  std::vector<DecidedCall> before;
  DecidedCall call;
  Tried tried;
};

/// Runs `saved`. Tensors that came without values take the default ones. A call that the spec leaves open does not run:
/// its result is a skip. Calls before it run for what they leave behind, whatever the spec says of them.
Replayed replay(BoundSpecs& specs, const Bench& bench, const Saved& saved);

}  // namespace npu_cts::explore
