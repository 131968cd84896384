// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "framework/model/call.h"
#include "framework/run/drive/driver.h"

namespace npu_cts {

/// Returns in words what implementations that are wrong on purpose (kernels/*/mutants.h) do, where all of their outputs
/// for `call` are those that were seen: a guess at what went wrong, never a verdict. Empty where none is alike, where
/// the call is too large to be computed slowly, and where what was seen is right.
std::vector<std::string> matching_mutants_of(const Call& call, const run::Observation& seen);

}  // namespace npu_cts
