// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "framework/run/drive/driver.h"

namespace npu_cts {

/// Returns a driver for `target` that runs the fast kernels behind their hand-written argument checks.
std::unique_ptr<run::Driver> open_reference_driver(const Target& target);

}  // namespace npu_cts
