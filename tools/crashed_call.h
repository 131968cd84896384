// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "framework/explore/drawn_call.h"

namespace npu_cts {

/// What is done with the call that runs when this process crashes: an oracle or a linked driver is part of it.
using OnCrash = std::function<void(const explore::DecidedCall&)>;

/// From now on a crash hands the call that runs to `on_crash`, and then ends the process as it would have. What
/// `on_crash` does may fail, as memory may be broken: it has ten seconds.
void hold_crashes(OnCrash on_crash);

/// Says which call runs: null for none. It must live until another is said.
void now_running(const explore::DecidedCall* call);

}  // namespace npu_cts
