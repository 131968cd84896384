// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "framework/run/session/session.h"

namespace npu_cts::run {

/// Returns whether `planned` is one of the few that run again, once they have passed: small legal calls, chosen by
/// their ids.
bool runs_again(const Case& planned);

/// Returns what gives the further calls of those few: one that looks like the planned call (see alike_call), and one
/// with the values of the nonce `other_values`, where that is not empty.
FurtherCalls further_calls_of_few(std::string other_values);

}  // namespace npu_cts::run
