// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "framework/run/drive/driver.h"

namespace npu_cts {

/// Computes the outputs of a call.
using RunCall = std::function<std::vector<NamedTensor>(const Target& target, Request& request)>;

/// Returns a driver for `target` that runs the fast kernels, or `run` where there is one, behind the hand-written
/// argument checks of the kernels.
std::unique_ptr<run::Driver> open_reference_driver(const Target& target, RunCall run = {});

}  // namespace npu_cts
